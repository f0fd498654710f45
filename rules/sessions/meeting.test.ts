import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canCancel, groupBookings } from '#rules/sessions/booking.ts';
import {
  hasMeetingAhead,
  isUnderWay,
  joinState,
  type MeetingFacts,
  meetingUrl,
  nextSession,
  nextTurn,
  takesPlace,
} from '#rules/sessions/meeting.ts';
import { testProperty } from '#tests/kit/property.ts';

const LINK = 'https://meet.example/abc';

/** 10 to 11 AM in India on 24 November: 04:30 to 05:30 UTC. */
function booking(change: Partial<MeetingFacts> = {}): MeetingFacts {
  return {
    status: 'confirmed',
    date: '2026-11-24',
    start_time: '10:00:00',
    end_time: '11:00:00',
    created_at: '2026-11-21T00:00:00Z',
    google_meet_link: LINK,
    ...change,
  };
}
const utc = (time: string) => new Date(`2026-11-${time}Z`);

describe('joinState', () => {
  it.each([
    ['two days before', '22T04:30:00', 'early'],
    ['a millisecond before the quarter of an hour', '24T04:14:59.999', 'early'],
    ['15 minutes before the start', '24T04:15:00', 'open'],
    ['at the start', '24T04:30:00', 'open'],
    ['just before the end', '24T05:29:59.999', 'open'],
    ['at the end', '24T05:30:00', 'none'],
    ['the day after', '25T04:30:00', 'none'],
  ])('%s', (_, time, state) => {
    expect(joinState(booking(), utc(time))).toBe(state);
    expect(joinState(booking({ status: 'rescheduled' }), utc(time))).toBe(state);
  });

  it('waits for a link, up to the end', () => {
    const noLink = booking({ google_meet_link: null });
    expect(joinState(noLink, utc('24T04:20:00'))).toBe('awaiting-link');
    expect(joinState(noLink, utc('24T05:29:00'))).toBe('awaiting-link');
    expect(joinState(noLink, utc('24T05:30:00'))).toBe('none');
    expect(joinState(booking({ google_meet_link: 'javascript:alert(1)' }), utc('24T04:20:00'))).toBe('awaiting-link');
  });

  it.each(['pending_admin_review', 'completed', 'rejected', 'cancelled', 'on_hold'])(
    'offers nothing while %s',
    (status) => {
      expect(joinState(booking({ status }), utc('24T04:20:00'))).toBe('none');
      expect(takesPlace(status)).toBe(false);
    },
  );
});

describe('meetingUrl', () => {
  it.each([
    [LINK, LINK],
    ['https://MEET.example/ABC', 'https://meet.example/ABC'],
    ['http://meet.example/abc', null],
    ['javascript:alert(1)', null],
    ['data:text/html,hi', null],
    ['//meet.example/abc', null],
    ['meet.example/abc', null],
    ['https://', null],
    ['', null],
    [null, null],
  ])('%s is %s', (link, url) => {
    expect(meetingUrl(link)).toBe(url);
  });
});

describe('nextSession', () => {
  const now = utc('24T05:00:00');
  it('is the one under way, else the one that starts first, moved ones included', () => {
    const running = booking();
    const moved = booking({ status: 'rescheduled', date: '2026-11-25' });
    const later = booking({ date: '2026-11-29' });
    const asked = booking({ status: 'pending_admin_review', date: '2026-11-24', start_time: '12:00:00' });
    expect(nextSession([later, moved, asked, running], now)).toBe(running);
    expect(nextSession([later, moved, asked], now)).toBe(moved);
    expect(nextSession([later, asked], now)).toBe(later);
    expect(nextSession([asked], now)).toBeUndefined();
    expect(nextSession([running], utc('24T05:30:00'))).toBeUndefined();
    expect(isUnderWay(running, now)).toBe(true);
    expect(isUnderWay(later, now)).toBe(false);
  });
});

describe('nextTurn', () => {
  const turn = (change: Partial<MeetingFacts>, time: string) => nextTurn([booking(change)], utc(time))?.toISOString();

  it.each([
    ['the quarter of an hour before the start', {}, '24T00:00:00', '2026-11-24T04:15:00.000Z'],
    ['then the start', {}, '24T04:15:00', '2026-11-24T04:30:00.000Z'],
    ['then the end', {}, '24T04:30:00', '2026-11-24T05:30:00.000Z'],
    ['then nothing', {}, '24T05:30:00', undefined],
    [
      'the end of the cancellation window',
      { status: 'pending_admin_review' },
      '21T03:00:00',
      '2026-11-21T04:00:00.000Z',
    ],
    [
      'and for a booking under review then the end of the policy’s first tier',
      { status: 'pending_admin_review' },
      '21T04:00:00',
      '2026-11-23T04:30:00.001Z',
    ],
    ['then of the second', {}, '23T04:30:00.001', '2026-11-23T16:30:00.001Z'],
    ['for a cancelled one its start', { status: 'cancelled' }, '24T04:00:00', '2026-11-24T04:30:00.000Z'],
  ])('%s', (_, change, time, expected) => {
    expect(turn(change, time)).toBe(expected);
  });

  it('is the earliest of all bookings', () => {
    const bookings = [booking(), booking({ date: '2026-11-23' })];
    expect(nextTurn(bookings, utc('22T16:30:00.001'))).toEqual(utc('23T04:15:00'));
    expect(nextTurn([], utc('22T00:00:00'))).toBeNull();
  });
});

const anyBooking = fc.record({
  status: fc.constantFrom('pending_admin_review', 'confirmed', 'completed', 'cancelled', 'rescheduled', 'x'),
  date: fc.integer({ min: 20, max: 24 }).map((day) => `2026-11-${day}`),
  start_time: fc.integer({ min: 0, max: 11 }).map((hour) => `${String(hour).padStart(2, '0')}:00:00`),
  end_time: fc.integer({ min: 12, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:30:00`),
  created_at: fc
    .integer({ min: Date.UTC(2026, 10, 18), max: Date.UTC(2026, 10, 24) })
    .map((time) => new Date(time).toISOString()),
  google_meet_link: fc.constantFrom(null, LINK),
});
const anyTime = fc.date({ min: utc('19T00:00:00'), max: utc('25T00:00:00'), noInvalidDate: true });

/** Everything about a booking that the dashboard decides by its clock. */
function shown(one: MeetingFacts, now: Date) {
  const [group] = Object.entries(groupBookings([one], now)).find(([, members]) => members.length > 0) ?? [];
  return {
    group,
    join: joinState(one, now),
    canCancel: canCancel(one, now),
    isAhead: hasMeetingAhead(one, now),
    isUnderWay: isUnderWay(one, now),
  };
}

testProperty(
  'nothing that is shown changes before the next turn, and that turn comes later than now',
  [anyBooking, anyTime],
  (one, now) => {
    const turn = nextTurn([one], now);
    const lastMoment = turn ? new Date(turn.getTime() - 1) : utc('30T00:00:00');
    expect(turn === null || turn > now).toBe(true);
    expect(shown(one, lastMoment)).toEqual(shown(one, now));
  },
  { numRuns: 500 },
);

testProperty(
  'a way in exists exactly while there is a meeting ahead, and is a link only where there is one',
  [anyBooking, anyTime],
  (one, now) => {
    const state = joinState(one, now);
    expect(state === 'none').toBe(!hasMeetingAhead(one, now));
    if (state === 'early' || state === 'open') expect(meetingUrl(one.google_meet_link)).toBe(LINK);
  },
);
