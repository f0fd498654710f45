import { z } from 'zod';
import { checkIn as copy } from '#copy/sessions/check-ins.ts';
import { cleanLine } from '#rules/shell/text.ts';

/** Check-ins (docs/product/outcomes.md#check-ins); the database's limits are private.check_in_limits(). */

/** Days after a session. */
export const CHECK_IN_DAYS = [7, 30, 90] as const;
/** Characters of "What changed?". */
export const CHANGE_LIMIT = 200;
/** The highest number that is taken. */
export const MOST_COUNTED = 1_000_000_000;

export const ANSWERS = ['yes', 'partly', 'no'] as const;
export type Answer = (typeof ANSWERS)[number];
export const NUMBERS = ['customers', 'revenue_inr', 'team'] as const;

const change = z.string().transform(cleanLine).pipe(z.string().max(CHANGE_LIMIT, copy.changeTooLong));
const count = z.int(copy.notWhole).min(0, copy.notWhole).max(MOST_COUNTED, copy.notWhole).nullable();
const rest = { change, is_released: z.boolean() };

/** An answer as it is stored. */
export const checkInSchema = z.object({
  answer: z.enum(ANSWERS, copy.chooseAnswer),
  ...rest,
  customers: count,
  revenue_inr: count,
  team: count,
});
export type CheckInAnswer = z.output<typeof checkInSchema>;

/** The text of a field; grouped digits are taken, as "1,00,000". */
const typed = z
  .string()
  .transform((text) => text.replaceAll(/[\s,]/g, ''))
  .pipe(z.string().regex(/^\d*$/, copy.notWhole))
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(count);

/** The same as it is typed. */
export const checkInForm = z.object({
  answer: z.enum(ANSWERS, copy.chooseAnswer),
  ...rest,
  customers: typed,
  revenue_inr: typed,
  team: typed,
});

/** A check-in as the database answers it; without an answer the rest is empty. */
export const storedCheckIn = z.object({
  day: z.int(),
  answer: z.enum(ANSWERS).nullable(),
  change: z.string(),
  customers: z.number().nullable(),
  revenue_inr: z.number().nullable(),
  team: z.number().nullable(),
  is_released: z.boolean(),
  answered_at: z.string().nullable(),
});
export type StoredCheckIn = z.output<typeof storedCheckIn>;

/** A story is worth telling only where something changed. */
export const isWorthSharing = (answer: Answer | null) => answer === 'yes' || answer === 'partly';
