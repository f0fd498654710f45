import fc from 'fast-check';
import { expect, test } from 'vitest';
import { droppedAtIndianMidnight, generateTimes, type MentorHours } from '#rules/mentors/hours.ts';
import { zoned } from '#rules/mentors/mentor-time.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { keepHours } from './hours-form.ts';

const db = provideDatabase();
const { addMentorWithAccount } = keepHours(db);

/** Of every kind of change of clock; not those whose rules the world has only just changed. */
const ZONES = [
  'Asia/Kolkata',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Berlin',
  'Africa/Cairo',
  'Africa/Johannesburg',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Dubai',
  'Asia/Kathmandu',
  'Asia/Singapore',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Australia/Eucla',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
];

/** Ranges of a day that do not overlap, some of which touch. */
const ranges = fc.uniqueArray(fc.nat(96), { minLength: 0, maxLength: 7 }).chain((quarters) =>
  fc.boolean().map((touch) => {
    const sorted = quarters.toSorted((a, b) => a - b);
    const step = touch ? 1 : 2;
    return sorted.slice(0, -1).flatMap((start, place) => {
      const end = sorted[place + 1];
      return place % step === 0 && end !== undefined ? [{ start_minute: start * 15, end_minute: end * 15 }] : [];
    });
  }),
);

const day = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10);

const rules = fc
  .record({
    now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 11, 31) }).map((at) => new Date(at)),
    time_zone: fc.constantFrom(...ZONES),
    session_minutes: fc.constantFrom(30, 45, 60),
    buffer_before_minutes: fc.constantFrom(0, 5, 10, 15, 30, 45, 60),
    buffer_after_minutes: fc.constantFrom(0, 5, 10, 15, 30, 45, 60),
    window_weeks: fc.constantFrom(1, 2, 3, 8, 26),
    week: fc.array(ranges, { minLength: 7, maxLength: 7 }),
    overrides: fc.uniqueArray(fc.record({ day: fc.nat(20), ranges }), { maxLength: 3, selector: (one) => one.day }),
    timeOff: fc.array(fc.record({ day: fc.nat(30), length: fc.nat(5) }), { maxLength: 2 }),
  })
  .map(({ now, week, overrides, timeOff, ...rest }) => {
    const hours: MentorHours = {
      ...rest,
      weekly: week.map((ranges, weekday) => ({ weekday, ranges })),
      overrides: overrides.map((one) => ({ date: day(now, one.day), ranges: one.ranges })),
      time_off: timeOff.map((one) => ({
        first_day: day(now, one.day),
        last_day: day(now, one.day + one.length),
        note: '',
      })),
      min_notice_minutes: 720,
      max_per_day: null,
      max_per_week: null,
    };
    return { now, hours };
  });

/** What the database generates of these hours, and counts as dropped. */
async function askDatabase(mentorId: string, hours: MentorHours, now: Date) {
  const rule = db.sql.json(hours as never);
  const days = hours.window_weeks * 7;
  const today = zoned(now, hours.time_zone).date;
  const [answer] = await db.sql`
    select
      (select coalesce(array_agg(array[
          (extract(epoch from w.starts_at) * 1000)::bigint::text, (extract(epoch from w.ends_at) * 1000)::bigint::text
        ] order by w.starts_at), '{}')
        from (select * from private.wanted_times(${mentorId}, ${rule}, ${now}, ${days}) order by starts_at limit 3000) w) as times,
      (select count(*)::int from private.times_of_hours(
        ${rule}::jsonb || '{"overrides": [], "time_off": []}', ${today}::date, 7) t where t.is_across_midnight) as dropped`;
  return answer as { times: string[][]; dropped: number };
}

async function compare(count: number): Promise<number> {
  const { mentorId } = await addMentorWithAccount();
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(rules, async ({ hours, now }) => {
      const { times } = generateTimes(hours, now);
      const asked = await askDatabase(mentorId, hours, now);
      expect(times.map(({ startsAt, endsAt }) => [`${startsAt.getTime()}`, `${endsAt.getTime()}`])).toEqual(
        asked.times,
      );
      expect(droppedAtIndianMidnight(hours, now)).toBe(asked.dropped);
      compared += times.length;
    }),
    { numRuns: count },
  );
  return compared;
}

test('The page previews what the database generates, for some dozens of random rules and zones', async () => {
  expect(await compare(25)).toBeGreaterThan(100);
});

test('The page previews what the database generates, for 1,000 random rules and zones', {
  tags: ['faults'],
  timeout: 600_000,
}, async () => {
  expect(await compare(1000)).toBeGreaterThan(10_000);
});

test('preview_hours answers the same times as the page, and what hides them', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const [sample] = fc.sample(rules, { numRuns: 1, seed: 7 });
  if (!sample) throw new Error('No rule was made.');
  const hours: MentorHours = {
    ...sample.hours,
    overrides: [],
    time_off: [],
    time_zone: 'America/New_York',
    window_weeks: 2,
  };
  const [row] = await db.as(user)`
    select now() as now, public.preview_hours(${mentorId}, ${db.sql.json(hours as never)}) as preview`;
  const slots = row?.preview.days.flatMap(({ slots }: { slots: { starts_at: string }[] }) => slots);
  expect(slots.map(({ starts_at }: { starts_at: string }) => new Date(starts_at))).toEqual(
    generateTimes(hours, row?.now).times.map(({ startsAt }) => startsAt),
  );
  expect(row?.preview.dropped_a_week).toBe(droppedAtIndianMidnight(hours, row?.now));
});
