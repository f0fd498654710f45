import { z } from 'zod';
import { mentorCalendar } from '#copy/mentors/calendar.ts';

/** How long a mentor may take on Google's consent page (docs/product/calendars.md#connecting). */
export const CONNECTION_MINUTES = 10;

/** How many calendars besides the primary one. */
export const MOST_FURTHER_CALENDARS = 4;

/** Longer than any of Google's codes and of our states. */
const LONGEST = 2_000;

const { errors } = mentorCalendar;

/** A calendar's id at Google looks like an e-mail address, but is not always one. */
export const calendarAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, errors.addressNotValid)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, errors.addressNotValid);

const addresses = z.array(z.string().max(LONGEST)).max(50);

/** The body of connect-calendar. */
export const connectCalendarBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal('begin') }),
  z.object({
    action: z.literal('exchange'),
    code: z.string().min(1).max(LONGEST),
    state: z.string().min(1).max(LONGEST),
  }),
  z.object({ action: z.literal('disconnect') }),
  z.object({ action: z.literal('check-now') }),
  z.object({ action: z.literal('save-calendars'), calendars: addresses, was: addresses.optional() }),
]);
