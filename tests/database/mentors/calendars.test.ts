/**
 * Mentors' own calendars in the database: when they are busy (docs/product/calendars.md#own-calendar), and how a
 * connection begins and ends (docs/product/calendars.md#connecting).
 */
import { expect, test } from 'vitest';
import { createBuilders, type Slot } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql, service } = db;
const { linkMentor } = createBuilders(sql);

interface Connected {
  account: string;
  mentorId: string;
  connection: string;
  slot: Slot;
}

/** A mentor with an account, a free time from 10:00 to 11:00 in three days, and a connected calendar. */
async function connect(options: { email?: string } = {}): Promise<Connected> {
  const [account, mentorId] = [await db.addFounder(), await db.addMentor()];
  await linkMentor(mentorId, account);
  const slot = await db.addSlot(mentorId, 3, '10:00', '11:00');
  return { account, mentorId, slot, connection: await store(account, mentorId, options) };
}

async function store(account: string, mentorId: string, { email = 'asha@mail.example', token = 'cipher' } = {}) {
  const [row] = await service`select public.store_mentor_calendar(${account}, ${mentorId}, ${token}, ${email}) as id`;
  return row?.id as string;
}

const moment = (slot: Slot, time: string) => new Date(`${slot.date}T${time}:00+05:30`);

/** What Google answers, by calendar: from when to when it is busy on the day of the slot, or `null` for one it does not show. */
async function record(
  { mentorId, connection, slot }: Connected,
  answer: Record<string, [string, string][] | null>,
  range: [string, string] = ['00:00', '23:00'],
) {
  const entries = Object.entries(answer);
  const busy = Object.fromEntries(
    entries.flatMap(([calendar, times]) =>
      times === null ? [] : [[calendar, times.map((one) => one.map((time) => moment(slot, time).toISOString()))]],
    ),
  );
  const unread = entries.flatMap(([calendar, times]) => (times === null ? [calendar] : []));
  const [row] = await service`
    select public.record_busy_times(${mentorId}, ${connection}, ${moment(slot, range[0])}, ${moment(slot, range[1])},
      ${sql.json(busy)}, ${unread}) as "isBusy"`;
  return row?.isBusy as boolean | null;
}

const hiddenOf = async ({ mentorId, startTime }: Slot) =>
  (
    await sql`
      select hidden_because from public.mentor_availability
      where mentor_id = ${mentorId} and start_time = ${startTime}::time`
  )[0]?.hidden_because;

/** "10:00-11:00" in India. */
const busyOf = async (mentorId: string) =>
  (
    await sql`
      select calendar, to_char(lower(during) at time zone 'Asia/Kolkata', 'HH24:MI') || '-' ||
        to_char(upper(during) at time zone 'Asia/Kolkata', 'HH24:MI') as time
      from private.mentor_busy where mentor_id = ${mentorId} order by calendar, during`
  ).map(({ calendar, time }) => (calendar === 'primary' ? time : `${calendar} ${time}`));

const mark = async ({ mentorId, connection }: Connected, outcome: string, retryAfter: number | null = null) =>
  (
    await service`
      select public.mark_mentor_calendar(${mentorId}, ${connection}, ${outcome}, 'a reason', ${retryAfter}) as "isMarked"`
  )[0]?.isMarked;

const rowOf = async ({ mentorId }: Connected) =>
  (await sql`select * from private.mentor_calendars where mentor_id = ${mentorId}`)[0];
const stateOf = async ({ account }: Connected) =>
  (await db.as(account)`select public.mentor_calendar() as answer`)[0]?.answer;
const mailsOf = async (mentorId: string) =>
  sql`select key, payload from private.outbox where kind = 'mentor_mail' and payload ->> 'mentor_id' = ${mentorId}`;

test('a busy event hides its slots with the answer that has it, and they come back with the one that has it no more', async () => {
  const mine = await connect();
  const later = await db.addSlot(mine.mentorId, 3, '12:00', '13:00');
  expect(await record(mine, { primary: [['10:30', '11:30']] })).toBe(true);
  expect([await hiddenOf(mine.slot), await hiddenOf(later)]).toEqual(['calendar', null]);
  // A range that was not asked keeps what is known of it.
  expect(await record(mine, { primary: [] }, ['12:00', '13:00'])).toBe(false);
  expect(await hiddenOf(mine.slot)).toBe('calendar');
  expect(await record(mine, { primary: [] }, ['11:00', '13:00'])).toBe(false);
  expect(await busyOf(mine.mentorId)).toEqual(['10:30-11:00']);
  expect(await record(mine, { primary: [] })).toBe(false);
  expect([await hiddenOf(mine.slot), await busyOf(mine.mentorId)]).toEqual([null, []]);
});

test('only start and end of busy time are kept, and an answer that says nothing new writes no row', async () => {
  const mine = await connect();
  await record(mine, {
    primary: [
      ['10:00', '10:30'],
      ['10:30', '12:00'],
    ],
  });
  expect(await busyOf(mine.mentorId)).toEqual(['10:00-12:00']);
  const columns = await sql`
    select column_name from information_schema.columns
    where table_schema = 'private' and table_name = 'mentor_busy' order by 1`;
  expect(columns.map((one) => one.column_name)).toEqual(['calendar', 'during', 'mentor_id']);
  const version = async () =>
    (await sql`select xmin::text as version from private.mentor_busy where mentor_id = ${mine.mentorId}`)[0]?.version;
  const before = await version();
  await record(mine, { primary: [['10:00', '12:00']] });
  expect(await version()).toBe(before);
});

test('the marketplace’s own events hide nothing: sold now, given back, or moved away a moment ago', async () => {
  const mine = await connect();
  const founder = await db.addFounder();
  const to = await db.addSlot(mine.mentorId, 3, '15:00', '16:00');
  const { bookingId } = await db.buy(founder, mine.slot);
  await db.setStatus(db.admin, bookingId, 'confirmed');
  // Google shows the event of the session, and an appointment that reaches beyond it.
  const shown: Record<string, [string, string][]> = { primary: [['09:30', '11:00']] };
  await record(mine, shown);
  expect(await busyOf(mine.mentorId)).toEqual(['09:30-10:00']);
  await db.reschedule(db.admin, bookingId, to);
  // The old time is free at once, also while Google still shows the event there.
  expect([await hiddenOf(mine.slot), await hiddenOf(to)]).toEqual([null, null]);
  await record(mine, { primary: [['10:00', '11:00']] });
  expect(await busyOf(mine.mentorId)).toEqual([]);
  await record(mine, {
    primary: [
      ['10:00', '11:00'],
      ['15:00', '16:00'],
    ],
  });
  await sql`
    update public.bookings set status = 'cancelled', incident = 'mentor_cancels', incident_at = now() where id = ${bookingId}`;
  await record(mine, {
    primary: [
      ['10:00', '11:00'],
      ['15:00', '16:00'],
    ],
  });
  expect([await hiddenOf(mine.slot), await hiddenOf(to)]).toEqual([null, null]);
  // Twenty minutes later what Google shows there is not ours.
  await sql`update private.left_times set left_at = left_at - interval '21 minutes' where mentor_id = ${mine.mentorId}`;
  await sql`
    update private.slot_claims set released_at = released_at - interval '21 minutes' where mentor_id = ${mine.mentorId}`;
  await record(mine, {
    primary: [
      ['10:00', '11:00'],
      ['15:00', '16:00'],
    ],
  });
  expect([await hiddenOf(mine.slot), await hiddenOf(to)]).toEqual(['calendar', 'calendar']);
});

test('a calendar that Google does not show keeps its times and is named; the others go on', async () => {
  const mine = await connect();
  await db.as(
    mine.account,
  )`select public.save_calendar_list(array[' Travel@Mail.example ', 'travel@mail.example', ''])`;
  // A check that began with the earlier list stores nothing any more.
  expect(await record(mine, { primary: [['10:00', '11:00']] })).toBeNull();
  mine.connection = (await rowOf(mine))?.connection;
  await record(mine, { primary: [['08:00', '09:00']], 'travel@mail.example': [['10:00', '11:00']], 'x@y.example': [] });
  await record(mine, { primary: [], 'travel@mail.example': null });
  expect(await busyOf(mine.mentorId)).toEqual(['travel@mail.example 10:00-11:00']);
  const { calendars } = await stateOf(mine);
  expect(calendars).toEqual([{ address: 'travel@mail.example', unread_since: expect.any(String) }]);
  await record(mine, { primary: [], 'travel@mail.example': null });
  expect((await stateOf(mine)).calendars).toEqual(calendars);
  // After a day its times are too old.
  await sql`
    update private.mentor_calendars set checked_at = now(),
      unread_calendars = jsonb_build_object('travel@mail.example', now() - interval '25 hours')
    where mentor_id = ${mine.mentorId}`;
  await service`select public.forget_unread_calendars()`;
  expect([await busyOf(mine.mentorId), await hiddenOf(mine.slot)]).toEqual([[], null]);
  await record(mine, { primary: [], 'travel@mail.example': [['10:00', '11:00']] });
  expect((await stateOf(mine)).calendars).toEqual([{ address: 'travel@mail.example', unread_since: null }]);
  // Taken out of the list, its times go at once.
  await db.as(mine.account)`select public.save_calendar_list('{}')`;
  expect([await busyOf(mine.mentorId), await hiddenOf(mine.slot)]).toEqual([[], null]);
});

test('further calendars are addresses, four at most, and of a connected calendar', async () => {
  const mine = await connect();
  const save = (list: string[]) => db.as(mine.account)`select public.save_calendar_list(${list})`;
  await expect(save(['travel'])).rejects.toMatchObject({ code: 'PT422', message: 'calendar_address_not_valid' });
  const five = [1, 2, 3, 4, 5].map((n) => `c${n}@mail.example`);
  await expect(save(five)).rejects.toMatchObject({ code: 'PT422', message: 'too_many_calendars' });
  // Two pages that began with the same list each add one, and one takes the first away.
  await save(['family@mail.example']);
  const from = (was: string[], list: string[]) =>
    db.as(mine.account)`select public.save_calendar_list(${list}, ${was})`;
  await from(['family@mail.example'], ['family@mail.example', 'work@mail.example']);
  await from(['family@mail.example'], ['travel@mail.example']);
  expect((await rowOf(mine))?.calendars).toEqual(['work@mail.example', 'travel@mail.example']);
  await save(['asha@mail.example', ...five.slice(0, 4)]);
  expect((await rowOf(mine))?.calendars).toEqual(five.slice(0, 4));
  await db.as(mine.account)`select public.disconnect_calendar()`;
  await expect(save([])).rejects.toMatchObject({ code: 'PT409', message: 'calendar_not_connected' });
});

test('a lost permission: state, one e-mail, no busy time, and the slots as the rules say; a limit does none of this', async () => {
  const mine = await connect();
  await record(mine, { primary: [['10:00', '11:00']] });
  await mark(mine, 'failed', 30);
  expect([(await stateOf(mine)).state, await hiddenOf(mine.slot)]).toEqual(['ok', 'calendar']);
  expect(await mailsOf(mine.mentorId)).toEqual([]);
  expect(await Promise.all([mark(mine, 'lost'), mark(mine, 'lost'), mark(mine, 'lost')])).toEqual(
    expect.arrayContaining([true, false, false]),
  );
  expect(await stateOf(mine)).toMatchObject({
    state: 'lost',
    google_email: 'asha@mail.example',
    since: expect.any(String),
  });
  expect([await busyOf(mine.mentorId), await hiddenOf(mine.slot)]).toEqual([[], null]);
  const row = await rowOf(mine);
  expect(row?.refresh_token_encrypted).toBeNull();
  const mails = await mailsOf(mine.mentorId);
  expect(mails).toMatchObject([{ key: `calendar-lost:${mine.mentorId}:${row?.lost_at.getTime()}` }]);
  const facts = async () =>
    (await sql`select private.mail_calendar_lost(${sql.json(mails[0]?.payload)}) as facts`)[0]?.facts;
  expect(await facts()).toMatchObject({
    recipients: [{ role: 'mentor' }],
    facts: { google_email: 'asha@mail.example' },
  });
  // Connected again, nothing is told any more, and a report about the earlier connection changes nothing.
  const again = { ...mine, connection: await store(mine.account, mine.mentorId) };
  expect([await facts(), (await stateOf(mine)).state]).toEqual([null, 'ok']);
  expect([await mark(mine, 'lost'), await record(mine, { primary: [['10:00', '11:00']] })]).toEqual([false, null]);
  expect([(await stateOf(mine)).state, await busyOf(mine.mentorId)]).toEqual(['ok', []]);
  await mark(again, 'lost');
  expect(await mailsOf(mine.mentorId)).toHaveLength(2);
});

test('busy times that could not be read for a day go, and the state says so', async () => {
  const mine = await connect();
  await record(mine, { primary: [['10:00', '11:00']] });
  await mark(mine, 'checked');
  const age = (hours: number) => sql`
    update private.mentor_calendars set checked_at = now() - ${hours} * interval '1 hour' where mentor_id = ${mine.mentorId}`;
  await age(23.9);
  await service`select public.forget_unread_calendars()`;
  expect([(await stateOf(mine)).state, await hiddenOf(mine.slot)]).toEqual(['ok', 'calendar']);
  await age(24.1);
  await service`select public.forget_unread_calendars()`;
  const [row] = await sql`select checked_at from private.mentor_calendars where mentor_id = ${mine.mentorId}`;
  const state = await stateOf(mine);
  expect([state.state, new Date(state.since).getTime()]).toEqual(['unread', row?.checked_at.getTime()]);
  expect([await busyOf(mine.mentorId), await hiddenOf(mine.slot)]).toEqual([[], null]);
  await mark(mine, 'checked');
  expect((await stateOf(mine)).state).toBe('ok');
});

test('checks are due every 15 minutes, to the end of the window every 6 hours, and later after failures', async () => {
  const mine = await connect();
  const minutesToNext = async () =>
    (
      await sql`
        select round(extract(epoch from next_check_at - now()) / 60)::int as minutes
        from private.mentor_calendars where mentor_id = ${mine.mentorId}`
    )[0]?.minutes;
  const claim = async () =>
    (
      await service`
        select is_whole, round(extract(epoch from checks_to - checks_from) / 86400)::int as days
        from public.claim_calendar_checks(1, ${mine.mentorId})`
    )[0];
  const due = () => sql`
    update private.mentor_calendars set next_check_at = now(), leased_until = null where mentor_id = ${mine.mentorId}`;
  const claimDue = async () =>
    (
      await service`
        select is_whole, round(extract(epoch from checks_to - checks_from) / 86400)::int as days, mentor_id
        from public.claim_calendar_checks()`
    ).find((one) => one.mentor_id === mine.mentorId);
  expect(await claim()).toEqual({ is_whole: true, days: 56 });
  expect(await claim()).toBeUndefined();
  await service`select public.mark_mentor_calendar(${mine.mentorId}, ${mine.connection}, 'checked', p_is_whole => true)`;
  expect(await minutesToNext()).toBe(15);
  expect(await claimDue()).toBeUndefined();
  await due();
  expect(await claimDue()).toMatchObject({ is_whole: false, days: 28 });
  await sql`
    update private.mentor_calendars set wholly_checked_at = now() - interval '6 hours' where mentor_id = ${mine.mentorId}`;
  await due();
  expect(await claimDue()).toMatchObject({ is_whole: true, days: 56 });
  const pauses = [];
  for (const _ of [1, 2, 3, 4, 5, 6, 7]) {
    await mark(mine, 'failed');
    pauses.push(await minutesToNext());
  }
  expect(pauses).toEqual([15, 30, 60, 120, 240, 360, 360]);
  await mark(mine, 'failed', 25_000);
  expect(await minutesToNext()).toBe(417);
  await mark(mine, 'checked');
  await mark(mine, 'failed', 60);
  expect(await minutesToNext()).toBe(15);
});

test('two workers never check one connection at once, and each takes at most twenty', async () => {
  const mentors: string[] = [];
  for (const _ of Array.from({ length: 23 })) mentors.push((await connect()).mentorId);
  await sql`update private.mentor_calendars set leased_until = null, next_check_at = now() where mentor_id in ${sql(mentors)}`;
  const claims = await Promise.all(
    [1, 2, 3, 4].map(() => service`select mentor_id from public.claim_calendar_checks(50)`),
  );
  for (const claim of claims) expect(claim.length).toBeLessThanOrEqual(20);
  const taken = claims.flatMap((claim) => claim.map((one) => one.mentor_id)).filter((id) => mentors.includes(id));
  expect([taken.length, new Set(taken).size]).toEqual([23, 23]);
  expect(await service`select from public.claim_calendar_checks(1, ${mentors[0] ?? ''})`).toHaveLength(0);
  // A worker that died holds it for two minutes.
  await sql`update private.mentor_calendars set leased_until = now() - interval '1 second' where mentor_id = ${mentors[0] ?? ''}`;
  expect(await service`select from public.claim_calendar_checks(1, ${mentors[0] ?? ''})`).toHaveLength(1);
});

test('one mentor’s busy times never change another’s slots', async () => {
  const [mine, other] = [await connect(), await connect({ email: 'asha@mail.example' })];
  await record(mine, { primary: [['10:00', '11:00']] });
  expect([await hiddenOf(mine.slot), await hiddenOf(other.slot)]).toEqual(['calendar', null]);
  expect(await record({ ...mine, mentorId: other.mentorId }, { primary: [['10:00', '11:00']] })).toBeNull();
  expect(await record({ ...mine, connection: other.connection }, { primary: [] })).toBeNull();
  expect([await hiddenOf(mine.slot), await hiddenOf(other.slot)]).toEqual(['calendar', null]);
});

test('disconnecting deletes token and busy times at once, and leaves a job that gives the permission back', async () => {
  const mine = await connect();
  await record(mine, { primary: [['10:00', '11:00']] });
  const revokes = async () =>
    (
      await sql`
        select r.id, o.payload from private.calendar_revokes r
        join private.outbox o on o.key = 'revoke-calendar:' || r.id order by r.created_at desc`
    ).filter((one) => one.payload.revoke_id === one.id);
  const before = (await revokes()).length;
  expect((await db.as(mine.account)`select public.disconnect_calendar() as done`)[0]?.done).toBe(true);
  expect([await stateOf(mine), await rowOf(mine)]).toEqual([{ state: 'none' }, undefined]);
  expect([await busyOf(mine.mentorId), await hiddenOf(mine.slot)]).toEqual([[], null]);
  const left = await revokes();
  expect(left).toHaveLength(before + 1);
  expect(JSON.stringify(left[0]?.payload)).not.toContain('cipher');
  expect((await service`select public.calendar_revoke(${left[0]?.id}) as token`)[0]?.token).toBe('cipher');
  await service`select public.end_calendar_revoke(${left[0]?.id})`;
  expect((await service`select public.calendar_revoke(${left[0]?.id}) as token`)[0]?.token).toBeNull();
  expect((await db.as(mine.account)`select public.disconnect_calendar() as done`)[0]?.done).toBe(false);
});

test('a calendar ends with the account: unlinked, deleted, or of a mentor who is deleted', async () => {
  const revokes = async () => (await sql`select count(*)::int as n from private.calendar_revokes`)[0]?.n;
  for (const end of [
    (one: Connected) => sql`update public.mentor_private set user_id = null where mentor_id = ${one.mentorId}`,
    (one: Connected) => sql`delete from auth.users where id = ${one.account}`,
    (one: Connected) => sql`delete from public.mentors where id = ${one.mentorId}`,
  ]) {
    const mine = await connect();
    await record(mine, { primary: [['10:00', '11:00']] });
    const before = await revokes();
    await end(mine);
    expect([await rowOf(mine), await busyOf(mine.mentorId), await revokes()]).toEqual([undefined, [], before + 1]);
  }
});

test('another Google account in its place begins anew, and only then is the old permission given back', async () => {
  const mine = await connect();
  const revokes = async () => (await sql`select count(*)::int as n from private.calendar_revokes`)[0]?.n;
  await db.as(mine.account)`select public.save_calendar_list(array['travel@mail.example'])`;
  mine.connection = (await rowOf(mine))?.connection;
  await record(mine, { primary: [['10:00', '11:00']] });
  const before = await revokes();
  await store(mine.account, mine.mentorId, { email: 'Asha@mail.example', token: 'cipher-2' });
  expect([await revokes(), (await rowOf(mine))?.calendars, await hiddenOf(mine.slot)]).toEqual([
    before,
    ['travel@mail.example'],
    'calendar',
  ]);
  await store(mine.account, mine.mentorId, { email: 'other@mail.example', token: 'cipher-3' });
  expect([await revokes(), (await rowOf(mine))?.calendars, await hiddenOf(mine.slot)]).toEqual([before + 1, [], null]);
});

test('an account that is connected again before Google was told of its end is not given back', async () => {
  const mine = await connect({ email: 'again@mail.example' });
  await db.as(mine.account)`select public.disconnect_calendar()`;
  const revokesOf = (email: string) => sql`
    select id from private.calendar_revokes where google_account = private.google_account_hash(${email})`;
  const [left] = await revokesOf('again@mail.example');
  await store(mine.account, mine.mentorId, { email: 'other@mail.example' });
  expect(await revokesOf('again@mail.example')).toHaveLength(1);
  // Google would end the new permission along with the old one.
  await store(mine.account, mine.mentorId, { email: 'Again@mail.example' });
  expect(await revokesOf('again@mail.example')).toHaveLength(0);
  expect((await service`select public.calendar_revoke(${left?.id}) as token`)[0]?.token).toBeNull();
  expect(await revokesOf('other@mail.example')).toHaveLength(1);
});

test('a connection is stored for the mentor’s own account alone, and a state is used once', async () => {
  const mine = await connect();
  const stranger = await db.addFounder();
  await expect(store(stranger, mine.mentorId)).rejects.toMatchObject({ code: 'PT403', message: 'mentor_only' });
  const consume = async () =>
    (
      await service`select public.consume_calendar_state('nonce-of-a-state', now() + interval '10 minutes') as "isFirst"`
    )[0]?.isFirst;
  expect([await consume(), await consume()]).toEqual([true, false]);
});

test('how a connection stands is read by its mentor and administrators alone, without a token; nothing reads the tables', async () => {
  const [mine, other] = [await connect(), await connect()];
  const founder = await db.addFounder();
  const read = (who: string, mentorId: string | null) =>
    db.as(who)`select public.mentor_calendar(${mentorId}) as answer`;
  for (const answer of [
    await read(mine.account, null),
    await read(mine.account, mine.mentorId),
    await read(db.admin, mine.mentorId),
  ]) {
    expect(answer[0]?.answer).toMatchObject({ state: 'ok', google_email: 'asha@mail.example', checked_at: null });
    expect(JSON.stringify(answer)).not.toContain('cipher');
  }
  await expect(read(other.account, mine.mentorId)).rejects.toMatchObject({ code: 'PT404' });
  await expect(read(founder, mine.mentorId)).rejects.toMatchObject({ code: '42501', message: 'mentor_only' });
  for (const call of ['disconnect_calendar()', "save_calendar_list('{}')", 'ask_calendar_check()']) {
    await expect(db.as(founder).unsafe(`select public.${call}`)).rejects.toMatchObject({ code: '42501' });
  }
  for (const table of ['mentor_calendars', 'mentor_busy', 'calendar_revokes', 'used_calendar_states', 'left_times']) {
    for (const who of [mine.account, db.admin]) {
      await expect(db.as(who).unsafe(`select * from private.${table}`)).rejects.toMatchObject({ code: '42501' });
    }
  }
  const [entry] = await sql`
    select actor, action, changes from private.audit_log where table_name = 'mentor_calendars' and row_id = ${mine.mentorId}`;
  expect(entry).toEqual({ actor: mine.account, action: 'insert', changes: { refresh_token: null } });
});

test('a mentor asks for a check at most once a minute, and who has left changes nothing but disconnects', async () => {
  const mine = await connect();
  const ask = () => db.as(mine.account)`select public.ask_calendar_check()`;
  expect((await outcomes([ask(), ask(), ask()])).toSorted()).toEqual([
    'PT429 checked_just_now',
    'PT429 checked_just_now',
    'done',
  ]);
  await sql`update private.mentor_calendars set asked_at = now() - interval '1 minute' where mentor_id = ${mine.mentorId}`;
  await ask();
  await sql`update public.mentors set listing_state = 'left' where id = ${mine.mentorId}`;
  await expect(ask()).rejects.toMatchObject({ code: 'PT409', message: 'mentor_left' });
  expect((await db.as(mine.account)`select public.disconnect_calendar() as done`)[0]?.done).toBe(true);
});

test('what is over goes at night, System Health counts connections and skipped checks, and the metrics count all of a day', async () => {
  const mine = await connect();
  const health = async () =>
    (await db.as(db.admin)`select public.admin_health() -> 'mentor_calendars' as calendars`)[0]?.calendars;
  const before = await health();
  await sql`
    insert into private.mentor_busy (mentor_id, during) values
      (${mine.mentorId}, tstzrange(now() - interval '2 hours', now() - interval '1 hour')),
      (${mine.mentorId}, tstzrange(now() - interval '1 hour', now() + interval '1 hour'))`;
  const skip = () => service`select public.note_skipped_calendar_check(${mine.mentorId}, 'timeout')`;
  await Promise.all([skip(), skip(), skip()]);
  const outcomes = async () => (await sql`select private.metrics() -> 'calendar_checks' as counts`)[0]?.counts;
  const { free = 0, busy = 0, timeout } = await outcomes();
  const look = (isLive: boolean, unread: string[] = []) => service`
    select public.record_busy_times(${mine.mentorId}, ${mine.connection}, now() + interval '2 days',
      now() + interval '3 days', '{}', ${unread}, ${isLive})`;
  await Promise.all([look(true), look(false), look(true, ['primary'])]);
  expect(await outcomes()).toMatchObject({ free: free + 1, timeout });
  await sql`
    insert into private.mentor_busy (mentor_id, during)
    values (${mine.mentorId}, tstzrange(now() + interval '50 hours', now() + interval '51 hours'))`;
  await look(true);
  expect(await outcomes()).toMatchObject({ free: free + 1, busy: busy + 1, timeout });
  await mark(mine, 'lost');
  expect(await health()).toEqual({
    ...before,
    lost: before.lost + 1,
    skipped: before.skipped + 3,
    oldest_check_at: expect.any(String),
  });
  await sql`insert into private.mentor_busy (mentor_id, during) values (${mine.mentorId}, tstzrange(null, now() - interval '1 hour'))`;
  await sql`update private.live_calendar_checks set at = now() - interval '8 days' where mentor_id = ${mine.mentorId}`;
  await service`select public.sweep_mentor_calendars()`;
  expect(await busyOf(mine.mentorId)).toEqual([]);
  expect(await health()).toMatchObject({ lost: before.lost + 1, skipped: before.skipped });
});
