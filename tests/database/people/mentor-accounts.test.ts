/** How an account becomes a mentor's (docs/product/mentor-accounts.md#acceptance). */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { openLockBarrier } from '#tests/kit/lock-barrier.ts';

const db = provideDatabase();
const { sql, service } = db;
const { addPerson, addMentor, addSlot, linkMentor } = createBuilders(sql);

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const newAddress = () => `${randomUUID().slice(0, 8)}@mentors.example`;

/** A mentor with an address and an invitation, its e-mail written, as the worker does it. */
async function invite(email = newAddress(), mentorId?: string) {
  const mentor = mentorId ?? (await addMentor({ email })).id;
  const [row] = await service`select public.create_mentor_invitation(${mentor}, ${db.admin}) as invitation`;
  const token = randomBytes(32).toString('base64url');
  const mail = { to: email, subject: 'Invitation', sealed: 'v1.sealed' };
  await service`
    select public.queue_mentor_invitation(${row?.invitation.id}, ${hashOf(token)}, ${service.json(mail)})`;
  return { mentorId: mentor, email, token, id: row?.invitation.id as string };
}

const take = async (token: string, userId: string | null = null, action = 'read') => {
  const [row] = await service`select public.take_invitation(${hashOf(token)}, ${userId}, ${action}) as answer`;
  return row?.answer;
};
const accountOf = async (mentorId: string) => {
  const [row] = await sql`select user_id, email from public.mentor_private where mentor_id = ${mentorId}`;
  return row;
};
const stateOf = async (id: string) => {
  const [row] = await sql`select state from private.mentor_invitations where id = ${id}`;
  return row?.state;
};
const mentorMails = async (id: string) =>
  (
    await sql`select key from private.outbox where kind = 'mentor_mail' and payload ->> 'invitation_id' = ${id} order by 1`
  ).map(({ key }) => key.replace(id, '{id}'));
const listed = async (mentorId: string) => {
  const [row] = await db.as(db.admin)`select * from public.list_mentor_accounts(${[mentorId]})`;
  return row;
};

/** Runs `check` while a function has another body: it must fail then. */
async function expectNoticed(name: string, change: (source: string) => string, check: () => Promise<unknown>) {
  const [row] = await sql`select pg_get_functiondef(${name}::regproc) as source`;
  const changed = change(row?.source);
  expect(changed).not.toBe(row?.source);
  await sql.unsafe(changed);
  try {
    await expect(check()).rejects.toThrow();
  } finally {
    await sql.unsafe(row?.source);
  }
}

test('an invitation is accepted by the confirmed account of its address, which is a mentor from then on', async () => {
  const { mentorId, email, token, id } = await invite();
  const person = await addPerson({ email: email.toUpperCase() });
  expect(await take(token)).toMatchObject({ name: 'Asha Rao', email, is_accepted: false, is_mine: false });
  expect(await take(token, person.id)).toMatchObject({ is_mine: true, is_confirmed: true });
  expect(await take(token, person.id, 'accept')).toMatchObject({ is_accepted: true, name: 'Asha Rao' });
  expect(await accountOf(mentorId)).toEqual({ user_id: person.id, email });
  expect(await stateOf(id)).toBe('accepted');
  const [state] = await db.as(person.id)`select public.my_account_state() -> 'is_mentor' as is_mentor`;
  expect(state?.is_mentor).toBe(true);
  // The answer was lost, and the button is pressed again.
  expect(await take(token, person.id, 'accept')).toMatchObject({ is_accepted: true });
  const [entry] = await sql`
    select actor, changes from private.audit_log
    where table_name = 'mentor_invitations' and row_id = ${mentorId} order by id desc limit 1`;
  expect(entry).toEqual({ actor: person.id, changes: { state: ['open', 'accepted'] } });
});

test('20 acceptances of one invitation at once by two accounts link exactly one', async () => {
  const { mentorId, email, token } = await invite();
  const [one, other] = [await addPerson(), await addPerson({ email })];
  // The second account has the address by now, as after a change of the address: both are the invited one.
  await sql`alter table auth.users disable trigger user`;
  await sql`drop index if exists auth.users_email_partial_key`;
  await sql`update auth.users set email = upper(${email}) where id = ${one.id}`;
  await sql`alter table auth.users enable trigger user`;
  const answers = await outcomes(
    Array.from({ length: 20 }, (_, at) => take(token, at % 2 ? one.id : other.id, 'accept')),
  );
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(10);
  expect(answers.filter((answer) => answer === 'PT409 mentor_has_account')).toHaveLength(10);
  const linked = await sql`select user_id from public.mentor_private where user_id in (${one.id}, ${other.id})`;
  expect(linked).toHaveLength(1);
  expect((await accountOf(mentorId))?.user_id).toBe(linked[0]?.user_id);
});

test('two invitations of one account accepted at once link one profile', async () => {
  const email = newAddress();
  const [one, other] = [await invite(email), await invite(email)];
  const person = await addPerson({ email });
  const answers = await outcomes([take(one.token, person.id, 'accept'), take(other.token, person.id, 'accept')]);
  expect(answers.toSorted()).toEqual(['PT409 account_has_mentor', 'done']);
  expect(await outcomes([take(one.token, person.id), take(other.token, person.id)])).toContain(
    'PT409 account_has_mentor',
  );
});

test('revoked, replaced, expired and foreign tokens link nobody', async () => {
  const revoked = await invite();
  await db.as(db.admin)`select public.revoke_invitation(${revoked.mentorId})`;
  const replaced = await invite();
  const newer = await invite(replaced.email, replaced.mentorId);
  const expired = await invite();
  const cases: [{ email: string; mentorId: string }, string, string][] = [
    [revoked, revoked.token, 'PT410 invitation_revoked'],
    [replaced, replaced.token, 'PT404 invitation_unknown'],
    [expired, expired.token, 'PT410 invitation_expired'],
    [newer, randomBytes(32).toString('base64url'), 'PT404 invitation_unknown'],
  ];
  const expiredOwner = await addPerson({ email: expired.email });
  await sql`
    update private.mentor_invitations
    set expires_at = clock_timestamp() - interval '1 second' where id = ${expired.id}`;
  for (const [{ email, mentorId }, token, refusal] of cases) {
    const person =
      email === expired.email ? expiredOwner : await addPerson({ email: email === newer.email ? newAddress() : email });
    for (const action of ['read', 'accept', 'claim'])
      expect(await outcomes([take(token, person.id, action)]), `${refusal} ${action}`).toEqual([refusal]);
    expect((await accountOf(mentorId))?.user_id).toBeNull();
  }
  // With the tidying done or not, the answer is the same.
  const [tidied] = await service`select public.expire_invitations() as count`;
  expect(tidied?.count).toBe(1);
  expect(await outcomes([take(expired.token, expiredOwner.id)])).toEqual(['PT410 invitation_expired']);
});

test('an address that is corrected ends its invitation, and the list says that the new one has none', async () => {
  const { mentorId, email, token, id } = await invite();
  const [stranger, assistant] = [await addPerson({ email }), await addPerson()];
  await sql`update public.mentor_private set email = upper(email) where mentor_id = ${mentorId}`;
  expect(await take(token, stranger.id)).toMatchObject({ is_mine: true });
  await take(token, assistant.id, 'claim');
  const corrected = newAddress();
  await db.as(db.admin)`update public.mentor_private set email = ${corrected} where mentor_id = ${mentorId}`;
  for (const action of ['read', 'accept', 'claim'])
    expect(await outcomes([take(token, stranger.id, action)]), action).toEqual(['PT410 invitation_revoked']);
  expect((await accountOf(mentorId))?.user_id).toBeNull();
  // Who asked before is still decided about.
  expect(await take(token, assistant.id)).toMatchObject({ is_claimed_by_me: true });
  await db.as(db.admin)`select public.decide_claim(${id}, false)`;
  expect(await listed(mentorId)).toMatchObject({ state: 'not_invited' });
  expect(await outcomes([take(token, assistant.id)])).toEqual(['PT410 invitation_revoked']);
  const newer = await invite(corrected, mentorId);
  expect(await listed(mentorId)).toMatchObject({ state: 'invited' });
  const owner = await addPerson({ email: corrected });
  expect(await take(newer.token, owner.id, 'accept')).toMatchObject({ is_accepted: true });
});

test('an invitation ends 14 days and a second after it was sent, decided by the clock', async () => {
  const { token, id, email } = await invite();
  const person = await addPerson({ email });
  const [row] =
    await sql`select date_trunc('second', expires_at - sent_at) as span from private.mentor_invitations where id = ${id}`;
  expect(row?.span).toBe('14 days');
  const sentBefore = (seconds: number) => sql`
    update private.mentor_invitations
    set sent_at = clock_timestamp() - make_interval(secs => ${seconds}),
      expires_at = clock_timestamp() - make_interval(secs => ${seconds}) + interval '14 days' where id = ${id}`;
  await sentBefore(14 * 86_400 + 1);
  const check = async () =>
    expect(await outcomes([take(token, person.id, 'accept')])).toEqual(['PT410 invitation_expired']);
  await check();
  await expectNoticed(
    'public.take_invitation',
    (source) => source.replace('v_invitation.expires_at <=', 'null <='),
    check,
  );
  await sql`update public.mentor_private set user_id = null where user_id = ${person.id}`;
  await sql`update private.mentor_invitations set state = 'open' where id = ${id}`;
  await sentBefore(14 * 86_400 - 60);
  expect(await take(token, person.id, 'accept')).toMatchObject({ is_accepted: true });
});

test('the database holds the secret of no link: hashes and a sealed e-mail alone', async () => {
  const { token } = await invite();
  const tables = await sql`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'private', 'auth')`;
  const holders: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql`select count(*)::int as count from ${sql(name)} t where t::text like ${`%${token}%`}`;
    if (row?.count > 0) holders.push(name);
  }
  expect(holders).toEqual([]);
});

test('an unconfirmed account with the invited address links nothing', async () => {
  const { mentorId, email, token } = await invite();
  const person = await addPerson({ email });
  await sql`update auth.users set email_confirmed_at = null where id = ${person.id}`;
  expect(await take(token, person.id)).toMatchObject({ is_mine: true, is_confirmed: false });
  const check = async () => {
    for (const action of ['accept', 'claim'])
      expect(await outcomes([take(token, person.id, action)])).toEqual(['PT403 email_not_confirmed']);
    expect((await accountOf(mentorId))?.user_id).toBeNull();
  };
  await check();
  await expectNoticed('public.take_invitation', (source) => source.replace('if not v_is_confirmed', 'if false'), check);
});

test('a forwarded link ends in a claim, and links nothing before an administrator confirms', async () => {
  const { mentorId, email, token, id } = await invite();
  const assistant = await addPerson();
  const other = await addPerson();
  const check = async () =>
    expect(await outcomes([take(token, assistant.id, 'accept')])).toEqual(['PT403 invitation_for_another']);
  await check();
  expect(await take(token, assistant.id, 'claim')).toMatchObject({ is_claimed_by_me: true });
  expect(await take(token, assistant.id, 'claim')).toMatchObject({ is_claimed_by_me: true });
  expect(await outcomes([take(token, other.id, 'claim')])).toEqual(['PT409 invitation_claimed']);
  expect((await accountOf(mentorId))?.user_id).toBeNull();
  expect(await mentorMails(id)).toEqual([`claim:{id}:asked:${assistant.id}`]);
  expect(await listed(mentorId)).toMatchObject({ state: 'claimed', claimant_email: assistant.email });
  const [facts] = await sql`
    select private.mail_claim_asked(payload) as facts from private.outbox
    where payload ->> 'invitation_id' = ${id} and kind = 'mentor_mail'`;
  expect(facts?.facts.facts).toEqual({ email: assistant.email, mentor: 'Asha Rao', invited: email });
  expect(facts?.facts.recipients).toEqual([{ to: expect.any(String), role: `admin:${db.admin}` }]);

  // Nobody but an administrator decides.
  expect(await outcomes([db.as(assistant.id)`select public.decide_claim(${id}, true)`])).toEqual(['42501 admin_only']);
  await db.as(db.admin)`select public.decide_claim(${id}, true, false)`;
  expect(await accountOf(mentorId)).toEqual({ user_id: assistant.id, email });
  expect(await outcomes([db.as(db.admin)`select public.decide_claim(${id}, true)`])).toEqual(['PT409 claim_not_open']);
  expect(await mentorMails(id)).toEqual([`claim:{id}:asked:${assistant.id}`, `claim:{id}:confirmed:${assistant.id}`]);
  await expectNoticed(
    'public.take_invitation',
    (source) => source.replace('if not v_is_invited', 'if false'),
    async () => {
      const again = await invite();
      const stranger = await addPerson();
      expect(await outcomes([take(again.token, stranger.id, 'accept')])).toEqual(['PT403 invitation_for_another']);
    },
  );
});

test('a confirmed claim writes the address of session e-mails where that is wanted', async () => {
  const { mentorId, token, id } = await invite();
  const person = await addPerson();
  await take(token, person.id, 'claim');
  await db.as(db.admin)`select public.decide_claim(${id}, true)`;
  expect(await accountOf(mentorId)).toEqual({ user_id: person.id, email: person.email });
});

test('a refused claim opens the invitation again, and mails about it once however often it is asked for', async () => {
  const { mentorId, email, token, id } = await invite();
  const person = await addPerson();
  for (let round = 0; round < 2; round += 1) {
    await take(token, person.id, 'claim');
    await db.as(db.admin)`select public.decide_claim(${id}, false)`;
    expect(await stateOf(id)).toBe('open');
  }
  expect(await mentorMails(id)).toEqual([`claim:{id}:asked:${person.id}`, `claim:{id}:refused:${person.id}`]);
  const owner = await addPerson({ email });
  await take(token, person.id, 'claim');
  await take(token, owner.id, 'accept');
  expect((await accountOf(mentorId))?.user_id).toBe(owner.id);
});

test('a claim whose account is deleted waits for nobody', async () => {
  const { mentorId, token, id } = await invite();
  const person = await addPerson();
  await take(token, person.id, 'claim');
  await sql`delete from auth.users where id = ${person.id}`;
  expect(await listed(mentorId)).toMatchObject({ state: 'invited', claimant_email: null });
  await service`select public.expire_invitations()`;
  expect(await stateOf(id)).toBe('open');
});

test('the invited address cannot accept after 14 days because another one has asked; who asked is still decided about', async () => {
  const { mentorId, email, token, id } = await invite();
  const [owner, assistant] = [await addPerson({ email }), await addPerson()];
  await take(token, assistant.id, 'claim');
  await sql`
    update private.mentor_invitations set expires_at = clock_timestamp() - interval '1 second' where id = ${id}`;
  const expired = 'PT410 invitation_expired';
  expect(await outcomes([take(token), take(token, owner.id), take(token, owner.id, 'accept')])).toEqual(
    Array(3).fill(expired),
  );
  expect(await take(token, assistant.id)).toMatchObject({ is_claimed_by_me: true });
  await sql`update private.mentor_invitations set claimed_by = null where id = ${id}`;
  expect(await outcomes([take(token, owner.id, 'accept')])).toEqual([expired]);
  await sql`update private.mentor_invitations set claimed_by = ${assistant.id} where id = ${id}`;
  await db.as(db.admin)`select public.decide_claim(${id}, true)`;
  expect((await accountOf(mentorId))?.user_id).toBe(assistant.id);
});

test('no client takes an account away by deleting the mentor’s address, and a mentor is deleted with it', async () => {
  const { id: mentorId } = await addMentor({ email: newAddress() });
  const person = await addPerson();
  await linkMentor(mentorId, person.id);
  const remove = () => db.as(db.admin)`delete from public.mentor_private where mentor_id = ${mentorId}`;
  expect(await outcomes([remove()])).toEqual(['42501 mentor_account_protected']);
  expect((await accountOf(mentorId))?.user_id).toBe(person.id);
  await db.as(db.admin)`select public.unlink_mentor(${mentorId})`;
  await remove();
  expect(await accountOf(mentorId)).toBeUndefined();
  const { id: other } = await addMentor({ email: newAddress() });
  await linkMentor(other, person.id);
  await db.as(db.admin)`delete from public.mentors where id = ${other}`;
  expect(await accountOf(other)).toBeUndefined();
});

test('a mentor is invited five times in 24 hours, and at most one invitation waits, also of those made at once', async () => {
  const { id: mentorId } = await addMentor({ email: newAddress() });
  const send = () => service`select public.create_mentor_invitation(${mentorId}, ${db.admin})`;
  const answers = await outcomes(Array.from({ length: 8 }, send));
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(5);
  expect(answers.filter((answer) => answer === 'PT429 too_many_invitations')).toHaveLength(3);
  const states = await sql`
    select state, count(*)::int from private.mentor_invitations where mentor_id = ${mentorId} group by 1 order by 1`;
  expect(states).toEqual([
    { state: 'open', count: 1 },
    { state: 'revoked', count: 4 },
  ]);
  await sql`
    update private.mentor_invitations set sent_at = sent_at - interval '1 day' where mentor_id = ${mentorId}`;
  expect(await outcomes([send()])).toEqual(['done']);
});

test('a mentor without an address, one with an account, and one who does not exist are not invited', async () => {
  const send = (mentorId: string) => service`select public.create_mentor_invitation(${mentorId}, ${db.admin})`;
  const { id: without } = await addMentor();
  const { id: linked } = await addMentor();
  await linkMentor(linked, (await addPerson()).id);
  expect(await outcomes([send(without), send(linked), send(randomUUID())])).toEqual([
    'PT422 mentor_has_no_address',
    'PT409 mentor_has_account',
    'PT404 mentor_not_found',
  ]);
});

test('the e-mail of an invitation is written once, and never for one that is over', async () => {
  const { id } = await invite();
  const again = () =>
    service`select public.queue_mentor_invitation(${id}, ${hashOf('other')}, '{"to": "x@y.example"}')`;
  await again();
  const mails = await sql`select payload from private.outbox where key = ${`invitation:${id}`}`;
  expect(mails.map(({ payload }) => payload.subject)).toEqual(['Invitation']);
  const [row] = await service`select public.invitation_for_jobs(${id}) as mail`;
  expect(row?.mail).toBeNull();
});

test('an account is unlinked by administrators alone, stays a founder’s, and can be invited again', async () => {
  const { mentorId, email, token } = await invite();
  const person = await addPerson({ email });
  await take(token, person.id, 'accept');
  expect(await listed(mentorId)).toMatchObject({ state: 'linked' });
  expect(await outcomes([db.as(person.id)`select public.unlink_mentor(${mentorId})`])).toEqual(['42501 admin_only']);
  await db.as(db.admin)`select public.unlink_mentor(${mentorId})`;
  expect(await accountOf(mentorId)).toEqual({ user_id: null, email });
  expect(await listed(mentorId)).toMatchObject({ state: 'not_invited', has_address: true });
  expect(await outcomes([db.as(db.admin)`select public.unlink_mentor(${mentorId})`])).toEqual([
    'PT409 mentor_not_linked',
  ]);
  expect(await outcomes([take(token, person.id, 'accept')])).toEqual(['PT404 invitation_unknown']);
  const [profile] = await sql`select id from public.profiles where id = ${person.id}`;
  expect(profile?.id).toBe(person.id);
  const again = await invite(email, mentorId);
  expect(await take(again.token, person.id, 'accept')).toMatchObject({ is_accepted: true });
});

test('metadata of an account makes nobody a mentor', async () => {
  const { id: mentorId } = await addMentor({ email: newAddress() });
  const person = await addPerson();
  await sql`
    update auth.users
    set raw_user_meta_data = ${sql.json({ mentor_id: mentorId, is_mentor: true })},
      raw_app_meta_data = ${sql.json({ mentor_id: mentorId, is_mentor: true })}
    where id = ${person.id}`;
  const [row] = await db.as(person.id)`
    select public.my_mentor() as mentor, public.my_account_state() -> 'is_mentor' as is_mentor`;
  expect(row).toEqual({ mentor: null, is_mentor: false });
  expect(await db.as(person.id)`select * from public.mentor_settings`).toEqual([]);
});

test('a mentor’s browser gets the zone’s clocks from the database, each change at its quarter of an hour', async () => {
  const mentor = await addMentor();
  const person = await addPerson();
  await linkMentor(mentor.id, person.id);
  for (const zone of ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca', 'UTC']) {
    await sql`update public.mentor_settings set time_zone = ${zone} where mentor_id = ${mentor.id}`;
    const [row] = await db.as(person.id)`select public.my_mentor() -> 'zone_offsets' as offsets`;
    const offsets: { from: number; minutes: number | null }[] = row?.offsets ?? [];
    const known = offsets.slice(0, -1);
    // Two answers of one day are equal.
    expect([known[0], offsets.at(-1)].map((end) => (end?.from ?? 1) % 86_400)).toEqual([0, 0]);
    // At each change, a minute before it, and days after it.
    const instants = known.flatMap(({ from }) => [from, from - 60, from + 86_400 * 9]).slice(2);
    const shown = await sql`
      select extract(epoch from (to_timestamp(i) at time zone ${zone}) - (to_timestamp(i) at time zone 'UTC'))::int / 60 as minutes
      from unnest(${instants}::bigint[]) with ordinality t (i, place) order by place`;
    expect(shown.map((one) => one.minutes)).toEqual(
      instants.map((at) => known.findLast(({ from }) => from <= at)?.minutes),
    );
    expect(known.length > 1).toBe(!['Asia/Kathmandu', 'UTC'].includes(zone));
  }
});

test('an account cannot book its own profile', async () => {
  const mentor = await addMentor();
  const [own, founder] = [await addPerson(), await addPerson()];
  await linkMentor(mentor.id, own.id);
  const slot = await addSlot({ mentorId: mentor.id });
  const check = async () => expect(await outcomes([db.hold(own.id, slot)])).toEqual(['PT409 own_session']);
  await check();
  await expectNoticed(
    'public.create_payment_order',
    (source) => source.replace('mp.user_id = p_user_id', 'false'),
    check,
  );
  await sql`update private.slot_claims set released_at = now() where mentor_id = ${mentor.id}`;
  expect(await outcomes([db.hold(founder.id, slot)])).toEqual(['done']);
});

const addApplication = async (email: string | null, status = 'approved') => {
  const id = randomUUID();
  await sql`
    insert into public.mentor_applications (id, name, phone, linkedin, email, status)
    values (${id}, 'Ravi Mentor', '9876543210', 'https://www.linkedin.com/in/ravi', ${email}, ${status})`;
  return id;
};
const createFrom = (id: string, email: string | null = null) =>
  db.as(db.admin)`select public.create_mentor_from_application(${id}, ${email}) as id`;

test('"Create profile and invite" twice at once makes one draft and one invitation', async () => {
  const email = newAddress();
  const application = await addApplication(email);
  // Both have begun before either can go on.
  const barrier = await openLockBarrier(
    db,
    `select from public.mentor_applications where id = '${application}' for update`,
  );
  const both = outcomes([createFrom(application), createFrom(application)]);
  await barrier.waitForBlocked(2);
  await barrier.release();
  const answers = await both;
  expect(answers.toSorted()).toEqual(['PT409 application_has_mentor', 'done']);
  const [made] = await sql`
    select m.id, m.name, m.title, m.expertise, m.bio, m.price, m.image, m.linkedin, m.listing_state, m.reviews
    from public.mentors m join public.mentor_applications a on a.mentor_id = m.id where a.id = ${application}`;
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Ravi Mentor',
    title: '',
    expertise: '',
    bio: '',
    price: 0,
    image: '/placeholder.svg',
    linkedin: 'https://www.linkedin.com/in/ravi',
    listing_state: 'draft',
    reviews: 0,
  });
  const invitations = await sql`select email, state from private.mentor_invitations where mentor_id = ${made?.id}`;
  expect(invitations).toEqual([{ email, state: 'open' }]);
  const error = await createFrom(application).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: 'application_has_mentor', detail: made?.id });
  expect(await sql`select id from public.mentors where name = 'Ravi Mentor'`).toHaveLength(1);
});

test('a profile is made of an application that is not rejected, which it approves, with an address that is one', async () => {
  const [pending, contacted, rejected, without] = [
    await addApplication(newAddress(), 'pending'),
    await addApplication(newAddress(), 'contacted'),
    await addApplication(newAddress(), 'rejected'),
    await addApplication(null),
  ];
  const refusals = [
    [rejected, null, 'PT409 application_not_approved'],
    [pending, null, 'done'],
    [contacted, null, 'done'],
    [without, null, 'PT422 email_required'],
    [without, 'no address', 'PT422 email_invalid'],
    [randomUUID(), null, 'PT404 application_not_found'],
    [without, ' typed@mentors.example ', 'done'],
  ] as const;
  for (const [id, email, refusal] of refusals) expect(await outcomes([createFrom(id, email)])).toEqual([refusal]);
  const made = await sql`
    select distinct status from public.mentor_applications where id in ${sql([pending, contacted, without])}`;
  expect(made).toEqual([{ status: 'approved' }]);
});

test('a draft is invisible to visitors by list, search, address and booking', async () => {
  const application = await addApplication(newAddress());
  const [row] = await createFrom(application);
  const draft = row?.id as string;
  await sql`update public.mentors set name = 'Hidden Draft', price = 5000, rating = 5 where id = ${draft}`;
  const slot = await addSlot({ mentorId: draft });
  const founder = await addPerson();
  expect(await outcomes([db.hold(founder.id, slot)])).toEqual(['PT404 mentor_not_found']);
  expect(await outcomes([db.as(db.admin)`select public.set_homepage_feature(${draft}, true)`])).toEqual([
    'PT409 mentor_not_listed',
  ]);
  await sql.begin(async (visitor) => {
    await visitor`set local role anon`;
    expect(await visitor`select id from public.mentors where id = ${draft}`).toEqual([]);
    expect(await visitor`select id from public.search_mentors('hidden draft')`).toEqual([]);
    expect(await visitor`select id from public.mentor_slots(${draft})`).toEqual([]);
    expect(await visitor`select id from public.mentor_slots_preview(${[draft]})`).toEqual([]);
    expect(await visitor`select id from public.nearest_free_slots(${draft}, null, null)`).toEqual([]);
  });
  const [own] = await sql`select user_id from public.mentor_private where mentor_id = ${draft}`;
  expect(own?.user_id).toBeNull();
});

test('an incomplete draft is saved as it is, and is refused when it is listed', async () => {
  const [row] = await createFrom(await addApplication(newAddress()));
  const draft = row?.id as string;
  await db.as(db.admin)`update public.mentors set title = '' where id = ${draft}`;
  const list = () =>
    sql.begin(async (client) => {
      await client`
        create or replace function public.list_for_test(p_id uuid) returns void language sql security definer
        set search_path = '' as $$ update public.mentors set listing_state = 'listed' where id = p_id $$`;
      await client`set local role authenticated`;
      await client`select public.list_for_test(${draft})`;
    });
  expect(await outcomes([list()])).toEqual(['PT422 title_required']);
  await sql`
    update public.mentors set title = 'Partner', expertise = 'Sales', bio = 'Bio', price = 5000 where id = ${draft}`;
  expect(await outcomes([list()])).toEqual(['done']);
});

test('a mentor who has left keeps the profile, and offers no time', async () => {
  const mentor = await addMentor();
  const slot = await addSlot({ mentorId: mentor.id });
  await sql`update public.mentors set listing_state = 'left' where id = ${mentor.id}`;
  expect(await outcomes([db.hold((await addPerson()).id, slot)])).toEqual(['PT422 slot_not_offered']);
  await sql.begin(async (visitor) => {
    await visitor`set local role anon`;
    expect(await visitor`select id from public.mentors where id = ${mentor.id}`).toHaveLength(1);
    expect(await visitor`select id from public.search_mentors() where id = ${mentor.id}`).toEqual([]);
    expect(await visitor`select id from public.mentor_slots(${mentor.id})`).toEqual([]);
  });
});
