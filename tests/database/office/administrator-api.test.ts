/**
 * An administrator's day over HTTP, from the embedded API and from a real PostgREST, and its end when the flag goes.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { people, seedPeople } from '#tests/kit/personas.ts';
import { apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const MENTOR_EMAIL = 'secret-mentor@example.com';

const db = provideDatabase();
const apis = provideFixture(() => openRestApis(db.url));
let mentorId: string;
let bookingId: string;
beforeAll(async () => {
  await seedPeople(db.sql);
  mentorId = await db.addMentor();
  await db.sql`insert into public.mentor_private (mentor_id, email) values (${mentorId}, ${MENTOR_EMAIL})`;
  const slot = await db.addSlot(mentorId, 2, '10:00', '11:00');
  ({ bookingId } = await db.buy(people.founder.id, slot));
  await db.sql`
    insert into public.mentor_applications (name, phone, linkedin) values
      ('Nila, "the" 100%', '9876543210', 'https://www.linkedin.com/in/nila'),
      ('Omar', '9123456780', 'https://www.linkedin.com/in/omar')`;
});

/** Every call and reading that only an administrator gets anything from. */
const calls: [string, object][] = [
  ['search_bookings', { p_status: ['pending_admin_review', 'confirmed'] }],
  ['booking_counts', {}],
  ['admin_overview', {}],
  ['marketplace_opening', {}],
  ['list_failures', {}],
  ['outcome_of_retry', { p_id: 'job:unknown' }],
  ['refund_totals', { p_month: '2026-11-01' }],
  ['list_audit_log', {}],
  ['list_people', {}],
  ['export_people', {}],
  ['person_details', { p_user_id: people.founder.id }],
  ['export_person', { p_user_id: people.founder.id, p_reason: 'Asked by e-mail' }],
  ['google_token_state', {}],
];
const readings = ['/mentor_applications?select=*', '/mentor_private?select=*'];

describe.each(apiNames)('%s', (api) => {
  test('searches bookings with lists, words and dates as they stand', async () => {
    const { status, body } = await apis.call(api, 'administrator', 'search_bookings', {
      p_search: 'ASHA',
      p_status: ['pending_admin_review', 'confirmed'],
      p_sort: 'user_name',
      p_descending: false,
      p_limit: 20,
      p_offset: 0,
    });
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      id: bookingId,
      user_name: people.founder.name,
      mentor_email: MENTOR_EMAIL,
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      start_time: '10:00:00',
      code: expect.stringMatching(/^P0-[0-9A-HJKMNP-TV-Z]{6}$/),
      amount_paise: 350_000,
      conflicts: 0,
    });
    expect(Number(body[0].total_count)).toBe(1);
    const none = await apis.call(api, 'administrator', 'search_bookings', { p_status: ['rejected'] });
    expect(none.body).toEqual([]);
  });

  test('answers counts and the overview as objects', async () => {
    expect((await apis.call(api, 'administrator', 'booking_counts')).body).toMatchObject({ pending: 1, total: 1 });
    const { body } = await apis.call(api, 'administrator', 'admin_overview', { p_weeks: 2 });
    expect(body).toMatchObject({ pending_now: 1 });
    expect(body.weeks).toHaveLength(2);
  });

  test('saves a mentor with lists and objects, changes it once, and tells the second', async () => {
    const mentor = {
      name: `Asha Rao by ${api}`,
      title: 'Partner',
      expertise: 'Sales',
      bio: 'Sold things.',
      price: 3500,
      image: '/media/a.webp',
      specializations: ['B2B', 'Pricing'],
    };
    const body = {
      p_email: 'asha@mentors.example',
      p_category_ids: ['c0000000-0000-4000-8000-000000000001'],
      p_slots_added: [{ date: '2099-01-01', start_time: '10:00', end_time: '11:00' }],
    };
    const made = await apis.call(api, 'administrator', 'save_mentor', { ...body, p_mentor: mentor });
    expect(made).toMatchObject({ status: 200, body: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const read = async () =>
      (
        await apis.ask(
          api,
          'administrator',
          `/mentors?id=eq.${made.body}&select=*,categories(id),mentor_availability(date)`,
        )
      ).body[0];
    const row = await read();
    // The categories come through the table between them, in one level.
    expect(row).toMatchObject({
      ...mentor,
      categories: [{ id: 'c0000000-0000-4000-8000-000000000001' }],
      mentor_availability: [{ date: '2099-01-01' }],
    });
    const change = { ...body, p_mentor: { ...mentor, id: made.body, updated_at: row.updated_at, price: 4000 } };
    expect((await apis.call(api, 'administrator', 'save_mentor', change)).status).toBe(200);
    expect((await read()).price).toBe(4000);
    const late = await apis.call(api, 'administrator', 'save_mentor', change);
    expect(late).toMatchObject({ status: 409, body: { message: 'mentor_changed_meanwhile' } });
    const bad = await apis.call(api, 'administrator', 'save_mentor', {
      ...body,
      p_mentor: { ...mentor, name: ' ', price: 0 },
    });
    expect(bad).toMatchObject({
      status: 422,
      body: { message: 'name_required', details: 'name_required,price_invalid' },
    });
    const deleted = await apis.call(api, 'administrator', 'delete_mentor', { p_id: made.body });
    expect(deleted.status).toBeLessThan(300);
    expect(await read()).toBeUndefined();
  });

  test('tells who has the place on the home page', async () => {
    const rows = await db.sql`
      insert into public.mentors (name, is_featured_on_homepage, homepage_display_order)
      values ('First', true, 1), ('Second', true, null) returning id`;
    const answer = await apis.call(api, 'administrator', 'set_display_order', { p_id: rows[1]?.id, p_order: 1 });
    expect(answer).toMatchObject({ status: 409, body: { message: 'display_order_taken', details: 'First' } });
    await db.sql`delete from public.mentors where id in ${db.sql(rows.map((row) => row.id))}`;
  });

  test('finds applications and people by one column, page by page', async () => {
    const find = async (word: string) => {
      const pattern = encodeURIComponent(`*${word.replace(/[\\%_]/g, '\\$&')}*`);
      const { body } = await apis.ask(
        api,
        'administrator',
        `/mentor_applications?select=name&search_text=ilike.${pattern}&order=created_at.desc&limit=20&offset=0`,
      );
      return body.map((row: { name: string }) => row.name);
    };
    expect(await find('omar')).toEqual(['Omar']);
    expect(await find('98765')).toEqual(['Nila, "the" 100%']);
    expect(await find('nila, "the" 100%')).toEqual(['Nila, "the" 100%']);
    expect(await find('%')).toEqual(['Nila, "the" 100%']);
    const people = await apis.call(api, 'administrator', 'list_people', { p_search: 'RAVI@', p_sort: 'name' });
    expect(people.body).toMatchObject([{ name: 'Ravi Founder', email: 'ravi@startup.example', total_count: 1 }]);
  });

  test.each(['visitor', 'founder', 'otherFounder', 'mentor'] as const)('a %s gets nothing', async (persona) => {
    for (const [name, body] of calls) {
      const answer = await apis.call(api, persona, name, body);
      expect([name, answer.status]).toEqual([name, persona === 'visitor' ? answer.status : 403]);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    for (const path of readings) {
      const { status, body } = await apis.ask(api, persona, path);
      expect(status === 200 ? body : []).toEqual([]);
    }
  });

  test('whose flag is taken away gets nothing with the next request, though the token has time left', async () => {
    const setFlag = (isAdmin: boolean) =>
      db.sql`update public.profiles set is_admin = ${isAdmin} where id = ${people.administrator.id}`;
    const answers = async () => ({
      calls: await Promise.all(
        calls.map(async ([name, body]) => (await apis.call(api, 'administrator', name, body)).status),
      ),
      rows: await Promise.all(
        [...readings, '/bookings?select=*'].map(
          async (path) => (await apis.ask(api, 'administrator', path)).body.length > 0,
        ),
      ),
    });
    const approve = () =>
      apis.ask(api, 'administrator', `/bookings?id=eq.${bookingId}`, {
        method: 'PATCH',
        headers: { prefer: 'return=representation' },
        body: JSON.stringify({ status: 'confirmed' }),
      });
    expect(await answers()).toEqual({ calls: calls.map(() => 200), rows: [true, true, true] });
    await setFlag(false);
    try {
      expect(await answers()).toEqual({ calls: calls.map(() => 403), rows: [false, false, false] });
      await approve();
      expect(await apis.call(api, 'administrator', 'delete_mentor', { p_id: mentorId })).toMatchObject({
        status: 403,
        body: { message: 'admin_only' },
      });
      const [booking] = await db.sql`select status from public.bookings where id = ${bookingId}`;
      expect(booking?.status).toBe('pending_admin_review');
    } finally {
      await setFlag(true);
    }
    expect(await answers()).toEqual({ calls: calls.map(() => 200), rows: [true, true, true] });
  });
});
