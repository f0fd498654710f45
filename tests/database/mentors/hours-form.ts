import type postgres from 'postgres';
import type { DatabaseFixture } from '#tests/kit/database-fixture.ts';

interface Range {
  start_minute: number;
  end_minute: number;
}

export interface Hours {
  time_zone: string;
  session_minutes: number;
  weekly: { weekday: number; ranges: Range[] }[];
  overrides: { date: string; ranges: Range[] }[];
  time_off: { id?: string; first_day: string; last_day: string; note: string }[];
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  min_notice_minutes: number;
  window_weeks: number;
  max_per_day: number | null;
  max_per_week: number | null;
}

export interface Row {
  id: string;
  date: string;
  start_time: string;
  end_time: string;
  source: string;
  hidden_because: string | null;
  is_booked: boolean;
}

/** '10:00-13:00' as minutes after midnight. */
export function range(written: string): Range {
  const [start = 0, end = 0] = written.split('-').map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  return { start_minute: start, end_minute: end };
}

/** The same ranges on each of these weekdays; Monday is 0. */
export function weekly(ranges: string[], weekdays = [0, 1, 2, 3, 4, 5, 6]): Hours['weekly'] {
  return weekdays.map((weekday) => ({ weekday, ranges: ranges.map(range) }));
}

/** What a mentor does with the hours: `mentorId` is the mentor's, `user` the account's, both new unless named. */
export function keepHours(db: DatabaseFixture) {
  /** A listed mentor with an account, whose hours are India's, one hour a session, without buffers and limits. */
  async function addMentorWithAccount() {
    const [user, mentorId] = await Promise.all([db.addFounder(), db.addMentor()]);
    await db.sql`
      insert into public.mentor_private (mentor_id, email, user_id) values (${mentorId}, 'm@mentors.example', ${user})`;
    return { user, mentorId };
  }

  async function read(user: string, mentorId: string | null = null) {
    const [row] = await db.as(user)`select public.read_hours(${mentorId}) as hours`;
    return row?.hours as Hours & {
      updated_at: string;
      single_times: Row[];
      is_taking_bookings: boolean;
      is_cut: boolean;
    };
  }

  async function save(user: string, mentorId: string, changes: Partial<Hours>) {
    const { updated_at, ...hours } = await read(user, mentorId);
    const [row] = await db.as(user)`
      select public.save_hours(
        ${mentorId}, ${db.sql.json({ ...hours, ...changes } as never)}, ${updated_at}) as answer`;
    return row?.answer as { added: number; removed: number; booked: number; updated_at: string };
  }

  const rows = (mentorId: string, via: postgres.ISql = db.sql) =>
    via<Row[]>`
      select id, date::text, left(start_time::text, 5) as start_time, left(end_time::text, 5) as end_time, source,
        hidden_because, is_booked
      from public.mentor_availability where mentor_id = ${mentorId} order by date, start_time, end_time`;

  const generate = async (mentorId: string, now: Date | string = new Date()) => {
    const [row] = await db.sql`select * from private.generate_availability(${mentorId}, ${now})`;
    return row as { added: number; removed: number; kept: number };
  };

  /** A date in a zone, some days from today there. */
  const day = async (daysAhead: number, zone = 'Asia/Kolkata') => {
    const [row] = await db.sql`select (private.local_today(${zone}) + ${daysAhead}::int)::text as day`;
    return row?.day as string;
  };

  return { addMentorWithAccount, read, save, rows, generate, day };
}
