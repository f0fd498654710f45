/**
 * A text that its owner chose is never the key of a write to other people's rows (docs/product/privacy.md#deletion).
 */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { beforeAll, expect, test } from 'vitest';
import { silentLog } from '#host/log.ts';
import { seedDemonstration } from '#sandbox/demonstration/demonstration.ts';
import { createSandboxTables } from '#sandbox/schema.ts';
import { createBuilders } from '#tests/kit/builders.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { suiteDirectory } from '#tests/kit/directory.ts';
import { rehearse } from '#tests/kit/personas.ts';

const db = provideDatabase();
const { sql } = db;
const { addPerson } = createBuilders(sql);
const dataDir = suiteDirectory();

beforeAll(async () => {
  await createSandboxTables(sql);
  await seedDemonstration({ sql, dataDir, log: silentLog });
  await sql`update private.audit_log set at = at - interval '6 minutes' where seal_id is null`;
  await sql`select public.seal_audit_log()`;
});

/** Every row of every table as text, without order. */
async function rows(): Promise<Set<string>> {
  const tables = await sql`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'cron')`;
  const all = new Set<string>();
  for (const { name } of tables) {
    for (const { row } of await sql.unsafe(`select t::text as row from ${name} t`)) all.add(`${name} ${row}`);
  }
  return all;
}

async function auditLog(): Promise<string[]> {
  const entries = await sql`select a::text as entry from private.audit_log a order by a.id`;
  return entries.map(({ entry }) => entry);
}

/** Texts that stand in the demonstration's rows as something else than this person's name. */
async function hostileNames(): Promise<string[]> {
  const [found] = await sql`
    select (select name from public.mentors order by name limit 1) as mentor,
      (select email from public.mentor_private order by email limit 1) as mentor_address,
      (select name from public.profiles where not is_admin order by id limit 1) as founder,
      (select email from public.profiles where is_admin order by id limit 1) as address,
      (select date::text from public.bookings order by id limit 1) as date,
      (select left(body, 20) from public.review_replies where body <> '' order by 1 limit 1) as reply,
      (select split_part(row_label, ' · ', 1) from private.audit_log where row_label like '% · %' limit 1) as label`;
  const { mentor, mentor_address, founder, address, date, reply, label } = found ?? {};
  return [
    'pending_admin_review',
    'confirmed',
    'email',
    'founder',
    'login',
    'INR',
    'done',
    '20',
    '10:00:00',
    'status',
    'true',
    mentor,
    mentor_address,
    founder,
    address,
    date,
    reply ?? 'Thank you',
    label,
    '.*',
    "'; drop table x; --",
    '%',
    'e',
    '\u3164',
  ];
}

test('deleting accounts with hostile names changes nothing of anybody else, in no table', async () => {
  const names = await hostileNames();
  expect(names.every((name) => typeof name === 'string' && name !== '')).toBe(true);
  const own = new Set<string>();
  for (const name of names) {
    const id = randomUUID();
    own.add(id);
    await addPerson({ id, name });
    await sql`update public.profiles set name = ${name} where id = ${id}`;
    await sql`
      insert into auth.identities (id, user_id, provider, provider_id, identity_data)
      values (${randomUUID()}, ${id}, 'google', ${id}, ${sql.json({ email: 'admin@example.com', full_name: name, name })})`;
  }
  const before = await rows();
  const log = await auditLog();
  expect(log.length).toBeGreaterThan(40);
  for (const id of own) await db.service`select public.delete_account(${id}, 'v1.sealed')`;
  expect((await auditLog()).slice(0, log.length)).toEqual(log);
  const after = await rows();
  const changed = [...before].filter((row) => !after.has(row)).concat([...after].filter((row) => !before.has(row)));
  expect(changed.filter((row) => ![...own].some((id) => row.includes(id)))).toEqual([]);
  expect(changed.length).toBeGreaterThan(own.size);
  const [check] = await sql`select public.check_audit_chain(0, 1000) as answer`;
  expect(check?.answer).toMatchObject({ is_done: true, broken_entry: null });
});

/** Deletes an account in a transaction that is taken back, and answers what `look` sees afterwards. */
function afterDeletion<T>(id: string, look: (via: postgres.TransactionSql) => Promise<T>): Promise<T> {
  return rehearse(sql, async (via) => {
    await via`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`;
    await via`select public.delete_account(${id}, 'v1.sealed')`;
    return look(via);
  });
}

/** Somebody whose name stands everywhere as something else, with a paid session that has taken place. */
async function addHostileFounder(name: string) {
  const founder = await db.addFounder();
  await sql`update public.profiles set name = ${name} where id = ${founder}`;
  await sql`update auth.users set raw_user_meta_data = ${sql.json({ full_name: name })} where id = ${founder}`;
  const bought = await db.buy(founder, await db.addSlot(await db.addMentor(), 3, '10:00', '11:00'));
  await db.setStatus(db.admin, bought.bookingId, 'confirmed');
  await db.setStatus(db.admin, bought.bookingId, 'completed');
  await db.startIn(bought.bookingId, -5);
  return { founder, ...bought };
}

test.each(['captured', 'INR', '700000', 'payment', '2026', 'upi'])(
  'of the provider’s events about a person called %s only name, address and phone go',
  async (name) => {
    const { founder, paymentId, providerOrderId } = await addHostileFounder(name);
    const entity = {
      id: paymentId,
      entity: 'payment',
      order_id: providerOrderId,
      status: 'captured',
      currency: 'INR',
      amount: 700000,
      method: 'upi',
      created_at: 1795000000,
      notes: { booking_date: '2026-11-27', mentor_name: name },
    };
    const event = (payment: object) => ({
      entity: 'event',
      event: 'payment.captured',
      payload: { payment: { entity: payment } },
    });
    const add = async (payment: object) => {
      const id = randomUUID();
      await sql`insert into private.webhook_events (id, event, payload, processed_at)
        values (${id}, 'payment.captured', ${sql.json(event(payment) as never)}, now())`;
      return id;
    };
    const own = await add({ ...entity, email: 'x@startup.example', contact: '+919876543210', card: { name } });
    const other = await add({
      ...entity,
      id: 'pay_of_another',
      order_id: 'order_of_another',
      email: name,
      notes: { name },
    });
    const payloads = await afterDeletion(
      founder,
      (via) => via`
      select id, payload from private.webhook_events where id in ${via([own, other])}`,
    );
    const removed = { ...entity, email: 'removed', contact: 'removed', card: { name: 'removed' } };
    expect(payloads.find(({ id }) => id === own)?.payload).toEqual(event(removed));
    expect(payloads.find(({ id }) => id === other)?.payload).toEqual(
      event({ ...entity, id: 'pay_of_another', order_id: 'order_of_another', email: name, notes: { name } }),
    );
  },
);

test('what a mentor wrote stays to the letter: the reply to the review, the summary and the note', async () => {
  const { founder, bookingId } = await addHostileFounder('Thank you');
  await db.submitReview(founder, bookingId, 5, 'Helped.');
  const [review] = await sql`select review_id, mentor_id from private.session_reviews s
    join public.mentor_reviews r on r.id = s.review_id where s.booking_id = ${bookingId}`;
  await sql`insert into public.review_replies (review_id, mentor_id, body)
    values (${review?.review_id}, ${review?.mentor_id}, 'Thank you for your time.')`;
  await sql`insert into public.session_summaries (booking_id, body, shared_at)
    values (${bookingId}, 'Thank you. Next: a pilot.', now())`;
  const texts = await afterDeletion(
    founder,
    (via) => via`
    select body from public.review_replies where review_id = ${review?.review_id}
    union all select body from public.session_summaries where booking_id = ${bookingId}
    union all select author_name from public.mentor_reviews where id = ${review?.review_id}`,
  );
  expect(texts.map(({ body }) => body)).toEqual(['Thank you for your time.', 'Thank you. Next: a pilot.', 'A founder']);
});

test('the entries about a person’s own booking keep states, dates and keys, whatever the person is called', async () => {
  const { founder, bookingId } = await addHostileFounder('completed');
  const entries = (via: postgres.ISql) => via`
    select action, table_name, row_id, row_label, changes from private.audit_log
    where table_name = 'bookings' and row_id = ${bookingId} order by id`;
  const before = await entries(sql);
  expect(JSON.stringify(before)).toContain('"completed"');
  expect(await afterDeletion(founder, (via) => entries(via))).toEqual(before);
});

test('an address that was asked for and never confirmed is nobody’s: its mails are sent, and its records stay', async () => {
  const victim = await addPerson({ email: 'victim@startup.example', name: 'Vic Tim' });
  const asked = 'asked-for@startup.example';
  const { id } = await addPerson();
  await sql`update auth.users set email_change = ${asked} where id = ${id}`;
  for (const to of [asked, victim.email]) {
    for (const key of [null, `auth-mail:${randomUUID()}`, `booking:${randomUUID()}:submitted:founder:0`]) {
      await sql`insert into private.outbox (kind, payload, key, run_at)
        values ('email', ${sql.json({ to, subject: asked, html: '', text: to })}, ${key}, now() + interval '1 hour')`;
    }
  }
  await sql`insert into private.audit_log (actor, action, table_name, row_id, row_label, changes)
    values (${victim.id}, 'update', 'mentors', 'm-9', ${asked}, ${sql.json({ bio: ['', asked] })})`;
  await sql`insert into auth.audit_log_entries (id, payload)
    values (${randomUUID()}, ${sql.json({ actor_id: victim.id, actor_username: asked, traits: { user_email: asked } })})`;
  const records = async (via: postgres.ISql) => [
    await via`select * from private.outbox where payload ->> 'to' in (${asked}, ${victim.email}) order by id`,
    await via`select * from private.audit_log where row_id = 'm-9' order by id`,
    await via`select * from auth.audit_log_entries where payload::text like ${`%${asked}%`}`,
  ];
  const before = await records(sql);
  expect(before.map((rows) => rows.length)).toEqual([6, 1, 1]);
  expect(await afterDeletion(id, records)).toEqual(before);
});

test('e-mails to other people who have the same address now, or are mentors, are sent', async () => {
  const { founder, bookingId } = await addHostileFounder('Old Owner');
  const [{ email } = { email: '' }] = await sql<
    { email: string }[]
  >`select email from auth.users where id = ${founder}`;
  // The mailbox is another account's since; and a mentor is written to at the present one.
  await sql`update auth.users set email = ${`new-${email}`} where id = ${founder}`;
  await addPerson({ email });
  const add = (to: string, key: string | null) => sql`
    insert into private.outbox (kind, payload, key, run_at)
    values ('email', ${sql.json({ to, subject: '', html: '', text: '' })}, ${key}, now() + interval '1 hour')`;
  const kept = [
    `booking:${randomUUID()}:confirmed:founder:0`,
    `review:${randomUUID()}:mentor`,
    `cancels:${bookingId}:admin:x`,
  ];
  const stopped = [
    `booking:${bookingId}:confirmed:founder:0`,
    `alert:${founder}:digest:1:mail`,
    `auth-mail:${randomUUID()}`,
  ];
  for (const key of [...kept, stopped[0] ?? '']) await add(email, key);
  for (const key of [`booking:${randomUUID()}:submitted:mentor:0`, ...stopped.slice(1)]) await add(`new-${email}`, key);
  await add(email, null);
  const left = await afterDeletion(
    founder,
    (via) => via`
    select payload ->> 'to' as to, key from private.outbox where kind = 'email' and state = 'ready'
      and payload ->> 'to' in (${email}, ${`new-${email}`}) order by 1, 2`,
  );
  expect(left.map(({ key }) => key?.split(':')[0] ?? 'none').sort()).toEqual([
    'booking',
    'booking',
    'cancels',
    'none',
    'review',
  ]);
});

test('of Auth’s log goes who acted, by the account’s id; an entry about another account keeps that one’s address', async () => {
  const { founder } = await addHostileFounder('login');
  const others = randomUUID();
  const log = async (payload: object) => {
    const id = randomUUID();
    await sql`insert into auth.audit_log_entries (id, payload) values (${id}, ${sql.json(payload as never)})`;
    return id;
  };
  const signIn = { action: 'login', actor_via_sso: false, log_type: 'account', traits: { provider: 'email' } };
  const entries = [
    [
      { ...signIn, actor_id: founder, actor_username: 'me@startup.example', actor_name: 'login' },
      { ...signIn, actor_id: founder, actor_username: 'removed', actor_name: 'removed' },
    ],
    [{ ...signIn, actor_id: others, actor_username: 'login', actor_name: 'login' }],
    [
      {
        action: 'user_deleted',
        actor_id: founder,
        actor_username: 'me@startup.example',
        traits: { user_id: others, user_email: 'other@startup.example' },
      },
      {
        action: 'user_deleted',
        actor_id: founder,
        actor_username: 'removed',
        traits: { user_id: others, user_email: 'other@startup.example' },
      },
    ],
    [
      {
        action: 'user_modified',
        actor_id: others,
        actor_username: 'admin@startup.example',
        traits: { user_id: founder, user_phone: '1' },
      },
      {
        action: 'user_modified',
        actor_id: others,
        actor_username: 'admin@startup.example',
        traits: { user_id: founder, user_phone: 'removed' },
      },
    ],
  ] as const;
  const ids: string[] = [];
  for (const [payload] of entries) ids.push(await log(payload));
  const rows = await afterDeletion(
    founder,
    (via) => via`
    select id, payload from auth.audit_log_entries where id in ${via(ids)}`,
  );
  const after = ids.map((id) => rows.find((row) => row.id === id)?.payload);
  expect(after).toEqual(entries.map(([before, then]) => then ?? before));
});
