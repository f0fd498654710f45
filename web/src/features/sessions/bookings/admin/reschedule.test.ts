import { describe, expect, it } from 'vitest';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { rescheduleNote } from '#rules/sessions/booking.ts';
import { isFilledIn, type RescheduleForm, rescheduleProblem } from './reschedule.ts';

const form: RescheduleForm = { date: '2026-11-24', startTime: '10:00', endTime: '11:00', reason: 'The mentor is ill.' };
const current = { date: '2026-11-23', startTime: '10:00:00', endTime: '11:00:00' };
/** 10:00 AM in India on 24 November. */
const now = new Date('2026-11-24T04:30:00Z');
const justBefore = new Date(now.getTime() - 1);

describe('a booking moves', () => {
  it.each(['date', 'startTime', 'endTime', 'reason'] as const)('only with its %s', (field) => {
    expect(isFilledIn(form)).toBe(true);
    expect(isFilledIn({ ...form, [field]: '' })).toBe(false);
    expect(rescheduleProblem({ ...form, [field]: '' }, current, justBefore)).toBe('incomplete');
  });

  it.each<[string, Partial<RescheduleForm>, ReturnType<typeof rescheduleProblem>]>([
    ['as entered', {}, null],
    ['with a reason of blanks', { reason: ' \n ' }, 'incomplete'],
    ['with a reason of control characters', { reason: '\u0000' }, 'incomplete'],
    ['to a day that does not exist', { date: '2026-02-30' }, 'incomplete'],
    ['to a time that does not exist', { startTime: '24:00' }, 'incomplete'],
    ['with a reason of 500 characters', { reason: '🚀'.repeat(500) }, null],
    ['with a reason of 501 characters', { reason: '🚀'.repeat(501) }, 'reasonTooLong'],
    ['to end as it starts', { endTime: '10:00' }, 'endsBeforeStart'],
    ['to end before it starts', { startTime: '11:00', endTime: '10:59' }, 'endsBeforeStart'],
    ['to yesterday', { date: '2026-11-23', startTime: '12:00', endTime: '13:00' }, 'inPast'],
  ])('%s', (_case, change, problem) => {
    expect(rescheduleProblem({ ...form, ...change }, current, justBefore)).toBe(problem);
  });

  it('into the future alone: a time that begins now has passed', () => {
    expect(rescheduleProblem(form, current, now)).toBe('inPast');
    expect(rescheduleProblem(form, current, justBefore)).toBeNull();
  });

  it('away from where it is, however the seconds are written', () => {
    expect(rescheduleProblem(form, { ...current, date: form.date }, justBefore)).toBe('unchanged');
    expect(rescheduleProblem({ ...form, endTime: '11:30' }, { ...current, date: form.date }, justBefore)).toBeNull();
  });

  it('with notes in which its founder finds the reason', () => {
    const notes = adminBookings.reschedule.notes(form.reason);
    expect(rescheduleNote(notes)).toBe('Rescheduled: The mentor is ill.');
  });
});
