import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;
const { addPerson, addMentor, addSlot } = createBuilders(sql);

/** Each table with a column that names an account, and the part of the document that says what it holds. */
const EXPORTED: Record<string, string> = {
  'auth.users': 'account',
  'public.profiles': 'profile',
  'auth.identities': 'sign_in_methods',
  'auth.mfa_factors': 'two_step_devices',
  'auth.sessions': 'sessions',
  'private.identity_proofs': 'sessions',
  'private.easy_passwords': 'account',
  'private.recovery_codes': 'recovery_codes',
  'private.ended_sessions': 'ended_sessions',
  'private.seen_devices': 'known_devices',
  'private.account_attempts': 'attempts',
  'private.account_alerts': 'notices',
  'private.notification_choices': 'notifications',
  'public.mentor_private': 'mentor',
  'private.mentor_calendars': 'own_calendar',
  'private.mentor_invitations': 'mentor_invitations',
  'private.mentor_requests': 'help_requests',
  'private.consents': 'consents',
  'private.person_records': 'requests_and_notes',
  'public.bookings': 'bookings',
  'public.change_requests': 'change_requests',
  'public.session_briefs': 'briefs',
  'public.favourites': 'favourites',
  'private.story_sessions': 'stories',
  'private.slot_alerts': 'slot_alerts',
  'private.mail_stops': 'mail_stops',
  'public.session_notes': 'session_notes',
  'public.session_contacts': 'shared_contacts',
  'public.action_items': 'action_items',
  'private.payment_orders': 'orders',
  'private.mentor_answers': 'request_answers',
  'private.slot_claims': 'holds',
  'private.review_authors': 'reviews',
  'private.audit_log': 'audit_log',
  'private.alert_choices': 'administrator_alerts',
  'private.alert_items': 'administrator_alerts',
  'private.data_exports': 'downloads',
};

/** Those that have no part, and why. */
const NOT_EXPORTED: Record<string, string> = {
  'private.request_outcomes': 'which side ended a request, and when, as the booking itself tells; it names no account',
  'auth.refresh_tokens': 'secrets of the sessions, which are listed',
  'private.mailed_links': 'hashes of mailed links, and whether each was used, for 30 days',
  'auth.flow_state': 'secrets of a sign-in that is under way, for minutes',
  'lite_host.contested_accounts': 'about the attempts of others',
  'lite_host.known_addresses': 'keyed hashes, which nobody can read back',
  'lite_host.wrong_codes': 'counts of wrong codes, for minutes',
  'lite_host.password_guesses': 'keyed hashes, which nobody can read back',
  'private.auth_attempts': 'counts of wrong passwords and codes, of strangers as well, for minutes',
  'private.booking_transitions': 'kinds of actors, no person',
  'private.closed_accounts': 'of accounts that exist no more',
  'public.mentor_applications': 'sent without an account: the address is the one that was typed, whoever typed it',
  'public.mentor_drafts': 'which administrator decided; what the mentor wrote is under profile_changes',
  'public.review_reports': 'which administrator decided; what the mentor wrote is under review_reports',
  'private.mentor_payouts': 'which administrator recorded it; the audit log has the same',
  'storage.buckets': 'of the site',
  'storage.objects': 'files of the site, which administrators stored; people have none',
};

const tablesWithAccounts = async (via: postgres.ISql = sql) =>
  (
    await via`
      select distinct n.nspname || '.' || c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
        and a.attnum > 0 and not a.attisdropped
        and (
          a.attname ~ '^(user|actor|admin|account|author|owner|founder|person|profile)(_id)?$|(^|_)email$|_by(_id)?$'
          or exists (
            select from pg_constraint f
            where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey)
              and f.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)
          )
        )
      order by 1`
  ).map((row) => row.name as string);

const known = () => [...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)].sort();

const exportOf = async (userId: string): Promise<Record<string, unknown>> =>
  (await sql`select private.export_of(${userId}) as document`)[0]?.document;

/** A person with something in each of these tables. */
async function addBusyPerson() {
  const id = randomUUID() as string;
  const person = { id, email: `busy-${id.slice(0, 8)}@startup.example`, name: 'Zarina Quill' };
  await addPerson({ ...person, isAdministrator: true });
  const mentor = await addMentor({ name: 'Mentor Nobodyelse', email: 'mentor-address@mentors.example' });
  const past = await db.buy(id, await addSlot({ mentorId: mentor.id, startTime: '10:00', endTime: '11:00' }));
  await db.setStatus(db.admin, past.bookingId, 'confirmed');
  await db.setStatus(db.admin, past.bookingId, 'completed');
  await db.startIn(past.bookingId, -5);
  await db.submitReview(id, past.bookingId, 5, 'Very good');
  const ahead = await db.buy(id, await addSlot({ mentorId: mentor.id, startTime: '12:00', endTime: '13:00' }));
  await db.setStatus(db.admin, ahead.bookingId, 'confirmed');
  const lost = await db.buy(id, await addSlot({ mentorId: mentor.id, startTime: '14:00', endTime: '15:00' }));
  await db.setStatus(db.admin, lost.bookingId, 'rejected');
  await sql`insert into public.session_briefs (booking_id, user_id, question)
    values (${ahead.bookingId}, ${id}, 'How do I price a pilot?')`;
  const story = randomUUID();
  await sql`insert into public.impact_stories (id, name, experience) values (${story}, 'Zarina Q.', 'It helped.')`;
  await sql`insert into private.story_sessions (story_id, booking_id, user_id, consent_text)
    values (${story}, ${past.bookingId}, ${id}, 'I agree')`;
  await sql`insert into public.favourites (user_id, mentor_id) values (${id}, ${mentor.id})`;
  await sql`insert into private.slot_alerts (user_id, mentor_id, known_starts) values (${id}, ${mentor.id}, '{}')`;
  await sql`insert into private.mail_stops (user_id, kind) values (${id}, 'slot_alerts')`;
  await sql`insert into public.session_notes (booking_id, author_id, body) values (${past.bookingId}, ${id}, 'A note')`;
  await sql`insert into public.action_items (booking_id, owner, text) values (${past.bookingId}, 'founder', 'Call them')`;
  await sql`update private.check_ins set state = 'answered', answer = 'yes', change = 'A first pilot'
    where booking_id = ${past.bookingId} and day = 7`;
  await sql`insert into public.session_contacts (booking_id, shares_email) values (${ahead.bookingId}, true)`;
  await sql`insert into public.change_requests (booking_id, user_id, kind, message)
    values (${ahead.bookingId}, ${id}, 'move', 'I am ill')`;
  await sql`insert into private.mentor_answers (booking_id, mentor_id, answer, via, answered_by)
    values (${ahead.bookingId}, ${mentor.id}, 'accept', 'dashboard', ${id})`;
  await sql`insert into auth.identities (id, user_id, provider, provider_id, identity_data)
    values (${randomUUID()}, ${id}, 'google', ${id}, ${sql.json({ email: person.email })})`;
  const ended = randomUUID();
  await sql`insert into auth.sessions (id, user_id, aal) values (${ended}, ${id}, 'aal1')`;
  await sql`delete from auth.sessions where id = ${ended}`;
  await sql`insert into private.identity_proofs (session_id, user_id) values (${id}, ${id})`;
  await sql`insert into private.easy_passwords (user_id) values (${id})`;
  await sql`insert into private.recovery_codes (user_id, hash) values (${id}, repeat('a', 64))`;
  await sql`insert into private.seen_devices (user_id, device_hash) values (${id}, 'x') on conflict do nothing`;
  await sql`insert into private.account_attempts (user_id, kind) values (${id}, 'name')`;
  await sql`insert into private.account_alerts (user_id, kind, email) values (${id}, 'password', ${person.email})`;
  await sql`insert into private.notification_choices (user_id, reminders) values (${id}, false)`;
  await sql`insert into private.alert_choices (admin_id) values (${id})`;
  await db.service`select public.plan_alerts()`;
  const own = await addMentor({ email: person.email });
  await sql`update public.mentor_private set user_id = ${id} where mentor_id = ${own.id}`;
  await sql`update public.mentors set companies = '{"Aji Kitchenware"}' where id = ${own.id}`;
  await sql`insert into private.mentor_calendars (mentor_id, google_email, refresh_token_encrypted)
    values (${own.id}, 'busy@mail.example', 'cipher')`;
  await sql`insert into private.payout_details (mentor_id, kind, sealed, masked, has_pan)
    values (${own.id}, 'account', 'v1.cipher.cipher.cipher', '••••9012', true)`;
  await sql`insert into private.mentor_busy (mentor_id, during) values (${own.id}, '[2027-01-04 10:00Z,2027-01-04 11:00Z)')`;
  await sql`insert into private.mentor_invitations (mentor_id, email, state, claimed_by)
    values (${own.id}, ${person.email}, 'accepted', ${id})`;
  await sql`insert into private.mentor_requests (id, user_id, email, text)
    values (${randomUUID()}, ${id}, ${person.email}, 'Who knows exports?')`;
  await sql`insert into private.data_exports (user_id) values (${id})`;
  await sql`insert into private.person_records (user_id, kind, body, received_on)
    values (${id}, 'note', 'Called twice', '2026-11-20')`;
  await sql`insert into auth.audit_log_entries (id, payload)
    values (${randomUUID()}, ${sql.json({ actor_id: id, action: 'login' })})`;
  await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status)
    values (${randomUUID()}, ${id}, 'Phone', 'totp', 'verified')`;
  return { ...person, mentor, bookingIds: [past, ahead, lost].map(({ bookingId }) => bookingId) };
}

test('each table that names an account is in the document, or it is said why it is not', async () => {
  expect(await tablesWithAccounts()).toEqual(known());
});

test('a new table that names an account is found, by its column or by its reference', async () => {
  const found = await sql
    .begin(async (transaction) => {
      await transaction`create table private.choices_new (id uuid, user_id uuid)`;
      await transaction`create table public.notes_new (id uuid, of uuid references public.profiles (id))`;
      throw Object.assign(new Error('rolled back'), { found: await tablesWithAccounts(transaction) });
    })
    .catch((error) => error.found ?? Promise.reject(error));
  expect(found.filter((name: string) => !known().includes(name))).toEqual(['private.choices_new', 'public.notes_new']);
});

test('the document says what each of these tables holds about the person', async () => {
  const person = await addBusyPerson();
  const document = await exportOf(person.id);
  for (const [table, part] of Object.entries(EXPORTED)) {
    const value = document[part];
    expect(value, `${table}: ${part}`).toBeTruthy();
    expect(Array.isArray(value) ? value.length : 1, `${table}: ${part}`).toBeGreaterThan(0);
  }
  expect(document).toMatchObject({
    account: { email: person.email, has_easy_password: true },
    profile: { name: 'Zarina Quill' },
    two_step_devices: [{ name: 'Phone', status: 'verified' }],
    sessions: [{ confirmed_at: expect.any(String) }],
    mentor: {
      email: person.email,
      profile: { companies: ['Aji Kitchenware'] },
      hours: { time_zone: 'Asia/Kolkata', weekly: [] },
    },
    own_calendar: {
      google_email: 'busy@mail.example',
      busy_times: [{ from: expect.stringMatching(/^2027-01-04T/), to: expect.any(String) }],
    },
    payout_details: { kind: 'account', masked: '••••9012', has_pan: true },
    mentor_invitations: [{ state: 'accepted' }],
    help_requests: [{ text: 'Who knows exports?', state: 'open' }],
    check_ins: [{ day: 7, answer: 'yes', change: 'A first pilot' }, { day: 30 }, { day: 90 }],
    requests_and_notes: [{ kind: 'note', body: 'Called twice', received_on: '2026-11-20' }],
    notifications: { reminders: false },
    notices: [{ kind: 'password' }, { kind: 'two_step_on' }],
    reviews: [{ rating: 5, comment: 'Very good' }],
    change_requests: [{ message: 'I am ill' }],
    request_answers: [{ answer: 'accept' }],
    sign_in_log: [{ action: 'login' }],
    administrator_alerts: { choices: { new_booking: 'digest' } },
  });
  expect((document.bookings as { id: string }[]).map(({ id }) => id).sort()).toEqual(person.bookingIds.sort());
  expect(document.payments).toMatchObject([
    { amount_paise: 700_000, receipt: { number: expect.any(Number) }, refund: null },
    { refund: null },
    { refund: { amount_paise: 700_000, state: 'queued' } },
  ]);
  expect((document.reminders as unknown[]).length).toBeGreaterThan(0);
  expect((document.audit_log as { by: string }[]).map(({ by }) => by)).toEqual(
    expect.arrayContaining(['you', 'an administrator']),
  );
  // No secret that opens anything.
  expect(JSON.stringify(document)).not.toMatch(/encrypted_password|_token"|secret|hash"|cipher/);
});

test('the document has nobody else’s name or address', async () => {
  const person = await addBusyPerson();
  const stranger = await addPerson({ name: 'Stranger Somebody', email: 'stranger-address@startup.example' });
  await sql`update public.profiles set name = 'Admin Otherperson' where id = ${db.admin}`;
  const others = await sql`select name, email from public.profiles where id <> ${person.id}`;
  const text = JSON.stringify(await exportOf(person.id));
  const words = [
    ...others.flatMap((row) => [row.name, row.email]),
    ...['Mentor Nobodyelse', 'mentor-address@mentors.example', stranger.id, db.admin],
  ].filter((word) => word !== 'Zarina Quill');
  expect(words.filter((word) => text.includes(word))).toEqual([]);
  expect(text).toContain('Zarina Quill');
  const own = JSON.stringify(await exportOf(stranger.id));
  expect(own).toContain('stranger-address@startup.example');
  expect(own).not.toContain(person.id);
});

test('everybody downloads their own data alone, and one who is not signed in none', async () => {
  const founder = await db.addFounder();
  const [row] = await db.as(founder)`select public.export_my_data() as document`;
  expect(row?.document).toMatchObject({ made_at: expect.any(String), account: { id: founder } });
  await sql`delete from auth.sessions where user_id = ${founder}`;
  expect(await outcomes([db.as(founder)`select public.export_my_data()`])).toEqual(['PT401 session_ended']);
});

test('of two sixth downloads at once none gets through', async () => {
  const founder = await db.addFounder();
  await sql`insert into private.data_exports (user_id) select ${founder} from generate_series(1, 4)`;
  const ended = await outcomes([1, 2, 3].map(() => db.as(founder)`select public.export_my_data()`));
  expect(ended.sort()).toEqual(['PT429 too_many_exports', 'PT429 too_many_exports', 'done']);
});
