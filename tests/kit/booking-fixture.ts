/** Bookings of a running application that are approved, moved and refused, their events and their e-mails. */
import { randomUUID } from 'node:crypto';
import { eventIdOf } from '#rules/sessions/booking-calendar.ts';
import { type AppClient, eventually } from './app-client.ts';

export interface FixtureBooking {
  id: string;
  founderEmail: string;
  founderName: string;
  mentorEmail: string;
  mentorName: string;
}

export interface BookingMail {
  key: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; contentType: string; content: string }[];
}

export type BookingFixture = ReturnType<typeof openBookingFixture>;

export function openBookingFixture(app: AppClient) {
  /** A booking that waits for review, of two people of its own; unpaid, unless `isPaid`. */
  async function addBooking(options: { isPaid?: boolean } = {}): Promise<FixtureBooking> {
    const founderName = `Ravi ${randomUUID().slice(0, 4)}`;
    const founder = await app.addFounder({ name: founderName });
    const mentorEmail = `${randomUUID().slice(0, 8)}@mentors.example`;
    const mentor = await app.addMentor({ email: mentorEmail });
    const slot = await app.addSlot({ mentorId: mentor.id });
    const people = { founderEmail: founder.email, founderName, mentorEmail, mentorName: mentor.name };
    if (!options.isPaid) return { id: (await app.addBooking(founder.id, { slot })).id, ...people };
    const order = await app.order(founder, slot);
    const { body } = await app.call('verify-payment', await app.paid(order), founder);
    return { id: body.booking_id, ...people };
  }

  const approve = (ids: string[]) =>
    app.sql`update public.bookings set status = 'confirmed' where id in ${app.sql(ids)}`;

  /** One call of the worker, beside the host's own. */
  const run = () => app.runJobs();

  const jobsOf = (id: string) => app.sql`
    select kind, state, attempts, attempts - earlier_attempts as tries, last_error from private.outbox
    where payload ->> 'booking_id' = ${id} and kind not in ('booking_reminder', 'booking_calendar_late')
    order by created_at`;

  /** Asks again until no job of the booking is left. */
  const waitForJobs = (id: string) =>
    atLast(async () => {
      if ((await jobsOf(id)).some((job) => job.state !== 'done')) throw new Error('Some jobs are not done');
    });

  /** The e-mails about a booking, as they arrived. */
  const mailsOf = (id: string) => app.sql<BookingMail[]>`
    select replace(o.key, 'booking:' || ${id} || ':', '') as key, m.to, m.subject, m.html, m.text, m.attachments
    from private.outbox o join sandbox.mails m on m.id = o.id
    where o.key like ${`booking:${id}:%`} and o.kind = 'email' order by o.key`;

  /** Asks again, with a call of the worker before each time. */
  const atLast = <T>(check: () => Promise<T>, limitMs?: number) =>
    eventually(async () => {
      await run();
      return check();
    }, limitMs);

  const waitForMails = (id: string, keys: string[]) =>
    atLast(async () => {
      const mails = await mailsOf(id);
      const found = mails.map(({ key }) => key);
      if (keys.some((key) => !found.includes(key))) {
        throw new Error(`Of ${keys.join(', ')} there are ${found.join(', ')}: ${JSON.stringify(await jobsOf(id))}`);
      }
      return mails;
    });

  const lever = (path: string, body?: object) =>
    app.request(`/sandbox/google/${path}`, { method: 'POST', ...(body && { body: JSON.stringify(body) }) });

  return {
    addBooking,
    /** A booking that was approved, with its event made and both sides written to. */
    async addApprovedBooking(): Promise<FixtureBooking> {
      const booking = await addBooking();
      await approve([booking.id]);
      await waitForMails(booking.id, ['confirmed:founder:0', 'confirmed:mentor:0']);
      return booking;
    },
    approve,
    reschedule: (id: string, startTime: string, endTime: string, notes: string) => app.sql`
      update public.bookings
      set status = 'rescheduled', start_time = ${startTime}, end_time = ${endTime}, notes = ${notes} where id = ${id}`,
    end: (id: string, status: 'rejected' | 'cancelled') =>
      app.sql`
        update public.bookings
        -- An approved session is cancelled for a cause alone.
        set status = ${status},
          incident = case when ${status} = 'cancelled' then 'mentor_cancels' end,
          incident_at = case when ${status} = 'cancelled' then now() end
        where id = ${id}`,
    /** As if the session had been yesterday. */
    async moveToYesterday(id: string): Promise<void> {
      const [row] = await app.sql`
        select (private.today() - 1)::text as date, start_time, end_time from public.bookings where id = ${id}`;
      await app.moveBooking(id, { date: row?.date, startTime: row?.start_time, endTime: row?.end_time });
    },
    run,
    /** The pauses between tries are over now, and so is the wait of these bookings' jobs. */
    async runNow(ids: string[]): Promise<void> {
      await app.sql`
        update private.outbox set run_at = now()
        where state = 'ready' and run_at > now() and kind <> 'booking_reminder'
          and payload ->> 'booking_id' in ${app.sql(ids)}`;
      await run();
    },
    atLast,
    jobsOf,
    waitForJobs,
    mailsOf,
    mailKeysOf: async (id: string) => (await mailsOf(id)).map(({ key }) => key),
    waitForMails,
    async calendarOf(id: string) {
      const [row] = await app.sql`
        select c.state, c.last_error, c.sequence, b.google_meet_link as link, b.google_calendar_event_id as event
        from public.bookings b left join private.calendar_events c on c.booking_id = b.id where b.id = ${id}`;
      return row;
    },
    /** What Google has of a booking, and whom it wrote to. */
    async googleOf(id: string) {
      const { body } = await app.request(`/sandbox/google/calendar.json?event=${eventIdOf(id)}`, {});
      return {
        events: body.events,
        wrote: body.invitations.map((one: { kind: string; email: string }) => `${one.kind} ${one.email}`),
      };
    },
    /** As if the booking had been approved or moved this long ago. */
    letCalendarWait: (id: string, minutes: number) => app.sql`
      update private.calendar_events set planned_at = now() - ${minutes} * interval '1 minute'
      where booking_id = ${id}`,
    /** As an earlier version made the event, for a job to mend. */
    async showGuests(id: string): Promise<void> {
      await app.sql`
        update sandbox.google_events set fields = fields - 'guestsCanSeeOtherGuests' where id = ${eventIdOf(id)}`;
      await app.sql`update private.calendar_events set hides_guests = false where booking_id = ${id}`;
    },
    /** Whom this guest sees in the guest list of their own calendar. */
    async guestListOf(id: string, guest: string): Promise<string[]> {
      const query = new URLSearchParams({ event: eventIdOf(id), guest });
      const { body } = await app.request(`/sandbox/google/calendar.json?${query}`, {});
      return body.events[0].attendees.map(({ email }: { email: string }) => email);
    },
    lever,
    fault: (fault: object) => lever('faults', { kind: 'fail', ...fault }),
    clearFaults: () => app.request('/sandbox/google/faults', { method: 'DELETE' }),
  };
}
