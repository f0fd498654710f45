/** People, mentors, slots and bookings, written straight into a database: for every kind of test. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';

export interface Person {
  id: string;
  email: string;
}

export interface Slot {
  mentorId: string;
  mentorName: string;
  price: number;
  date: string;
  startTime: string;
  endTime: string;
}

interface SlotOptions {
  mentorId?: string;
  price?: number;
  daysAhead?: number;
  startTime?: string;
  endTime?: string;
}

export const BOOKING_STATUSES = [
  'pending_admin_review',
  'confirmed',
  'completed',
  'rejected',
  'cancelled',
  'rescheduled',
] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** The claims of a person's access token. The session that `addPerson` makes has the person's own id. */
export function claimsOf(userId: string, { sessionId = userId, aal = 'aal1' } = {}) {
  return { role: 'authenticated', sub: userId, session_id: sessionId, aal };
}

/** @param sql the superuser's connection */
export function createBuilders(sql: postgres.Sql) {
  /** An account with a confirmed address, signed in once; the sign-up trigger makes its profile. */
  async function addPerson(
    options: { id?: string; email?: string; name?: string; isAdministrator?: boolean } = {},
  ): Promise<Person> {
    const { id = randomUUID(), name, isAdministrator = false } = options;
    const email = options.email ?? `${id.slice(0, 8)}@startup.example`;
    const data = sql.json(name === undefined ? {} : { full_name: name });
    await sql`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${id}, ${email}, now(), ${data})`;
    await addSession(id);
    if (isAdministrator) await sql`update public.profiles set is_admin = true where id = ${id}`;
    return { id, email };
  }

  /** A sign-in with a password; without another id the session has the person's own, as `claimsOf` says it. */
  async function addSession(userId: string, id = userId): Promise<void> {
    await sql`insert into auth.sessions (id, user_id, aal) values (${id}, ${userId}, 'aal1')`;
  }

  /** A second factor that the account has proven: two-step sign-in is on. */
  async function addFactor(userId: string): Promise<void> {
    await sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${userId}, 'totp', 'verified', now(), now())`;
  }

  async function addMentor(
    options: { id?: string; name?: string; price?: number; email?: string } = {},
  ): Promise<{ id: string; slug: string; name: string; price: number }> {
    const { id = randomUUID(), name = 'Asha Rao', price = 7000, email } = options;
    // The shortest notice: tests sell times of the next day at any hour of today.
    const [row] = await sql`
      insert into public.mentors (id, name, title, expertise, price, min_notice_minutes)
      values (${id}, ${name}, 'Partner', 'Sales', ${price}, 120) returning slug`;
    if (email)
      await sql`
        insert into public.mentor_private (mentor_id, email) values (${id}, ${email})
        on conflict (mentor_id) do update set email = excluded.email`;
    return { id, slug: row?.slug, name, price };
  }

  /** Makes an account the mentor's; a mentor without an address gets the account's. */
  async function linkMentor(mentorId: string, userId: string): Promise<void> {
    await sql`
      insert into public.mentor_private (mentor_id, email, user_id)
      select ${mentorId}, u.email, u.id from auth.users u where u.id = ${userId}
      on conflict (mentor_id) do update set user_id = excluded.user_id`;
  }

  /** A free time of a mentor's, of a new mentor's unless one is named. `daysAhead` 0 is today in India. */
  async function addSlot(options: SlotOptions & { id?: string } = {}): Promise<Slot> {
    const slot = await chooseTime(options);
    await sql`
      insert into public.mentor_availability (id, mentor_id, date, start_time, end_time)
      values (${options.id ?? randomUUID()}, ${slot.mentorId}, ${slot.date}, ${slot.startTime}, ${slot.endTime})`;
    return slot;
  }

  /** As a slot that is not offered. */
  async function chooseTime(options: SlotOptions): Promise<Slot> {
    const { price, daysAhead = 3, startTime = '10:00:00', endTime = '11:00:00' } = options;
    const mentorId = options.mentorId ?? (await addMentor({ ...(price && { price }) })).id;
    const [row] = await sql`
      select name, price::float, (private.today() + ${daysAhead}::int)::text as date
      from public.mentors where id = ${mentorId}`;
    return { mentorId, mentorName: row?.name, price: row?.price, date: row?.date, startTime, endTime };
  }

  /**
   * A booking in any status and of any age, without a payment; at a new mentor's unless the slot or the mentor is
   * named.
   */
  async function addBooking(
    owner: string,
    options: SlotOptions & { id?: string; slot?: Slot; status?: BookingStatus; ageMinutes?: number } = {},
  ): Promise<{ id: string; slot: Slot }> {
    const { id = randomUUID(), status = 'pending_admin_review', ageMinutes = 0 } = options;
    const slot = options.slot ?? (await chooseTime(options));
    await sql`
      insert into public.bookings (id, mentor_id, mentor_name, mentor_image, date, start_time, end_time, status,
        user_id, user_email, created_at)
      select ${id}, m.id, m.name, m.image, ${slot.date}::date, ${slot.startTime}::time, ${slot.endTime}::time,
        ${status}, u.id, u.email, now() - ${ageMinutes} * interval '1 minute'
      from public.mentors m, auth.users u where m.id = ${slot.mentorId} and u.id = ${owner}`;
    return { id, slot };
  }

  /** Moves a booking, and its claim on the mentor's time, past every rule. */
  async function moveBooking(id: string, to: Pick<Slot, 'date' | 'startTime' | 'endTime'>): Promise<void> {
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`
        update public.bookings
        set date = ${to.date}::date, start_time = ${to.startTime}::time, end_time = ${to.endTime}::time,
          answer_by = private.answer_by(
            created_at, lower(private.session_range(${to.date}::date, ${to.startTime}::time, ${to.endTime}::time)))
        where id = ${id}`;
      await transaction`
        update private.slot_claims c set during = b.during
        from public.bookings b where b.id = c.booking_id and b.id = ${id}`;
    });
    // Its trigger marks again what is sold.
    await sql`
      update public.mentor_availability a set is_booked = is_booked
      from public.bookings b where b.mentor_id = a.mentor_id and b.id = ${id}`;
  }

  /** As if the booking had been made this many hours ago, past every rule. */
  async function backdate(id: string, hours: number): Promise<void> {
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`
        update public.bookings
        set created_at = now() - ${hours} * interval '1 hour',
          answer_by = private.answer_by(now() - ${hours} * interval '1 hour', lower(during))
        where id = ${id}`;
    });
  }

  return { addPerson, addSession, addFactor, addMentor, linkMentor, addSlot, addBooking, moveBooking, backdate };
}
