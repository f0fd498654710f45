import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { REJECTION_REASONS } from '#rules/sessions/booking.ts';

const founderShape = z.strictObject({
  key: z.string(),
  name: z.string(),
  /** How many days ago the account was made. */
  joined: z.int(),
  /** What the investor form was told; absent where it was not filled in. */
  startup: z.strictObject({ name: z.string(), industry: z.string(), idea: z.string() }).optional(),
});

/** Hours from the payment to the decision. */
const after = z.number();
const refund = z.enum(['processed', 'pending', 'queued']);
const outcomeShape = z.discriminatedUnion('is', [
  z.strictObject({
    is: z.literal('completed'),
    after,
    review: z.strictObject({ rating: z.int(), comment: z.string() }).optional(),
  }),
  z.strictObject({ is: z.literal('confirmed'), after, isEventMissing: z.literal(true).optional() }),
  /** `to` as `session`. */
  z.strictObject({ is: z.literal('rescheduled'), after, to: z.int(), reason: z.string() }),
  z.strictObject({ is: z.literal('rejected'), after, refund, reason: z.enum(REJECTION_REASONS).exclude(['other']) }),
  z.strictObject({ is: z.literal('cancelled'), after, refund }),
  /** Nobody answered in 24 hours. */
  z.strictObject({ is: z.literal('unanswered'), after, refund }),
]);
export type Outcome = z.output<typeof outcomeShape>;

const bookingShape = z.strictObject({
  /** A founder's key, or `owner`: the founder whose login the first start prints. */
  founder: z.string(),
  /** The mentor's name in the catalogue. */
  mentor: z.string(),
  /** When it was paid: so many days ago at a time of day in India, or so many hours ago. */
  made: z.union([z.tuple([z.int(), z.string()]), z.strictObject({ hoursAgo: z.number() })]),
  /** The session is the mentor's first free time from so many days after today. */
  session: z.int(),
  /** What became of it; waits for review where absent. */
  outcome: outcomeShape.optional(),
  /** What the founder wants to leave with. */
  brief: z.strictObject({ question: z.string(), stage: z.string() }).optional(),
  /** The founder's open request for another time. */
  request: z.strictObject({ hoursAgo: z.number(), message: z.string() }).optional(),
});
export type DemoBooking = z.output<typeof bookingShape>;

const applicationShape = z.strictObject({
  name: z.string(),
  daysAgo: z.number(),
  /** What an administrator made of it, so many days later; absent where nobody has looked. */
  decision: z.strictObject({ status: z.enum(['approved', 'rejected', 'contacted']), days: z.number() }).optional(),
});

/** What a mentor wrote down of a completed session, shared with its founder. */
const summaryShape = z.strictObject({
  founder: z.string(),
  mentor: z.string(),
  body: z.string(),
  items: z.array(
    z.strictObject({ owner: z.enum(['founder', 'mentor']), text: z.string(), isDone: z.literal(true).optional() }),
  ),
});

/** The invented history, in days and hours before the first start. */
export const { founders, bookings, summary, applications, absentMentors } = z
  .strictObject({
    founders: z.array(founderShape),
    bookings: z.array(bookingShape),
    summary: summaryShape,
    applications: z.array(applicationShape),
    /** Mentors who take no bookings for so many days. */
    absentMentors: z.array(z.strictObject({ name: z.string(), days: z.int() })),
  })
  .parse(parse(readFileSync(new URL('history.yaml', import.meta.url), 'utf8')));

/** An address that no mail can reach: example.com is reserved (RFC 2606). */
export function addressOf({ name }: { name: string }): string {
  return `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
}

/** Has the shape of a phone number in India and cannot be one: none begins with a nought. */
export function phoneNumber(n: number): string {
  return `+91 00000 ${String(1_000 + n).padStart(5, '0')}`;
}
