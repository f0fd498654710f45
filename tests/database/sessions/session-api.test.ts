/** Who may do what with a session's page, over HTTP, from the embedded API and from a real PostgREST, as each persona. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { type Persona, people, personas, seedPeople } from '#tests/kit/personas.ts';
import { type ApiName, apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const db = provideDatabase();
const apis = provideFixture(() => openRestApis(db.url));
const { addMentor, linkMentor, addBooking } = createBuilders(db.sql);

let mentorId: string;
beforeAll(async () => {
  await seedPeople(db.sql);
  mentorId = (await addMentor({ name: 'Dev Mentor', price: 3500 })).id;
  await linkMentor(mentorId, people.mentor.id);
  await linkMentor((await addMentor({ name: 'Isha Mentor' })).id, people.otherMentor.id);
});

let daysAhead = 3;
/** An approved session of the founder with the mentor, on the day that is so many hours from now, all day long. */
async function aSession(hours: number) {
  const { id } = await addBooking(people.founder.id, { mentorId, status: 'confirmed', daysAhead });
  daysAhead += 1;
  await db.sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    await by`
      update public.bookings set date = t.at::date, start_time = '00:00:01', end_time = '23:59:59'
      from (select now() at time zone 'Asia/Kolkata' + ${hours} * interval '1 hour' as at) t where id = ${id}`;
  });
  return id;
}

function startsIn(id: string, seconds: number) {
  return db.sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    await by`
      update public.bookings set date = t.at::date, start_time = t.at::time, end_time = t.at::time + interval '1 minute'
      from (select (clock_timestamp() + ${seconds} * interval '1 second') at time zone 'Asia/Kolkata' as at) t
      where id = ${id}`;
  });
}

const BRIEF = { question: 'How do I price a pilot?', link: 'https://deck.example/a' };
const SUMMARY = 'We agreed on a price for the pilot.';

/** What each call answers whom, on a session that has begun; who is not named hears that there is no such session. */
const CALLS: [name: string, body: (id: string) => object, answers: Partial<Record<Persona, number>>][] = [
  ['session_page', (id) => ({ p_booking_id: id }), { founder: 200, mentor: 200, administrator: 200 }],
  ['save_session_brief', (id) => ({ p_booking_id: id, p_brief: BRIEF, p_revision: 0 }), { founder: 409 }],
  ['save_session_note', (id) => ({ p_booking_id: id, p_body: 'x', p_revision: 0 }), { founder: 200, mentor: 200 }],
  ['save_session_summary', (id) => ({ p_booking_id: id, p_body: SUMMARY, p_revision: 0 }), { mentor: 200 }],
  ['share_session_summary', (id) => ({ p_booking_id: id, p_revision: 1, p_is_mailed: true }), { mentor: 200 }],
  ['save_action_item', itemOf, { founder: 200, mentor: 200 }],
  ['delete_action_item', (id) => ({ p_booking_id: id, p_item_id: id, p_revision: 0 }), { founder: 204, mentor: 204 }],
  [
    'mark_action_item',
    (id) => ({ p_booking_id: id, p_item_id: id, p_is_done: true, p_revision: 0 }),
    { founder: 409, mentor: 409 },
  ],
  [
    'answer_my_check_in',
    (id) => ({ p_booking_id: id, p_day: 7, p_check_in: { answer: 'yes' } }),
    // It is too early.
    { founder: 409 },
  ],
  ['share_contact', (id) => ({ p_booking_id: id, p_email: true, p_phone: false }), { founder: 200 }],
];

function itemOf(id: string) {
  const item = { p_text: 'Call customers', p_owner: 'founder', p_due_on: null, p_revision: 0 };
  return { p_booking_id: id, p_item_id: randomUUID(), ...item };
}

describe.each(apiNames)('%s', (api: ApiName) => {
  test('each call on a session answers those who may, and tells the others of no session', async () => {
    const id = await aSession(0);
    for (const [name, body, answers] of CALLS) {
      for (const persona of personas) {
        const { status, body: answer } = await apis.call(api, persona, name, body(id));
        const expected = persona === 'visitor' ? 401 : (answers[persona] ?? 404);
        expect([name, persona, status]).toEqual([name, persona, expected]);
        if (status === 404) expect(answer.message).toBe('session_not_found');
      }
    }
  });

  test('an administrator reads no note by any call or table, and no draft', async () => {
    const id = await aSession(0);
    await apis.call(api, 'founder', 'save_session_note', { p_booking_id: id, p_body: 'NOTE-MARKER', p_revision: 0 });
    await apis.call(api, 'mentor', 'save_session_note', { p_booking_id: id, p_body: 'NOTE-MARKER', p_revision: 0 });
    const draft = { p_booking_id: id, p_body: 'DRAFT-MARKER of a summary', p_revision: 0 };
    await apis.call(api, 'mentor', 'save_session_summary', draft);
    const answers = [
      await apis.call(api, 'administrator', 'session_page', { p_booking_id: id }),
      await apis.ask(api, 'administrator', '/session_notes'),
      await apis.ask(api, 'administrator', '/session_summaries'),
      await apis.call(api, 'administrator', 'booking_details', { p_booking_id: id }),
      await apis.call(api, 'administrator', 'search_bookings', {}),
      await apis.call(api, 'administrator', 'list_audit_log', {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(JSON.stringify(answers)).not.toContain('MARKER');
    const founders = await apis.call(api, 'founder', 'session_page', { p_booking_id: id });
    expect(JSON.stringify(founders)).not.toContain('DRAFT-MARKER');
  });

  test('a founder’s brief is changed from 2 hours before the start on by nobody, whatever the browser’s clock', async () => {
    const [ahead, begun] = [await aSession(48), await aSession(0)];
    const save = (id: string) =>
      apis.call(api, 'founder', 'save_session_brief', { p_booking_id: id, p_brief: BRIEF, p_revision: 0 });
    expect(await save(ahead)).toMatchObject({ status: 200, body: { revision: 1 } });
    expect(await save(begun)).toMatchObject({ status: 409, body: { message: 'brief_closed' } });
    const [clock] = await db.sql`select extract(hour from now() at time zone 'Asia/Kolkata')::int as hour`;
    // A session begins and ends on one day: late in India's evening none starts in two hours.
    if (clock?.hour < 21) {
      const near = await aSession(24);
      // Earlier by the time that the request takes.
      await startsIn(near, 2 * 3600 + 5);
      expect(await save(near)).toMatchObject({ status: 200, body: { revision: 1 } });
      await startsIn(near, 2 * 3600 - 1);
      expect(await save(near)).toMatchObject({ status: 409, body: { message: 'brief_closed' } });
    }
    const direct = { method: 'PATCH', body: JSON.stringify({ question: 'Past the calls, directly' }) };
    const { status } = await apis.ask(api, 'founder', `/session_briefs?booking_id=eq.${ahead}`, direct);
    expect([401, 403]).toContain(status);
    const wrong = { p_booking_id: ahead, p_brief: { link: 'https://a:b@x.example' }, p_revision: 1 };
    expect(await apis.call(api, 'founder', 'save_session_brief', wrong)).toMatchObject({
      status: 422,
      body: { message: 'link_not_valid', details: 'link' },
    });
    for (const persona of ['mentor', 'otherMentor', 'otherFounder', 'visitor'] as const) {
      const refused = await apis.call(api, persona, 'remove_brief', { p_booking_id: ahead });
      expect([401, 403]).toContain(refused.status);
    }
    expect((await apis.call(api, 'administrator', 'remove_brief', { p_booking_id: ahead })).status).toBe(204);
  });
});
