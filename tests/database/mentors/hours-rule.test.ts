/** The times that hours generate, by the page's rule and by the database's (docs/product/hours.md#generating). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { droppedAtIndianMidnight, generateTimes, type MentorHours } from '#rules/mentors/hours.ts';
import { zoned } from '#rules/mentors/mentor-time.ts';
import { addDays } from '#rules/shell/ist.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ hasAdministrator: false });

/** With daylight saving in both halves of the world and without, and offsets of half and of quarter hours. */
const ZONES = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Santiago',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Dublin',
  'Africa/Johannesburg',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
];

/** Ranges of a day that do not overlap, on quarter hours; some touch. */
const ranges = fc.uniqueArray(fc.nat(96), { maxLength: 8 }).map((quarters) => {
  const sorted = quarters.toSorted((a, b) => a - b);
  return Array.from({ length: Math.floor(sorted.length / 2) }, (_, n) => ({
    start_minute: (sorted[n * 2] ?? 0) * 15,
    end_minute: (n % 2 === 0 ? (sorted[n * 2 + 1] ?? 0) : (sorted[n * 2 + 2] ?? sorted[n * 2 + 1] ?? 0)) * 15,
  }));
});

const anyRule = fc
  .record({
    time_zone: fc.constantFrom(...ZONES),
    session_minutes: fc.constantFrom(30, 45, 60),
    buffer_before_minutes: fc.constantFrom(0, 5, 15, 60),
    buffer_after_minutes: fc.constantFrom(0, 10, 45),
    window_weeks: fc.constantFrom(1, 1, 1, 2),
    week: fc.array(ranges, { minLength: 7, maxLength: 7 }),
    special: fc.array(fc.tuple(fc.nat(13), ranges), { maxLength: 3 }),
    off: fc.array(fc.tuple(fc.nat(13), fc.nat(2)), { maxLength: 2 }),
    // Every change of clocks of two years is within somebody's window.
    at: fc.integer({ min: Date.UTC(2026, 8, 1), max: Date.UTC(2028, 8, 1) }),
  })
  .map(({ week, special, off, at, ...rest }) => {
    const now = new Date(at);
    const today = zoned(now, rest.time_zone).date;
    const overrides = [...new Map(special.map(([ahead, of]) => [addDays(today, ahead), of]))];
    const hours: MentorHours = {
      ...rest,
      weekly: week.map((of, weekday) => ({ weekday, ranges: of })),
      overrides: overrides.map(([date, of]) => ({ date, ranges: of })),
      time_off: off.map(([ahead, more]) => ({
        first_day: addDays(today, ahead),
        last_day: addDays(today, ahead + more),
        note: '',
      })),
      min_notice_minutes: 120,
      max_per_day: null,
      max_per_week: null,
    };
    return { hours, now };
  });

/** @returns how many times were compared */
async function compare(howMany: number): Promise<number> {
  const rules = fc.sample(anyRule, howMany);
  const mentorId = await db.addMentor();
  const answers = await db.sql<{ times: string[] | null; dropped: number }[]>`
    select (
      select array_agg(extract(epoch from w.starts_at)::bigint || '-' || extract(epoch from w.ends_at)::bigint)
      from private.wanted_times(
        ${mentorId}, r.value -> 'hours', (r.value ->> 'now')::timestamptz,
        (r.value -> 'hours' ->> 'window_weeks')::integer * 7) w
    ) as times, (
      select count(*)::integer from private.times_of_hours(
        r.value -> 'hours' || '{"overrides": [], "time_off": []}',
        private.local_today(r.value -> 'hours' ->> 'time_zone', (r.value ->> 'now')::timestamptz), 7) t
      where t.is_across_midnight
    ) as dropped
    from jsonb_array_elements(${db.sql.json(rules as never)}) with ordinality r order by r.ordinality`;
  let count = 0;
  for (const [n, { hours, now }] of rules.entries()) {
    const seconds = (at: Date) => at.getTime() / 1000;
    const { times } = generateTimes(hours, now);
    count += times.length;
    expect(answers[n]?.times ?? [], JSON.stringify({ hours, now })).toEqual(
      times.map(({ startsAt, endsAt }) => `${seconds(startsAt)}-${seconds(endsAt)}`),
    );
    expect(answers[n]?.dropped, JSON.stringify({ hours, now })).toBe(droppedAtIndianMidnight(hours, now));
  }
  return count;
}

test('the page’s rule and the database’s generate the same times, for 150 rules and zones', async () => {
  expect(await compare(150)).toBeGreaterThan(3000);
});

test('the page’s rule and the database’s generate the same times, for a thousand rules and zones', {
  tags: ['faults'],
}, async () => {
  expect(await compare(1000)).toBeGreaterThan(20_000);
});
