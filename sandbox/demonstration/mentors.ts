import type postgres from 'postgres';
import { slotStart } from '#rules/shell/ist.ts';
import { shareBusyTimes } from '../google/index.ts';

/** The mentor whose login the first start prints, and the one who is invited. Both are in the catalogue. */
const LINKED = 'Ananya Deshpande';
const INVITED = 'Meher Lakdawala';

/** Minutes after midnight; 0 is Monday. */
const HOURS = [
  [0, 18 * 60, 21 * 60],
  [2, 18 * 60, 21 * 60],
  [4, 18 * 60, 21 * 60],
  [5, 10 * 60, 13 * 60],
] as const;

/**
 * Links the catalogue's mentor to an account, and has the mentor's hours offer times for four weeks, with some days off
 * and a special date. Before the open times of the other mentors are added, so that this one gets none by hand.
 */
export async function linkMentor(sql: postgres.TransactionSql, account: string): Promise<void> {
  const [mentor] = await sql<{ id: string }[]>`
    update public.mentor_private p set user_id = ${account}, email = u.email
    from auth.users u, public.mentors m
    where u.id = ${account} and m.id = p.mentor_id and m.name = ${LINKED} and m.is_demonstration
    returning p.mentor_id as id`;
  if (!mentor) throw new Error(`The catalogue has no mentor ${LINKED}`);
  const { id } = mentor;
  await sql`
    update public.mentors
    set session_minutes = 45, city = 'Pune', years_of_experience = 14, languages = '{en,hi,mr}'
    where id = ${id}`;
  await sql`
    update public.mentor_settings set window_weeks = 4, buffer_after_minutes = 15, max_per_week = 12
    where mentor_id = ${id}`;
  for (const [weekday, start, end] of HOURS) {
    await sql`
      insert into public.mentor_weekly_hours (mentor_id, weekday, start_minute, end_minute)
      values (${id}, ${weekday}, ${start}, ${end})`;
  }
  await sql`
    insert into public.mentor_time_off (mentor_id, first_day, last_day, note)
    values (${id}, private.today() + 17, private.today() + 19, 'Family wedding in Kolhapur')`;
  await sql`
    insert into public.mentor_date_overrides (mentor_id, date, ranges)
    values (${id}, private.today() + 14, '{[540,720)}')`;
  await sql`select private.generate_availability(${id})`;
}

/** Invites a mentor of the catalogue at the address of an account; the e-mail is in the mailbox a moment after the start. */
export async function inviteMentor(
  sql: postgres.TransactionSql,
  { email, administrator }: { email: string; administrator: string },
): Promise<void> {
  await sql`
    update public.mentor_private p set email = ${email}
    from public.mentors m where m.id = p.mentor_id and m.name = ${INVITED} and m.is_demonstration`;
  await sql`
    select private.invite_mentor(m.id, ${administrator}) from public.mentors m
    where m.name = ${INVITED} and m.is_demonstration`;
}

/** How the site keeps the refresh token of a mentor's own calendar, and for which application it is. */
export interface CalendarClient {
  clientId: string;
  /** Encrypts as the functions do. */
  seal: (refreshToken: string) => string;
}

/** The linked mentor has connected a calendar, which is busy for a part of two days on which the hours offer times. */
export async function connectCalendar(sql: postgres.Sql, email: string, client: CalendarClient): Promise<void> {
  const days = await sql<{ date: string }[]>`
    select distinct a.date::text from public.mentor_availability a join public.mentor_private p using (mentor_id)
    join public.profiles o on o.id = p.user_id
    where o.email = ${email} and not a.is_booked and a.date > private.today() + 7 order by 1 limit 2`;
  const appointments = days.map(({ date }, n) => ({
    summary: ['Investment committee', 'School play'][n] ?? '',
    startsAt: slotStart({ date, startTime: '19:00' }),
    endsAt: slotStart({ date, startTime: '20:30' }),
  }));
  const token = await shareBusyTimes(sql, { clientId: client.clientId, email, name: LINKED }, appointments);
  await sql`
    insert into private.mentor_calendars (mentor_id, google_email, refresh_token_encrypted)
    select p.mentor_id, o.email, ${client.seal(token)}
    from public.mentor_private p join public.profiles o on o.id = p.user_id where o.email = ${email}
    on conflict do nothing`;
}
