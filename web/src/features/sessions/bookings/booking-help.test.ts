import { describe, expect, it } from 'vitest';
import { canChange, helpOffer, isUrgent } from './booking-help.ts';

const HOUR = 3_600_000;
const session = {
  date: '2026-11-24',
  start_time: '10:00:00',
  end_time: '10:30:00',
  created_at: '2026-11-20T04:30:00Z',
  google_meet_link: null,
  incident: null as string | null,
};
const start = new Date('2026-11-24T10:00:00+05:30');
const at = (hours: number) => new Date(start.getTime() + hours * HOUR);

describe('which help a card offers', () => {
  it.each([
    ['pending_admin_review', -30, 'pending'],
    ['pending_admin_review', 0, null],
    ['confirmed', -30, null],
    ['rescheduled', -0.01, null],
    ['confirmed', 0, 'problem'],
    ['rescheduled', 2, 'problem'],
    ['completed', 2, 'problem'],
    ['completed', 0.5 + 14 * 24 - 0.01, 'problem'],
    ['completed', 0.5 + 14 * 24, null],
    ['cancelled', -30, null],
    ['rejected', -30, null],
    ['on_hold', -30, null],
  ])('%s, %d hours from the start', (status, hours, offer) => {
    expect(helpOffer({ ...session, status }, at(hours))).toBe(offer);
  });

  it('none while the founder can cancel alone, and a word against a report of their absence', () => {
    const fresh = { ...session, status: 'pending_admin_review', created_at: at(-30).toISOString() };
    expect(helpOffer(fresh, at(-27))).toBeNull();
    expect(helpOffer(fresh, at(-26))).toBe('pending');
    const absent = { ...session, status: 'completed', incident: 'founder_no_show' };
    expect(helpOffer(absent, at(2))).toBe('problem');
    expect(helpOffer({ ...absent, incident: 'technical_issue' }, at(2))).toBeNull();
  });
});

it('offers to change an approved session until it begins, and no other', () => {
  const offers = (status: string, hours: number) => canChange({ ...session, status }, at(hours));
  expect(['confirmed', 'rescheduled'].map((status) => offers(status, -0.01))).toEqual([true, true]);
  expect([offers('confirmed', 0), offers('pending_admin_review', -30), offers('cancelled', -30)]).toEqual([
    false,
    false,
    false,
  ]);
});

it('is urgent once an answer within 24 hours could come after the 24 hours of the policy', () => {
  expect(isUrgent(start, at(-48))).toBe(false);
  expect(isUrgent(start, at(-47.9))).toBe(true);
  expect(isUrgent(start, at(1))).toBe(true);
});
