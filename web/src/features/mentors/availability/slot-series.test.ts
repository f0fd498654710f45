import { expect, it } from 'vitest';
import { planSlots } from '#features/mentors/availability/slot-series.ts';

/** 10:00 in India on Monday, 4 January 2027. */
const NOW = new Date('2027-01-04T04:30:00Z');
const LIST = [{ date: '2027-01-18', startTime: '15:00:00', endTime: '16:00:00' }];
const typed = (change: object = {}) => ({
  date: '2027-01-11',
  startTime: '15:00',
  endTime: '16:00',
  until: '',
  ...change,
});

it('adds one slot where it is not repeated', () => {
  expect(planSlots(typed(), LIST, NOW).series).toEqual({
    added: [{ date: '2027-01-11', startTime: '15:00', endTime: '16:00' }],
    skipped: 0,
  });
});

it('repeats each week until a day, that day included, and leaves out what is taken', () => {
  const { series } = planSlots(typed({ until: '2027-02-01' }), LIST, NOW);
  expect(series?.added.map(({ date }) => date)).toEqual(['2027-01-11', '2027-01-25', '2027-02-01']);
  expect(series?.skipped).toBe(1);
});

it('leaves out what has begun', () => {
  const { series } = planSlots(
    typed({ date: '2026-12-28', until: '2027-01-11', startTime: '10:00', endTime: '11:00' }),
    [],
    NOW,
  );
  expect(series).toMatchObject({ added: [{ date: '2027-01-11' }], skipped: 2 });
});

it('lets slots touch', () => {
  for (const [startTime, endTime] of [
    ['14:00', '15:00'],
    ['16:00', '17:00'],
  ])
    expect(planSlots(typed({ date: '2027-01-18', startTime, endTime }), LIST, NOW).problem).toBeUndefined();
});

it.each([
  [{ date: '' }, 'date', 'Please fill all time slot fields'],
  [{ date: '2027-02-30' }, 'date', 'Please fill all time slot fields'],
  [{ startTime: '' }, 'startTime', 'Please fill all time slot fields'],
  [{ endTime: '' }, 'endTime', 'Please fill all time slot fields'],
  [{ endTime: '24:00' }, 'endTime', 'Please fill all time slot fields'],
  [{ endTime: '15:00' }, 'endTime', 'End time must be later than start time'],
  [{ endTime: '14:59' }, 'endTime', 'End time must be later than start time'],
  [{ until: '2027-01-10' }, 'until', 'The last day must not be before the first'],
  [{ until: '2028-01-11' }, 'until', 'Slots repeat for at most a year'],
  [{ date: '2027-01-04', startTime: '10:00' }, 'date', 'This time has passed already'],
  [{ date: '2027-01-18' }, 'startTime', 'This time overlaps the slot 3:00 PM – 4:00 PM'],
  [
    { date: '2027-01-18', startTime: '15:59', endTime: '16:30' },
    'startTime',
    'This time overlaps the slot 3:00 PM – 4:00 PM',
  ],
])('refuses %j', (change, field, sentence) => {
  expect(planSlots(typed(change), LIST, NOW).problem).toEqual({ field, sentence });
});

it('takes a year of weeks, and no more slots than the database', () => {
  expect(planSlots(typed({ until: '2028-01-10' }), [], NOW).series?.added).toHaveLength(53);
  const full = Array.from({ length: 2000 }, () => ({ date: '2030-01-01', startTime: '10:00', endTime: '11:00' }));
  expect(planSlots(typed(), full, NOW).problem?.sentence).toBe('A mentor has at most 2,000 slots');
});

it('takes times of another zone as India’s, each week by the clocks of that week', () => {
  // New York leaves summer time on 7 November 2027, so its evening is an hour later in India then.
  const { series } = planSlots(
    { date: '2027-11-01', startTime: '20:00', endTime: '21:00', until: '2027-11-08' },
    [],
    NOW,
    'America/New_York',
  );
  expect(series?.added).toEqual([
    { date: '2027-11-02', startTime: '05:30', endTime: '06:30' },
    { date: '2027-11-09', startTime: '06:30', endTime: '07:30' },
  ]);
});

it('refuses a time of another zone that reaches past midnight in India', () => {
  const { problem } = planSlots(
    { date: '2027-01-11', startTime: '13:00', endTime: '14:00', until: '' },
    [],
    NOW,
    'America/New_York',
  );
  expect(problem).toEqual({
    field: 'startTime',
    sentence: 'This time crosses midnight in India, or the clocks skip it.',
  });
});
