import { describe, expect, it } from 'vitest';
import type { BookingForJobs } from '../booking/booking-for-jobs.ts';
import { composeSessionMail, type MailRole, type SessionMailEvent } from './session-mail.ts';

const booking: BookingForJobs = {
  id: '9b2d1c5e-0a43-4f8e-8d65-7c3a1f2e4b90',
  status: 'confirmed',
  date: '2026-11-24',
  start_time: '10:00:00',
  end_time: '11:00:00',
  starts_at: new Date('2026-11-24T04:30:00Z'),
  ends_at: new Date('2026-11-24T05:30:00Z'),
  notes: null,
  created_at: '2026-11-21T10:00:00Z',
  founder_name: 'Ravi Kumar',
  founder_email: 'ravi.k@startup.example',
  mentor_name: 'Asha Rao',
  mentor_email: 'asha@mentors.example',
  google_meet_link: 'https://meet.google.com/abc-defg-hij',
  calendar_state: 'created',
  sequence: 0,
  amount_paise: 700_000,
  payment_id: 'pay_1',
  refund_state: 'queued',
  incident: null,
};
const compose = (
  event: SessionMailEvent,
  role: MailRole,
  changes: Partial<BookingForJobs> = {},
  now = new Date('2026-11-21T11:00:00Z'),
) => composeSessionMail(event, role, { ...booking, ...changes }, { siteUrl: 'https://point-0.example', now });
/** A text's lines are as long as a person would write. */
const flat = (text: string) => text.replace(/\s+/g, ' ');

describe('what spoiled a session', () => {
  const moved = { status: 'rescheduled', refund_state: null };
  it.each([
    ['cancelled', 'founder_cancels', 'founder', 'As you asked, your session with Asha Rao is cancelled'],
    ['cancelled', 'mentor_cancels', 'founder', 'We are sorry: Asha Rao cannot keep this time'],
    ['cancelled', 'technical_issue', 'founder', 'a technical problem on our side came in the way'],
    ['cancelled', 'mentor_no_show', 'founder', 'We are sorry: Asha Rao did not come to your session.'],
    ['cancelled', 'founder_cancels', 'mentor', 'Ravi Kumar asked us to cancel the session.'],
    [
      'cancelled',
      'mentor_cancels',
      'mentor',
      'Others can book the time again: tell us if you are away then.',
    ],
    ['cancelled', 'technical_issue', 'mentor', 'A technical problem on our side'],
    [
      'cancelled',
      'mentor_no_show',
      'mentor',
      'We have noted that you did not come to the session with Ravi Kumar',
    ],
    [
      'rescheduled',
      'founder_cancels',
      'founder',
      'What you paid holds for it: there is nothing more to pay.',
    ],
    [
      'rescheduled',
      'mentor_cancels',
      'founder',
      'It has a new one, free of charge: there is nothing more to pay.',
    ],
    ['rescheduled', 'technical_issue', 'founder', 'It has a new time, free of charge'],
    ['rescheduled', 'mentor_no_show', 'founder', 'Asha Rao did not come to your session. It has a new time'],
    ['rescheduled', 'founder_no_show', 'founder', 'You were not in your session with Asha Rao'],
    ['rescheduled', 'mentor_cancels', 'mentor', 'As you told us, the session with Ravi Kumar was moved.'],
    [
      'rescheduled',
      'founder_no_show',
      'mentor',
      'Ravi Kumar did not come to the session, and you gave another time.',
    ],
  ] as const)('%s, %s: what the %s reads', async (event, incident, role, sentence) => {
    const mail = await compose(event, role, { incident, ...(event === 'rescheduled' && moved) });
    const text = flat(mail.text);
    expect(text).toContain(sentence);
    // A move gives nothing back; a cancellation names the refund to the founder alone.
    expect(/is being refunded in full/.test(text)).toBe(event === 'cancelled' && role === 'founder');
    expect(text).not.toMatch(/undefined|your mentor/);
  });

  it('is not called cancelled when the mentor did not come', async () => {
    const mail = await compose('cancelled', 'founder', { incident: 'mentor_no_show' });
    expect(mail.subject).toBe('Did not take place: your session with Asha Rao on November 24, 2026');
    expect(mail.text.split('\n')[0]).toBe('Your session did not take place');
  });

  it('is told to a founder who did not come, with what becomes of the money and whom to write to', async () => {
    const missed = { status: 'completed', incident: 'founder_no_show', refund_state: null };
    const mail = await compose('missed', 'founder', missed);
    expect(mail.subject).toBe('Missed: your session with Asha Rao on November 24, 2026');
    expect(flat(mail.text)).toContain('we have noted that you were not.');
    expect(flat(mail.text)).toContain('What you paid is not refunded');
    expect(mail.html).toContain('href="https://point-0.example/contact"');
    expect(mail.attachments).toEqual([]);
    expect(flat((await compose('missed', 'founder', { ...missed, payment_id: null })).text)).not.toContain(
      'refund',
    );
    expect(flat((await compose('missed', 'mentor', missed)).text)).toContain(
      'We have noted that Ravi Kumar did not come to the session with you.',
    );
  });
});
