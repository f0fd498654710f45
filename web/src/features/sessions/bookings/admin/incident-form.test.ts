import { expect, it } from 'vitest';
import { cancellationRequestedAt } from './incident-form.ts';

const entered = (date: string, time: string) => cancellationRequestedAt({ isEarlier: true, date, time });

it('is read as a time in India', () => {
  expect(entered('2026-11-22', '09:15')).toEqual(new Date('2026-11-22T03:45:00Z'));
});

it('is no time until both fields say one', () => {
  for (const [date, time] of [
    ['', '09:15'],
    ['2026-11-22', ''],
    ['2026-02-30', '09:15'],
    ['2026-11-22', '24:00'],
    ['0202-11-22', '09:15'],
  ] as const) {
    expect(entered(date, time)).toBeNull();
  }
});
