import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookingEvent } from '#rules/sessions/booking-calendar.ts';
import { testProperty } from '#tests/kit/property.ts';
import { calendarFile } from './calendar-file.ts';

const booking = {
  id: '3f1c9a52-8f0e-4a43-9b8f-3f6cf2f3c111',
  code: 'P0-7K2QXA',
  mentor_name: 'Asha Rao',
  status: 'confirmed',
  date: '2026-11-24',
  start_time: '10:00:00',
  end_time: '11:00:00',
  created_at: '2026-11-21T06:30:00Z',
  google_meet_link: 'https://meet.example/abc?a=1,2;b=3' as string | null,
};

function fileOf(change: Partial<typeof booking> = {}): string {
  return calendarFile(bookingEvent({ ...booking, ...change }, { dashboardUrl: 'https://point0.example/dashboard' }));
}

type Property = { name: string; value: string };
type Component = { name: string; properties: Property[]; children: Component[] };

/** A strict reader of RFC 5545: lines end in CRLF and have at most 75 octets, BEGIN and END pair up. */
function parse(file: string): Component {
  expect(file.endsWith('\r\n')).toBe(true);
  const folded = file.slice(0, -2).split('\r\n');
  for (const line of folded) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(line.isWellFormed()).toBe(true);
  }
  const root: Component = { name: 'file', properties: [], children: [] };
  const open = [root];
  for (const line of folded
    .join('\r\n')
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')) {
    const match = /^([A-Z-]+)((?:;[A-Z-]+=[^:;]+)*):(.*)$/su.exec(line);
    if (!match) throw new Error(`Not a content line: ${line}`);
    const [, name = '', , value = ''] = match;
    const current = open.at(-1) ?? root;
    if (name === 'BEGIN') {
      const child = { name: value, properties: [], children: [] };
      current.children.push(child);
      open.push(child);
    } else if (name === 'END') {
      expect(open.pop()?.name).toBe(value);
    } else current.properties.push({ name, value });
  }
  expect(open).toEqual([root]);
  return root.children[0] as Component;
}

const valueIn = (component: Component, name: string) => {
  const found = component.properties.filter((property) => property.name === name);
  expect(found.length, name).toBeLessThanOrEqual(1);
  return found[0]?.value;
};

/** Undoes the escaping of a TEXT value; a comma or semicolon that stands bare would start another value. */
function text(value: string | undefined): string {
  expect(value).not.toMatch(/(?<!\\)(?:\\\\)*[,;]/);
  return (value ?? '').replaceAll(/\\([\\,;nN])/g, (_, escaped) => (/n/i.test(escaped) ? '\n' : escaped));
}

function eventOf(file: string): Component {
  const calendar = parse(file);
  expect(calendar.name).toBe('VCALENDAR');
  expect(valueIn(calendar, 'VERSION')).toBe('2.0');
  expect(valueIn(calendar, 'METHOD')).toBe('PUBLISH');
  expect(valueIn(calendar, 'PRODID')).toBe('-//Point 0//EN');
  expect(calendar.children.map(({ name }) => name)).toEqual(['VEVENT']);
  return calendar.children[0] as Component;
}

describe('the calendar file', () => {
  it('has the session in UTC, the way in, and an alarm a quarter of an hour before', () => {
    const event = eventOf(fileOf());
    expect(valueIn(event, 'UID')).toBe('p03f1c9a528f0e4a439b8f3f6cf2f3c111@google.com');
    expect(valueIn(event, 'SEQUENCE')).toBe('0');
    expect(valueIn(event, 'DTSTAMP')).toMatch(/^\d{8}T\d{6}Z$/);
    expect(valueIn(event, 'DTSTART')).toBe('20261124T043000Z');
    expect(valueIn(event, 'DTEND')).toBe('20261124T053000Z');
    expect(valueIn(event, 'STATUS')).toBe('CONFIRMED');
    expect(text(valueIn(event, 'SUMMARY'))).toBe('Mentoring session with Asha Rao');
    expect(valueIn(event, 'URL')).toBe(booking.google_meet_link);
    expect(text(valueIn(event, 'LOCATION'))).toBe(booking.google_meet_link);
    expect(text(valueIn(event, 'DESCRIPTION'))).toBe(
      `Mentoring session booking\nJoin the meeting: ${booking.google_meet_link}\nYour sessions on ` +
        'Point 0: https://point0.example/dashboard\nBooking code: P0-7K2QXA',
    );
    const [alarm] = event.children;
    expect(event.children.map(({ name }) => name)).toEqual(['VALARM']);
    expect(alarm?.properties).toEqual([
      { name: 'ACTION', value: 'DISPLAY' },
      { name: 'DESCRIPTION', value: 'Your mentoring session starts in 15 minutes.' },
      { name: 'TRIGGER', value: '-PT15M' },
    ]);
  });

  it('names no place while there is no link', () => {
    const event = eventOf(fileOf({ google_meet_link: null }));
    expect(valueIn(event, 'URL')).toBeUndefined();
    expect(valueIn(event, 'LOCATION')).toBeUndefined();
  });

  it('replaces what an earlier file of the same booking entered', () => {
    const before = eventOf(fileOf());
    const moved = eventOf(fileOf({ date: '2026-11-30', status: 'rescheduled' }));
    expect(valueIn(moved, 'UID')).toBe(valueIn(before, 'UID'));
    expect(Number(valueIn(moved, 'SEQUENCE'))).toBeGreaterThan(Number(valueIn(before, 'SEQUENCE')));
    expect(valueIn(moved, 'DTSTART')).toBe('20261130T043000Z');
  });

  it.each([
    ['commas, semicolons and a backslash', 'Rao, Asha; CFO \\ Board'],
    ['an emoji that is a family', 'Asha 👩‍👩‍👧‍👦 '.repeat(9)],
    ['Devanagari', 'आशा राव मार्गदर्शक '.repeat(5)],
    ['right-to-left text', 'نظام تبريد للمزارع '.repeat(5)],
    ['markup', '<script>alert(1)</script>'],
  ])('carries %s whole', (_, mentor_name) => {
    expect(text(valueIn(eventOf(fileOf({ mentor_name })), 'SUMMARY'))).toBe(
      `Mentoring session with ${mentor_name.trim()}`,
    );
  });

  it('lets no name write lines of its own', () => {
    const event = eventOf(fileOf({ mentor_name: 'Asha\r\nEND:VEVENT\nATTENDEE:mailto:x@example.com' }));
    expect(valueIn(event, 'ATTENDEE')).toBeUndefined();
    expect(text(valueIn(event, 'SUMMARY'))).toBe(
      'Mentoring session with Asha END:VEVENT ATTENDEE:mailto:x@example.com',
    );
  });

  testProperty('is valid for any name', [fc.string({ unit: 'grapheme', maxLength: 120 })], (mentor_name) => {
    const summary = text(valueIn(eventOf(fileOf({ mentor_name })), 'SUMMARY'));
    expect(summary).toBe(bookingEvent({ ...booking, mentor_name }, { dashboardUrl: 'https://point0.example' }).title);
  });
});
