import { bookingCopy } from '#copy/booking.ts';
import type { BookingSummary } from '#rules/booking-query.ts';
import { formatDateLong, formatTimeRange } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';

const UNKNOWN = '-';

/** Opens the support chat with a message about the booking, the payment and what went wrong (spec section 2). */
export function supportLink(
  chatUrl: string,
  about: { summary: BookingSummary; bookingId: string; paymentId: string; issue: string },
): string {
  const { summary, bookingId, paymentId, issue } = about;
  const { mentorName, amount, date, startTime, endTime } = summary;
  const url = new URL(chatUrl);
  url.searchParams.set(
    'text',
    bookingCopy.processing.supportMessage({
      bookingId: bookingId || UNKNOWN,
      paymentId: paymentId || UNKNOWN,
      mentorName: mentorName || UNKNOWN,
      amount: amount === null ? UNKNOWN : formatInr(amount),
      date: date ? formatDateLong(date) : UNKNOWN,
      time: startTime && endTime ? `${formatTimeRange(startTime, endTime)} IST` : UNKNOWN,
      issue,
    }),
  );
  return url.href;
}
