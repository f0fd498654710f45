import { z } from 'zod';
import { mentorAnswer as copy } from '#copy/mentor-answer.ts';
import { mentorRefusals } from '#copy/mentor-settings.ts';
import { LANGUAGES, STAGES } from '#rules/brief.ts';
import { DECLINE_REASONS, type DeclineReason, type OfferedTime } from '#rules/mentor-answer.ts';

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

/** The outcome for a refusal of the database or of the function; null for what is none. */
export function refusalOf(code: string, detail?: string): AnswerOutcome | null {
  switch (code) {
    case 'answer_too_late':
      return { kind: 'closed', sentence: copy.tooLate };
    case 'already_answered':
      return {
        kind: 'closed',
        sentence: copy.alreadyAnswered(copy.answers[detail === 'accept' ? 'accept' : 'decline']),
      };
    case 'booking_decided':
      return { kind: 'closed', sentence: copy.bookingDecided };
    case 'answer_unknown':
    case 'booking_not_found':
      return { kind: 'closed', sentence: copy.unknown };
    case 'too_late':
      return { kind: 'refused', sentence: copy.startsTooSoon };
    case 'proposal_not_valid':
      return { kind: 'times' };
    case 'mentor_left':
      return { kind: 'refused', sentence: mentorRefusals.mentor_left };
    case 'reason_required':
      return { kind: 'refused', sentence: copy.reasonMissing };
    case 'reason_text_length':
      return { kind: 'refused', sentence: copy.reasonTextMissing };
    default:
      return null;
  }
}

/** What is said once an answer is recorded. */
export function thanksFor(answer: 'accept' | 'decline', isConfirmed: boolean): string {
  return isConfirmed ? copy.done.confirmed : copy.done[answer];
}
