import { describe, expect, it } from 'vitest';
import {
  bookingEvent,
  calendarFileName,
  eventIdOf,
  googleCalendarUrl,
  outlookCalendarUrl,
  refoldCalendar,
} from '#rules/sessions/booking-calendar.ts';
import { anyText, testProperty } from '#tests/kit/property.ts';

const LINK = 'https://meet.example/abc?pwd=1&x=2';
const booking = {
  id: '3f1c9a52-8f0e-4a43-9b8f-3f6cf2f3c111',
  code: 'P0-7K2QXA',
  mentor_name: 'Asha Rao',
  status: 'confirmed',
  date: '2026-11-24',
  start_time: '10:00:00',
  end_time: '11:00:00',
  created_at: '2026-11-21T06:30:00Z',
  google_meet_link: LINK as string | null,
};
const options = { dashboardUrl: 'https://point0.example/dashboard' };
const event = bookingEvent(booking, options);

describe('bookingEvent', () => {
  it('has the booking’s own name for ever, Indian times as instants, and the way in', () => {
    expect(event).toEqual({
      uid: 'p03f1c9a528f0e4a439b8f3f6cf2f3c111@google.com',
      sequence: 0,
      title: 'Mentoring session with Asha Rao',
      description:
        `Mentoring session booking\nJoin the meeting: ${LINK}\nYour sessions on Point 0: ` +
        'https://point0.example/dashboard\nBooking code: P0-7K2QXA',
      link: LINK,
      start: new Date('2026-11-24T04:30:00Z'),
      end: new Date('2026-11-24T05:30:00Z'),
    });
  });

  it('is the day before in UTC when India is past midnight', () => {
    const early = bookingEvent({ ...booking, start_time: '00:15:00', end_time: '01:00:00' }, options);
    expect(early.start).toEqual(new Date('2026-11-23T18:45:00Z'));
  });

  it('does without a link until there is one', () => {
    const pending = bookingEvent({ ...booking, google_meet_link: null }, options);
    expect(pending.link).toBeNull();
    expect(pending.description).toBe(
      'Mentoring session booking\nYour sessions on Point 0: https://point0.example/dashboard\nBooking code: P0-7K2QXA',
    );
    expect(bookingEvent({ ...booking, google_meet_link: 'javascript:alert(1)' }, options).link).toBeNull();
  });

  it('carries the note of the booking, where it has one', () => {
    const moved = bookingEvent({ ...booking, notes: ' Rescheduled: Mentor travels ' }, options);
    expect(moved.description).toMatch(/^Rescheduled: Mentor travels\nJoin the meeting/);
    expect(bookingEvent({ ...booking, notes: '  ' }, options).description).toBe(event.description);
  });

  it('ends no line of a note with anything but a line feed, and keeps no control character', () => {
    const { description } = bookingEvent(
      { ...booking, notes: 'A\r\nB\rATTENDEE:mailto:x@y.example\u2028C\u0085D\0\tE\x1b\n' },
      options,
    );
    expect(description.split('\nJoin')[0]).toBe('A\nB\nATTENDEE:mailto:x@y.example\nC\nD E');
  });

  it('has the id of Google’s invitation, and counts as Google does: 0 once approved, 1 more for each move', () => {
    expect(event.uid).toBe(`${eventIdOf(booking.id)}@google.com`);
    expect(bookingEvent({ ...booking, sequence: 3 }, options)).toMatchObject({ uid: event.uid, sequence: 3 });
    // What a browser knows of: a number that is never above Google's keeps no later change out of a calendar.
    expect(bookingEvent({ ...booking, status: 'rescheduled' }, options)).toMatchObject({ uid: event.uid, sequence: 1 });
  });

  it('keeps a name on one line', () => {
    const { title } = bookingEvent({ ...booking, mentor_name: 'A\r\nBEGIN:VALARM\u2028B\0' }, options);
    expect(title).toBe('Mentoring session with A BEGIN:VALARM B');
  });
});

describe('links that fill a calendar', () => {
  it('Google’s', () => {
    const url = new URL(googleCalendarUrl(event));
    expect(url.origin + url.pathname).toBe('https://calendar.google.com/calendar/render');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      action: 'TEMPLATE',
      text: 'Mentoring session with Asha Rao',
      dates: '20261124T043000Z/20261124T053000Z',
      details: event.description,
      location: LINK,
      ctz: 'Asia/Kolkata',
    });
  });

  it('Outlook’s, with spaces that it understands', () => {
    const address = outlookCalendarUrl(event);
    const url = new URL(address);
    expect(url.origin + url.pathname).toBe('https://outlook.live.com/calendar/0/action/compose');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      rru: 'addevent',
      subject: 'Mentoring session with Asha Rao',
      startdt: '2026-11-24T04:30:00.000Z',
      enddt: '2026-11-24T05:30:00.000Z',
      body: event.description,
      location: LINK,
    });
    expect(address).not.toContain('+');
  });

  it('leave the place out while there is no link', () => {
    const pending = bookingEvent({ ...booking, google_meet_link: null }, options);
    expect(googleCalendarUrl(pending)).not.toContain('location');
    expect(outlookCalendarUrl(pending)).not.toContain('location');
  });

  testProperty('carry any name whole, and stay on their site', [anyText], (mentor_name) => {
    const named = bookingEvent({ ...booking, mentor_name }, options);
    const google = new URL(googleCalendarUrl(named));
    expect(google.hostname).toBe('calendar.google.com');
    expect(google.searchParams.get('text')).toBe(named.title);
    expect([...google.searchParams.keys()]).toHaveLength(6);
    expect(new URL(outlookCalendarUrl(named)).searchParams.get('subject')).toBe(named.title);
  });
});

it('names the file after the day', () => {
  expect(calendarFileName(booking)).toBe('point-0-session-2026-11-24.ics');
});

it('no line has more than 75 octets, no character is torn, and unfolding gives the text back', () => {
  const long = `SUMMARY:${'मार्गदर्शन '.repeat(20)}`;
  const folded = refoldCalendar(`BEGIN:VEVENT\r\n${long.slice(0, 75)}\r\n\t${long.slice(75)}\r\nEND:VEVENT\r\n`);
  for (const line of folded.split('\r\n')) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(line.isWellFormed()).toBe(true);
  }
  expect(folded.replaceAll('\r\n ', '')).toBe(`BEGIN:VEVENT\r\n${long}\r\nEND:VEVENT\r\n`);
});
