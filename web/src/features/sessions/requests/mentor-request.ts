import { z } from 'zod';
import { mentorRefusals } from '#copy/mentors/settings.ts';
import { mentorAnswer as copy } from '#copy/sessions/requests.ts';
import { knownRefusal, refusalOf } from '#lib/refusals.ts';
import { LANGUAGES, STAGES } from '#rules/sessions/brief.ts';
import { DECLINE_REASONS, type DeclineReason, type OfferedTime } from '#rules/sessions/request.ts';

/** A paid request as its mentor reads it, signed in or by link. */
export const mentorRequestShape = z.object({
  booking_id: z.string(),
  code: z.string(),
  /** Null where no name is known. */
  founder: z.string().nullable(),
  /** India's. */
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  time_zone: z.string(),
  answer_by: z.coerce.date(),
  approval_mode: z.string(),
  brief: z
    .object({
      question: z.string().nullable(),
      stage: z.enum(STAGES).nullable(),
      link: z.string().nullable(),
      language: z.enum(LANGUAGES).nullable(),
    })
    .nullable(),
  overlaps_calendar: z.boolean(),
  answer: z
    .object({
      answer: z.enum(['accept', 'decline']),
      reason_code: z.enum(DECLINE_REASONS).nullable(),
      reason_text: z.string().nullable(),
    })
    .nullable(),
  offered_times: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      date: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      state: z.string(),
    }),
  ),
  offer_from: z.coerce.date(),
  offer_to: z.coerce.date(),
});
export type MentorRequest = z.output<typeof mentorRequestShape>;

/** What a mentor answers. */
export interface MentorAnswer {
  answer: 'accept' | 'decline';
  reasonCode?: DeclineReason;
  reasonText?: string;
  times: readonly OfferedTime[];
}

/** `closed`: nothing can be answered any more, and why. `times`: one of the offered times cannot be had. */
export type AnswerOutcome =
  | { kind: 'done'; isConfirmed: boolean }
  | { kind: 'closed'; sentence: string }
  | { kind: 'times' }
  | { kind: 'refused'; sentence: string };

/** The outcome for a refusal of the database or of the function. Throws what is none. */
export function refusedOutcome(error: unknown): AnswerOutcome {
  const end = knownRefusal(error, copy.ends);
  if (end !== null) return { kind: 'closed', sentence: end };
  if (refusalOf(error).word === 'proposal_not_valid') return { kind: 'times' };
  const sentence = knownRefusal(error, copy.refusals, mentorRefusals);
  if (sentence === null) throw error;
  return { kind: 'refused', sentence };
}

/** What is said once an answer is recorded. */
export function thanksFor(answer: 'accept' | 'decline', isConfirmed: boolean): string {
  return isConfirmed ? copy.done.confirmed : copy.done[answer];
}
