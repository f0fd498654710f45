/** What each persona gets over HTTP, from the embedded API and from a real PostgREST: both must answer alike. */
import { beforeAll, describe, expect, it } from 'vitest';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { type Persona, people, personas, seedPeople } from '#tests/kit/personas.ts';
import { apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const EMAIL = 'secret-mentor@example.com';

const db = provideDatabase({ hasAdministrator: false });
const apis = provideFixture(() => openRestApis(db.url));
let mentorId: string;
let bookingId: string;

beforeAll(async () => {
  await seedPeople(db.sql);
  mentorId = await db.addMentor();
  await db.sql`
    insert into public.mentor_private (mentor_id, email, user_id) values (${mentorId}, ${EMAIL}, ${people.mentor.id})`;
  await db.sql`
    insert into public.mentor_weekly_hours (mentor_id, weekday, start_minute, end_minute)
    values (${mentorId}, 0, 600, 660)`;
  await db.sql`
    insert into public.mentor_date_overrides (mentor_id, date, ranges) values (${mentorId}, '2099-01-01', '{}')`;
  await db.sql`
    insert into public.mentor_time_off (mentor_id, first_day, last_day) values (${mentorId}, '2099-01-02', '2099-01-02')`;
  const slot = await db.addSlot(mentorId, 2, '10:00', '11:00');
  ({ bookingId } = await db.buy(people.founder.id, slot));
  await db.sql`insert into public.favourites (user_id, mentor_id) values (${people.founder.id}, ${mentorId})`;
  await db.sql`
    insert into public.session_briefs (booking_id, user_id, question)
    values (${bookingId}, ${people.founder.id}, 'How do I price a pilot?')`;
  await db.sql`
    insert into public.session_notes (booking_id, author_id, body)
    values (${bookingId}, ${people.founder.id}, 'Mine'), (${bookingId}, ${people.mentor.id}, 'Mine')`;
  await db.sql`
    insert into public.session_summaries (booking_id, body, shared_at) values (${bookingId}, 'We agreed on it.', now())`;
  await db.sql`insert into public.action_items (booking_id, owner, text) values (${bookingId}, 'founder', 'Call them')`;
  await db.sql`insert into public.session_contacts (booking_id) values (${bookingId})`;
  await db.sql`
    insert into public.public_counters (mentors, founders, sessions_held, verified_stories, is_demonstration, counted_at)
    values (7, 1, 1, 1, false, now())`;
  await db.sql`
    insert into public.promise_days (
      day, is_demonstration, requests, answered_in_time, unanswered, unanswered_refunded, answer_hours, sessions, held,
      mentor_missed, founder_missed, cancelled, refunds, refunds_in_time, asked, answered, helped)
    values ('2026-01-01', false, 5, 4, 1, 1, '{}', 3, 3, 0, 0, 0, 1, 1, 1, 1, 1)`;
  const [review] = await db.sql`
    insert into public.mentor_reviews (mentor_id, author_name, rating) values (${mentorId}, 'Asha', 5) returning id`;
  await db.sql`
    insert into public.review_replies (review_id, mentor_id, body) values (${review?.id}, ${mentorId}, 'Thank you.')`;
  await db.sql`
    insert into public.review_reports (review_id, mentor_id, reason) values (${review?.id}, ${mentorId}, 'insulting')`;
  await db.sql`insert into public.mentor_drafts (mentor_id, fields) values (${mentorId}, '{"city":"Goa"}')`;
  await db.sql`
    insert into public.mentor_applications (name, phone, linkedin)
    values ('Asha', '9876543210', 'https://www.linkedin.com/in/asha')`;
  await db.sql`insert into public.impact_stories (name, experience) values ('Unread', 'Waiting for approval')`;
  await db.sql`
    insert into public.podcasts (title, youtube_url, youtube_id, published)
    values ('Draft', 'https://youtu.be/abcdefghijk', 'abcdefghijk', false)`;
});

/** As many rows for each persona; `more` says who sees another number. */
function rows(all: number, more: Partial<Record<Persona, number>> = {}): Record<Persona, number> {
  const alike = personas.map((persona) => [persona, all] as const);
  return { ...(Object.fromEntries(alike) as Record<Persona, number>), ...more };
}

/** How many rows of a table each persona sees. Tables that are missing here fail the test below. */
const visible: Record<string, Record<Persona, number>> = {
  profiles: rows(1, { visitor: 0 }),
  categories: rows(8),
  mentors: rows(1),
  mentor_categories: rows(0),
  mentor_private: rows(0, { administrator: 1 }),
  mentor_availability: rows(1),
  mentor_reviews: rows(1),
  review_replies: rows(1),
  review_reports: rows(0, { mentor: 1, administrator: 1 }),
  mentor_drafts: rows(0, { mentor: 1, administrator: 1 }),
  bookings: rows(0, { founder: 1, administrator: 1 }),
  mentor_applications: rows(0, { administrator: 1 }),
  impact_stories: rows(0, { administrator: 1 }),
  video_testimonials: rows(0),
  podcasts: rows(0, { administrator: 1 }),
  change_requests: rows(0),
  time_proposals: rows(0),
  partner_logos: rows(0),
  favourites: rows(0, { founder: 1 }),
  session_briefs: rows(0, { founder: 1, administrator: 1 }),
  session_notes: rows(0, { founder: 1, mentor: 1 }),
  session_summaries: rows(0, { founder: 1, administrator: 1 }),
  action_items: rows(0, { founder: 1, administrator: 1 }),
  session_contacts: rows(0, { founder: 1 }),
  mentor_settings: rows(0, { mentor: 1, administrator: 1 }),
  mentor_weekly_hours: rows(0, { mentor: 1, administrator: 1 }),
  mentor_date_overrides: rows(0, { mentor: 1, administrator: 1 }),
  mentor_time_off: rows(0, { mentor: 1, administrator: 1 }),
  holidays: rows(9),
  // As they ship.
  search_synonyms: rows(0, { administrator: 352 }),
  public_counters: rows(1),
  promise_days: rows(0, { administrator: 1 }),
};

/** Of tables with a column that nobody reads through the API. */
const readable: Record<string, string> = {
  review_reports: 'id,review_id,mentor_id,reason,text,state,created_at,decided_at',
  mentor_drafts: 'id,mentor_id,state,fields,base,published,note,submitted_at,decided_at,updated_at',
};

it('this test knows every table of the API', async () => {
  const tables = await db.sql`
    select c.relname from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`;
  expect(tables.map((row) => row.relname).sort()).toEqual(Object.keys(visible).sort());
});

describe.each(apiNames)('%s', (api) => {
  describe.each(personas)('%s', (persona) => {
    it.each(Object.keys(readable))('does not read which administrator decided about a row of %s', async (table) => {
      for (const select of ['decided_by', '*', 'id,profiles(name)']) {
        const { status, body } = await apis.ask(api, persona, `/${table}?select=${select}`);
        expect([select, status >= 400, JSON.stringify(body).includes(people.administrator.id)]).toEqual([
          select,
          true,
          false,
        ]);
      }
      expect((await apis.ask(api, persona, `/${table}?select=id&decided_by=not.is.null`)).status).toBeGreaterThan(399);
    });

    it.each(Object.keys(visible))('reads of %s what policies allow', async (table) => {
      const { status, body } = await apis.ask(api, persona, `/${table}?select=${readable[table] ?? '*'}`);
      // A table whose grant is missing answers with a refusal, one under policies with no rows: either shows nothing.
      const rows = status === 200 ? body.length : 0;
      expect({ rows, isRefused: status >= 400 }).toEqual({
        rows: visible[table]?.[persona],
        isRefused: status >= 400 && visible[table]?.[persona] === 0,
      });
    });

    it('finds no mentor e-mail unless an administrator', async () => {
      for (const path of [
        '/mentors?select=*',
        '/mentors?select=*,mentor_private(*)',
        '/mentor_private?select=email',
        '/bookings?select=*,mentors(*,mentor_private(*))',
        `/rpc/search_mentors?p_search=${encodeURIComponent(EMAIL.slice(0, 8))}`,
        `/mentors?select=name&mentor_private.email=eq.${EMAIL}`,
      ]) {
        const { body } = await apis.ask(api, persona, path);
        const isShown = JSON.stringify(body).includes(EMAIL);
        if (persona === 'administrator') continue;
        expect({ path, isShown }).toEqual({ path, isShown: false });
      }
    });

    it('cannot call what is meant for the server', async () => {
      for (const [name, body] of Object.entries({
        settle_payment: {
          p_provider_order_id: 'order_x',
          p_payment_id: 'pay_x',
          p_amount_paise: 350000,
          p_currency: 'INR',
        },
        create_payment_order: {
          p_user_id: people.founder.id,
          p_mentor_id: mentorId,
          p_booking_id: null,
          p_date: '2099-01-01',
          p_start_time: '10:00',
          p_end_time: '11:00',
        },
        attach_provider_order: { p_order_id: mentorId, p_provider_order_id: 'order_x' },
        claim_jobs: { p_kinds: ['refund'], p_limit: 1 },
        record_refund: { p_refund_id: mentorId, p_provider_refund_id: 'rfnd_x', p_state: 'processed' },
      })) {
        const { status, body: answer } = await apis.call(api, persona, name, body);
        expect({ name, isRefused: [401, 403, 404].includes(status), answer }).toMatchObject({ name, isRefused: true });
      }
    });

    it('cannot make itself an administrator', async () => {
      if (persona === 'administrator') return;
      const id = persona === 'visitor' ? people.founder.id : people[persona].id;
      await apis.ask(api, persona, `/profiles?id=eq.${id}`, { method: 'PATCH', body: '{"is_admin":true}' });
      await apis.ask(api, persona, '/profiles', {
        method: 'POST',
        headers: { prefer: 'resolution=merge-duplicates' },
        body: JSON.stringify({ id, email: 'x@example.com', is_admin: true }),
      });
      const [row] = await db.sql`select is_admin from public.profiles where id = ${id}`;
      expect(row?.is_admin).toBe(false);
    });

    it('cannot enter a booking or change its time', async () => {
      if (persona === 'administrator') return;
      const made = await apis.ask(api, persona, '/bookings', {
        method: 'POST',
        body: JSON.stringify({
          id: crypto.randomUUID(),
          mentor_id: mentorId,
          mentor_name: 'X',
          date: '2099-01-01',
          start_time: '10:00',
          end_time: '11:00',
          user_id: people.founder.id,
          user_email: people.founder.email,
          status: 'confirmed',
        }),
      });
      expect(made.status).toBeGreaterThanOrEqual(400);
      await apis.ask(api, persona, `/bookings?id=eq.${bookingId}`, { method: 'PATCH', body: '{"date":"2099-01-01"}' });
      await apis.ask(api, persona, `/bookings?id=eq.${bookingId}`, { method: 'PATCH', body: '{"status":"confirmed"}' });
      const [row] = await db.sql`select status, date::text from public.bookings where id = ${bookingId}`;
      expect(row).toMatchObject({ status: 'pending_admin_review' });
      expect(row?.date).not.toBe('2099-01-01');
    });

    it('cannot set what the database keeps', async () => {
      if (persona === 'administrator') return;
      await apis.ask(api, persona, `/mentor_availability?mentor_id=eq.${mentorId}`, {
        method: 'PATCH',
        body: '{"is_booked":false}',
      });
      await apis.ask(api, persona, `/mentors?id=eq.${mentorId}`, { method: 'PATCH', body: '{"price":1}' });
      const [row] = await db.sql`
        select m.price, a.is_booked
        from public.mentors m join public.mentor_availability a on a.mentor_id = m.id where m.id = ${mentorId}`;
      expect(row).toEqual({ price: 3500, is_booked: true });
    });

    it('never reaches the private schema', async () => {
      for (const table of ['payment_orders', 'payments', 'refunds', 'outbox', 'slot_claims']) {
        const { status } = await apis.ask(api, persona, `/${table}?select=*`, {
          headers: { 'accept-profile': 'private' },
        });
        expect({ table, status: status >= 400 }).toEqual({ table, status: true });
      }
    });
  });
});

it('Supabase Lite and PostgREST give the same listing of mentors', async () => {
  const path = '/rpc/search_mentors?p_search=dev&p_limit=8';
  const [lite, postgrest] = await Promise.all(apiNames.map((api) => apis.ask(api, 'visitor', path)));
  expect(lite).toEqual(postgrest);
  expect(lite?.body).toHaveLength(1);
});
