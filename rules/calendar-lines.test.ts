import { expect, test } from 'vitest';
import { refoldCalendar } from './calendar-lines.ts';

test('no line has more than 75 octets, no character is torn, and unfolding gives the text back', () => {
  const long = `SUMMARY:${'मार्गदर्शन '.repeat(20)}`;
  const folded = refoldCalendar(
    `BEGIN:VEVENT\r\n${long.slice(0, 75)}\r\n\t${long.slice(75)}\r\nEND:VEVENT\r\n`,
  );
  for (const line of folded.split('\r\n')) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(line.isWellFormed()).toBe(true);
  }
  expect(folded.replaceAll('\r\n ', '')).toBe(`BEGIN:VEVENT\r\n${long}\r\nEND:VEVENT\r\n`);
});
