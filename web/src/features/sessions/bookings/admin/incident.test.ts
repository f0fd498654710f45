import { describe, expect, it } from 'vitest';
import { knownIncident, needsMentor, recordableIncidents } from './incident.ts';

const startsAt = new Date('2026-11-24T04:30:00Z');
const before = new Date('2026-11-23T04:30:00Z');
const after = new Date('2026-11-24T05:00:00Z');
const recordable = (status: string, now: Date) => recordableIncidents({ status, startsAt }, now);

describe('what can be recorded', () => {
  it('of a session to come: who cancels, and technical issues; nobody has stayed away yet', () => {
    for (const status of ['confirmed', 'rescheduled']) {
      expect(recordable(status, before)).toEqual(['founder_cancels', 'mentor_cancels', 'technical_issue']);
    }
  });

  it('of a session that has begun: who did not come, technical issues, and a founder who had asked before it', () => {
    for (const status of ['confirmed', 'completed']) {
      expect(recordable(status, after)).toEqual([
        'founder_cancels',
        'technical_issue',
        'mentor_no_show',
        'founder_no_show',
      ]);
    }
  });

  it('of no booking under review, and of none that has ended', () => {
    for (const status of ['pending_admin_review', 'rejected', 'cancelled', 'unheard_of']) {
      expect([...recordable(status, before), ...recordable(status, after)]).toEqual([]);
    }
  });
});

it('the mentor is asked for a refund that was not promised, and for a time that is not owed', () => {
  const late = { refund: 'full', newTime: 'discretion', needsAgreement: true } as const;
  const owed = { refund: 'full', newTime: 'free', needsAgreement: false } as const;
  const none = { refund: 'none', newTime: 'discretion', needsAgreement: false } as const;
  expect([late, owed, none].map((terms) => needsMentor(terms, 'end'))).toEqual([true, false, false]);
  expect([late, owed, none].map((terms) => needsMentor(terms, 'move'))).toEqual([true, false, true]);
});

it('an incident that this build does not know is none', () => {
  expect(knownIncident('mentor_no_show')).toBe('mentor_no_show');
  expect([knownIncident(null), knownIncident('earthquake')]).toEqual([undefined, undefined]);
});
