/**
 * Every function for mentors, found in the database by its first line, so that one that is added is tested as well: what an
 * account without a mentor gets, what another mentor gets with the first one's ids, and what no answer contains.
 */
import type postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { attempt, type Persona, people, rehearse } from '#tests/kit/personas.ts';
import { rowIds, seedPolicyFixtures } from './policy-fixtures.ts';

const db = provideDatabase({ hasAdministrator: false });
const { sql } = db;

/** What must never reach the mentor. */
const SECRETS = ['asha@startup.example', 'ravi@startup.example', '+91 98765 43210'];
const PROVIDER_ID = /\b(pay|order|rfnd)_\w/;
const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const STORY = '22222222-3333-4444-8555-666666666666';

interface Call {
  name: string;
  /** The type of each argument by its name. */
  args: Record<string, string>;
}
let calls: Call[] = [];
/** Sessions whose founders share neither address nor number. */
const privateSessions: string[] = [];

beforeAll(async () => {
  await seedPolicyFixtures(sql);
  await sql`update public.profiles set phone = ${SECRETS[2] ?? ''} where id in (${people.founder.id}, ${people.otherFounder.id})`;
  // Paid ones, so that there are payments and a refund to leak.
  const { addBooking } = createBuilders(sql);
  const { founder, otherFounder, administrator } = people;
  await sql`update public.bookings set status = 'confirmed' where id = ${rowIds.otherBooking}`;
  await addBooking(founder.id, { mentorId: rowIds.mentor, daysAhead: -1, status: 'completed' });
  for (const [daysAhead, status] of [
    [6, 'confirmed'],
    [7, 'rejected'],
    [8, null],
  ] as const) {
    const { bookingId } = await db.buy(otherFounder.id, await db.addSlot(rowIds.mentor, daysAhead, '10:00', '11:00'));
    privateSessions.push(bookingId);
    if (status) await db.setStatus(administrator.id, bookingId, status);
  }
  await sql`insert into public.impact_stories (id, name, experience, is_approved) values (${STORY}, 'Asha', 'One price.', true)`;
  await sql`
    insert into private.story_sessions (story_id, booking_id, user_id, mentor_id, consent_text, wants_mentor_name)
    values (${STORY}, ${rowIds.otherBooking}, ${otherFounder.id}, ${rowIds.mentor}, private.story_consent(), true)`;
  calls = await readCalls();
});

/** Also those that ask through a private function. */
async function readCalls(): Promise<Call[]> {
  const rows = await sql`
    with recursive asking (oid, name, schema) as (
      select p.oid, p.proname, p.pronamespace from pg_proc p
      where p.pronamespace = 'private'::regnamespace
        and p.proname in ('require_mentor', 'require_present_mentor', 'require_mentor_or_admin')
      union
      select p.oid, p.proname, p.pronamespace from pg_proc p join asking a
        on a.schema = 'private'::regnamespace and p.prosrc ~ ('private[.]' || a.name || '[(]')
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    )
    select p.proname as name,
      (select coalesce(json_object_agg(n.name, format_type(t.type, null)), '{}')
       from unnest(p.proargtypes) with ordinality t (type, place)
       join unnest(p.proargnames) with ordinality n (name, place) using (place)) as args
    from pg_proc p join asking a using (oid)
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
    order by 1`;
  return rows as unknown as Call[];
}

/** Plausible values where an id is not asked for. */
const VALUES: Record<string, unknown> = {
  p_view: 'past',
  p_name: 'Dev Mentor',
  p_answer: 'decline',
  'answer_story_name.p_answer': 'yes',
  p_reason_code: 'not_free',
  p_search: '',
  p_reason: 'insulting',
  p_owner: 'founder',
};
const OF_TYPE: Record<string, unknown> = {
  text: 'A reason of some length',
  jsonb: '[]',
  json: '[]',
  boolean: true,
  integer: 20,
  smallint: 5,
  bigint: 20,
  date: '2027-01-04',
  'timestamp with time zone': '2026-11-24T10:00:00Z',
  'time without time zone': '10:00',
};

interface Ids {
  mentor: string;
  booking: string;
  review: string;
  item: string;
  story: string;
}

function argumentOf(name: string, type: string, ids: Ids): unknown {
  if (type === 'uuid') {
    const of = Object.entries({
      mentor: 'mentor',
      booking: 'booking',
      before: 'booking',
      review: 'review',
      item: 'item',
      story: 'story',
    });
    const [, kind] = of.find(([word]) => name.includes(word)) ?? [];
    if (kind === undefined)
      throw new Error(`No id is known for ${name}: name one, so that the call is tested with it.`);
    return ids[kind as keyof Ids];
  }
  if (name in VALUES) return VALUES[name];
  return OF_TYPE[type] ?? null;
}

/** What the call answers, or the code and message of its refusal. */
async function outcomeOf(by: postgres.TransactionSql, { name, args }: Call, ids: Ids, view?: string): Promise<unknown> {
  const entries = Object.entries(args);
  const list = entries.map(([arg, type], n) => `${arg} => $${n + 1}::text::${type}`).join(', ');
  const values = entries.map(([arg, type]) => {
    const value = arg === 'p_view' && view ? view : (VALUES[`${name}.${arg}`] ?? argumentOf(arg, type, ids));
    return value === null ? null : String(value);
  });
  const answer = await attempt(by, (inner) =>
    inner.unsafe(`select * from public.${name}(${list})`, values as string[]),
  );
  if (!answer.error) return answer.rows;
  const { code, message, detail } = answer.error;
  return { code, message, detail };
}

function asEach<T>(
  persona: Persona,
  act: (by: postgres.TransactionSql, call: Call) => Promise<T>,
): Promise<Map<string, T>> {
  return rehearse(sql, async (by, become) => {
    await become(persona);
    const found = new Map<string, T>();
    for (const call of calls) found.set(call.name, await act(by, call));
    return found;
  });
}

const firstMentors = {
  mentor: rowIds.mentor,
  booking: rowIds.otherBooking,
  review: rowIds.thirdReview,
  item: rowIds.otherItem,
  story: STORY,
};
const unknown = { mentor: UNKNOWN, booking: UNKNOWN, review: UNKNOWN, item: UNKNOWN, story: UNKNOWN };

/** What the answers of all calls contain that must never reach the mentor. */
async function leaks(change = ''): Promise<string[]> {
  const found: string[] = [];
  for (const view of ['upcoming', 'past']) {
    await rehearse(sql, async (by, become) => {
      await by.unsafe(change);
      await become('mentor');
      const answers: [string, unknown][] = [];
      for (const call of calls) answers.push([call.name, await outcomeOf(by, call, firstMentors, view)]);
      // A booking that is named as the last one seen leaves out the others.
      const [whole] = await by`
        select public.mentor_sessions(null, ${view}) as sessions, public.mentor_today() as today,
          public.mentor_requests(${rowIds.mentor}) as requests`;
      answers.push(['whole lists', whole]);
      if (change === '') expect(JSON.stringify(whole)).toContain('Ravi Founder');
      for (const id of privateSessions) {
        answers.push(['session_page', await by`select public.session_page(${id}) as page`]);
      }
      for (const [name, answer] of answers) {
        const text = JSON.stringify(answer);
        if (SECRETS.some((secret) => text.includes(secret)) || PROVIDER_ID.test(text)) found.push(name);
      }
    });
  }
  return [...new Set(found)];
}

describe('Calls for mentors', () => {
  test('the list of calls is not empty and has those of sessions and preferences', () => {
    expect(calls.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'mentor_sessions',
        'mentor_today',
        'cancel_session_as_mentor',
        'report_founder_absence',
        'my_mentor_preferences',
        'leave_marketplace',
      ]),
    );
  });

  test('an account without a mentor gets 42501 or 404 from each, whatever its metadata says', async () => {
    await sql`
      update auth.users set
        raw_user_meta_data = raw_user_meta_data || jsonb_build_object('mentor_id', ${rowIds.mentor}::text, 'role', 'mentor'),
        raw_app_meta_data = jsonb_build_object('mentor_id', ${rowIds.mentor}::text, 'role', 'mentor')
      where id = ${people.founder.id}`;
    const outcomes = await asEach('founder', (by, call) => outcomeOf(by, call, firstMentors));
    for (const [name, outcome] of outcomes) {
      expect([name, (outcome as { code: string }).code]).toEqual([name, expect.stringMatching(/^(42501|PT404)$/)]);
    }
  });

  test('another mentor gets for the first one’s ids what an unknown id gets', async () => {
    const outcomes = await asEach('otherMentor', async (by, call) => [
      await outcomeOf(by, call, firstMentors),
      await outcomeOf(by, call, unknown),
    ]);
    const named = calls.filter(({ args }) => Object.values(args).includes('uuid')).map(({ name }) => name);
    expect(named.length).toBeGreaterThan(3);
    for (const name of named) {
      const [ofFirst, ofUnknown] = outcomes.get(name) ?? [];
      expect([name, ofFirst]).toEqual([name, ofUnknown]);
    }
  });

  test('no answer contains a founder’s address or number or a provider’s id', async () => {
    expect(await leaks()).toEqual([]);
  });

  test('the check of answers would notice a list and a page that name an address', async () => {
    const named = await leaks(`
      create or replace function public.mentor_requests(p_mentor_id uuid) returns jsonb
      language sql security definer set search_path = '' as
        'select jsonb_agg(p.email) from public.bookings b join public.profiles p on p.id = b.user_id';
      create or replace function private.shared_contact(p_booking public.bookings) returns jsonb
      language sql security definer set search_path = '' as
        'select jsonb_build_object(''email'', p.email) from public.profiles p where p.id = (p_booking).user_id';`);
    expect(named).toEqual(expect.arrayContaining(['mentor_requests', 'session_page']));
  });

  test('once the mentor has left, every call that writes is refused, apart from disconnecting', async () => {
    const writing = await sql`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'`;
    const outcomes = await rehearse(sql, async (by, become) => {
      await by`update public.mentors set listing_state = 'left' where id = ${rowIds.mentor}`;
      await become('mentor');
      const found: [string, string][] = [];
      for (const call of calls.filter(({ name }) => writing.some((one) => one.name === name))) {
        const outcome = (await outcomeOf(by, call, firstMentors)) as { message?: string };
        found.push([call.name, outcome.message ?? 'done']);
      }
      return found;
    });
    expect(outcomes.length).toBeGreaterThan(25);
    expect(Object.fromEntries(outcomes.filter(([, outcome]) => outcome !== 'mentor_left'))).toEqual({
      disconnect_calendar: 'done',
      // Reads, and puts an administrator's reading on record.
      mentor_requests: 'done',
      // The founder's.
      answer_my_check_in: 'session_not_found',
      save_session_brief: 'session_not_found',
      share_contact: 'session_not_found',
      share_story: 'session_not_found',
      withdraw_story: 'session_not_found',
    });
  });

  test('as mentor the tables of bookings, payments and people give no row of others', async () => {
    await rehearse(sql, async (by, become) => {
      await become('mentor');
      const bookings = await by`select id from public.bookings`;
      // The mentor is the founder of this one.
      expect(bookings.map((row) => row.id)).toEqual([rowIds.mentorsBooking]);
      expect((await by`select id from public.profiles`).map((row) => row.id)).toEqual([people.mentor.id]);
      for (const table of ['payments', 'refunds', 'payment_orders', 'outbox']) {
        const { error } = await attempt(by, (inner) => inner.unsafe(`select * from private.${table}`));
        expect([table, error?.code]).toEqual([table, '42501']);
      }
    });
  });

  test('the check of foreign ids would notice a call that does not ask whose booking it is', async () => {
    await rehearse(sql, async (by, become) => {
      await by.unsafe(`
        create or replace function private.lock_booking_of_mentor(p_booking_id uuid, p_mentor_id uuid) returns public.bookings
        language sql security definer set search_path = '' as 'select b from public.bookings b where b.id = p_booking_id'`);
      await become('otherMentor');
      const call = calls.find(({ name }) => name === 'cancel_session_as_mentor');
      if (!call) throw new Error('The call is missing.');
      expect(await outcomeOf(by, call, firstMentors)).not.toEqual(await outcomeOf(by, call, unknown));
    });
  });
});
