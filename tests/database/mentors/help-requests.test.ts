/** Help requests (docs/product/help-requests.md): sent once, answered once, gone with their account. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;
const SOURCE = 'a-source-of-a-test-0001';
const TEXT = 'Who knows how to sell toys in Germany?';

beforeEach(async () => {
  await sql`truncate private.submission_counts, private.mentor_requests`;
  await sql`delete from private.outbox where key like 'help_request:%'`;
});

async function ask({ id = randomUUID() as string, user = null as string | null, email = 'asks@startup.example' } = {}) {
  await db.service`
    select public.submit_mentor_request(${SOURCE}, ${id}, ${TEXT}, ${email}, '{"category": "Sales"}', ${user})`;
  return id;
}

const requestOf = async (id: string) => (await sql`select * from private.mentor_requests where id = ${id}`)[0];
const jobs = async () =>
  (await sql`select key from private.outbox where key like 'help_request:%' order by key`).map(({ key }) => key);
const factsOf = async (mail: string, id: string) =>
  (
    await db.service`
      select public.mentor_mail_facts(${sql.json({ mail, request_id: id })}) as facts`
  )[0]?.facts;

test('a help request that is sent twice is one, with one e-mail that has nothing of its text: a stranger may have typed the address', async () => {
  const id = await ask();
  await ask({ id });
  expect(await requestOf(id)).toMatchObject({ text: TEXT, state: 'open', filters: { category: 'Sales' } });
  expect(await jobs()).toEqual([`help_request:${id}:received`]);
  expect(await factsOf('help_request_received', id)).toMatchObject({
    recipients: [{ to: 'asks@startup.example', role: 'asker' }],
    facts: {},
  });
  expect(JSON.stringify(await factsOf('help_request_received', id))).not.toContain(TEXT);
});

test('the answer to a help request of an account goes to its own address, whatever was sent', async () => {
  const user = await db.addFounder();
  const id = await ask({ user, email: 'somebody-else@startup.example' });
  const [account] = await sql`select email from auth.users where id = ${user}`;
  expect(await requestOf(id)).toMatchObject({ user_id: user, email: account?.email });
});

test('ten help requests an hour are taken from one address', async () => {
  for (let sent = 0; sent < 10; sent += 1) await ask();
  await expect(ask()).rejects.toMatchObject({ code: 'PT429', message: 'too_many_submissions' });
  const limits = await sql`
    select scope, span::text, most from private.submission_limits where form = 'mentor_request' order by scope, span`;
  expect(limits.map((row) => Object.values(row))).toEqual([
    ['address', '01:00:00', 10],
    ['address', '1 day', 20],
    ['everyone', '01:00:00', 100],
    ['everyone', '1 day', 300],
  ]);
});

test('open help requests are listed with the oldest first, and are late after 24 hours', async () => {
  const [first, second] = [await ask(), await ask()];
  await sql`update private.mentor_requests set created_at = now() - interval '24 hours 1 minute' where id = ${second}`;
  const rows = await db.as(db.admin)`select id, is_late from public.list_mentor_requests()`;
  expect([...rows]).toEqual([
    { id: second, is_late: true },
    { id: first, is_late: false },
  ]);
  const [waiting] = await db.as(db.admin)`select public.count_mentor_requests()::int as count`;
  expect(waiting?.count).toBe(2);
});

test('a help request is answered once, with listed mentors in their order, and a second administrator is told', async () => {
  const id = await ask();
  const [one, two] = [await db.addMentor(), await db.addMentor()];
  const answer = () =>
    db.as(db.admin)`select public.answer_mentor_request(${id}, 'Please ask these two.', ${[two, one]})`;
  await answer();
  await expect(answer()).rejects.toMatchObject({ code: 'PT409', message: 'already_answered' });
  await expect(db.as(db.admin)`select public.close_mentor_request(${id})`).rejects.toMatchObject({
    code: 'PT409',
    message: 'already_answered',
  });
  expect(await requestOf(id)).toMatchObject({ state: 'answered', mentor_ids: [two, one], answered_by: db.admin });
  expect(await jobs()).toEqual([`help_request:${id}:answered`, `help_request:${id}:received`]);
  const { facts } = await factsOf('help_request_answered', id);
  expect(facts.answer).toBe('Please ask these two.');
  expect(facts.mentors.map((mentor: { id: string }) => mentor.id)).toEqual([two, one]);
  const [entry] = await sql`
    select changes from private.audit_log where table_name = 'mentor_requests' and action = 'update' and row_id = ${id}`;
  expect(entry?.changes).toMatchObject({ state: ['open', 'answered'], answer: null });
});

test('an answer to a help request is refused that is too short, too long, or names an unknown or a fourth mentor', async () => {
  const id = await ask();
  const mentors = [await db.addMentor(), await db.addMentor(), await db.addMentor(), await db.addMentor()];
  const refusal = (text: string, ids: string[]) =>
    db.as(db.admin)`select public.answer_mentor_request(${id}, ${text}, ${ids})`.then(
      () => 'taken',
      (error) => error.message,
    );
  expect(await refusal('Too short', [])).toBe('answer_length');
  expect(await refusal('x'.repeat(1001), [])).toBe('answer_length');
  expect(await refusal('Please ask them.', [randomUUID()])).toBe('mentors_unknown');
  expect(await refusal('Please ask them.', mentors)).toBe('mentors_unknown');
  expect(await refusal('Please ask them.', [])).toBe('taken');
});

test('a help request that is closed without an answer sends nothing', async () => {
  const id = await ask();
  await db.as(db.admin)`select public.close_mentor_request(${id})`;
  expect(await requestOf(id)).toMatchObject({ state: 'closed', answer: null });
  expect(await jobs()).toEqual([`help_request:${id}:received`]);
});

test('nobody but the server reads or writes help requests as rows', async () => {
  const id = await ask();
  const founder = await db.addFounder();
  for (const person of [founder, db.admin]) {
    await expect(db.as(person)`select * from private.mentor_requests where id = ${id}`).rejects.toMatchObject({
      code: '42501',
    });
  }
  for (const call of ['list_mentor_requests()', `close_mentor_request('${id}')`, 'count_mentor_requests()']) {
    await expect(db.as(founder)`select public.${sql.unsafe(call)}`, call).rejects.toMatchObject({ code: '42501' });
  }
});

test('help requests go with their account, and so do the e-mails about them', async () => {
  const user = await db.addFounder();
  const id = await ask({ user });
  await sql`
    insert into private.outbox (kind, key, payload)
    values ('email', ${`help_request:${id}:received:asker`}, '{"to": "asks@startup.example"}')`;
  await db.service`select public.delete_account(${user})`;
  expect(await requestOf(id)).toBeUndefined();
  expect(await factsOf('help_request_received', id)).toBeNull();
  const [mail] =
    await sql`select state, payload from private.outbox where key = ${`help_request:${id}:received:asker`}`;
  expect(mail).toEqual({ state: 'done', payload: {} });
});
