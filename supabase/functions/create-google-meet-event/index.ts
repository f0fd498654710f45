import { z } from 'zod';
import { mail } from '#copy/sessions/booking-mail.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { createHandler, HttpError, readBody } from '#functions/_shared/http.ts';
import { queueBookingMails } from '#functions/_shared/mail/booking.ts';
import { requireAdministrator } from '#functions/_shared/people/auth.ts';
import { readBooking } from '#functions/_shared/sessions/booking.ts';
import { settleCalendar } from '#functions/_shared/sessions/booking-calendar.ts';
import { meetingUrl, takesPlace } from '#rules/sessions/meeting.ts';

/** The request also names people and times; the database's own are used. */
const bodyShape = z.object({ bookingId: z.guid() });

/**
 * Creates the event of an approved booking without waiting for the worker, for administrators; not in the ten seconds
 * in which the approval may be taken back. The worker uses the same ids and keys, so both
 * may run. `success` is false, with the reason in `error`, when there is no event; refuses bookings without one.
 */
export default createHandler('create-google-meet-event', async (request) => {
  await requireAdministrator(request);
  const { bookingId } = await readBody(request, bodyShape);
  const fields = { success: false };
  const found = await readBooking(bookingId);
  if (!found) throw new HttpError(404, mail.calendar.bookingNotFound, { fields });
  if (!takesPlace(found.status)) throw new HttpError(409, mail.calendar.notApproved, { fields });
  // Until then the administrator may take the approval back.
  const hasBegun = await query(serviceClient().rpc('begin_invitations', { p_booking_id: bookingId }));
  if (!hasBegun) return { ...fields, error: mail.calendar.waiting };
  const settled = await settleCalendar(bookingId);
  if (!settled) throw new HttpError(404, mail.calendar.bookingNotFound, { fields });
  const { booking, outcome } = settled;
  if (outcome.kind === 'off') return { ...fields, error: mail.calendar.off };
  if (outcome.kind !== 'settled') return { ...fields, error: outcome.reason };
  const meetLink = meetingUrl(booking.google_meet_link);
  if (meetLink === null) throw new HttpError(409, mail.calendar.notApproved, { fields });
  // The worker may have given up, and its e-mails with it.
  if (booking.status === 'confirmed' || booking.status === 'rescheduled') {
    await queueBookingMails(booking.status, booking);
  }
  return { success: true, meetLink };
});
