import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { type Order, outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { openLockBarrier, orderLock } from '#tests/kit/lock-barrier.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;
const { addPerson } = createBuilders(sql);

const remove = (userId: string, via: postgres.ISql = db.service) =>
  via`select public.delete_account(${userId}, 'v1.sealed')`;

/** Every row of every table, as text. */
async function dump(via: postgres.ISql = sql): Promise<string> {
  const tables = await via`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`;
  let text = '';
  for (const { name } of tables) {
    const rows = await via.unsafe(`select t::text as row from ${name} t`);
    text += rows.map((row) => `${name}: ${row.row}\n`).join('');
  }
  return text;
}

/** A session of this person that was paid for and has taken place. */
async function addPastBooking(founder: string) {
  const slot = await db.addSlot(await db.addMentor(), 3, '10:00', '11:00');
  const bought = await db.buy(founder, slot);
  await db.setStatus(db.admin, bought.bookingId, 'confirmed');
  await db.setStatus(db.admin, bought.bookingId, 'completed');
  await db.startIn(bought.bookingId, -5);
  return bought;
}

/** A person who is mentioned wherever a person can be. */
async function addKnownPerson() {
  const id = randomUUID();
  const tag = id.slice(0, 8);
  const person = {
    id,
    email: `quill-${tag}@startup.example`,
    oldEmail: `older-${tag}@startup.example`,
    name: `Zebulon O'Quill & ${tag}`,
    phone: `+91 91234 ${Number.parseInt(tag.slice(0, 4), 16) + 10000}`,
  };
  await addPerson({ id, email: person.oldEmail, name: person.name });
  await sql`
    insert into auth.identities (id, user_id, provider, provider_id, identity_data)
    values (${randomUUID()}, ${id}, 'google', ${tag}, ${sql.json({ email: person.email, full_name: person.name })})`;
  const { bookingId, paymentId, providerOrderId } = await addPastBooking(id);
  await db.submitReview(id, bookingId, 4, `Helped. Write to ${person.email}.`);
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status) values (${randomUUID()}, ${id}, 'totp', 'verified')`;
  // The address was changed after the payment.
  await sql`update auth.users set email = ${person.email} where id = ${id}`;
  await sql`
    update public.profiles set phone = ${person.phone}, startup_name = 'Chai Stack', idea = 'Tea by subscription',
      industry = 'Food', vc_interest_submitted = true where id = ${id}`;
  await sql`
    update public.bookings set notes = ${`Call ${person.phone}`}, google_meet_link = 'https://meet.google.com/abc',
      google_calendar_event_id = 'p0x' where id = ${bookingId}`;
  await sql`
    insert into private.calendar_events (booking_id, event_id, state) values (${bookingId}, 'p0x', 'created')
    on conflict (booking_id) do update set event_id = 'p0x', state = 'created'`;
  await sql`
    insert into public.change_requests (booking_id, user_id, kind, message, state, answered_at, decline_reason)
    values (${bookingId}, ${id}, 'move', ${`Call me, ${person.name}`}, 'declined', now(), ${`Sorry, ${person.name}`})`;
  await sql`
    insert into private.money_findings (kind, subject, payment_id, booking_id, resolved_at, resolution, note)
    values ('dispute', ${`disp_${tag}`}, ${paymentId}, ${bookingId}, now(), 'dismissed', ${`Spoke to ${person.name}`})`;
  await sql`
    insert into private.webhook_events (id, event, payload, processed_at)
    values (${`evt_${tag}`}, 'payment.captured', ${sql.json({
      payload: {
        payment: {
          entity: { id: paymentId, order_id: providerOrderId, notes: { name: person.name, email: person.email } },
        },
      },
    })}, now())`;
  await sql`
    insert into auth.audit_log_entries (id, payload)
    values (${randomUUID()}, ${sql.json({ actor_id: id, actor_username: person.email, traits: { name: person.name } })})`;
  const html = `<p>${person.name.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')}</p>`;
  const attachments = [
    {
      filename: 'a.ics',
      contentType: 'text/calendar',
      content: `BEGIN:VCALENDAR\r\nSUMMARY:${person.name.slice(0, 9)}\r\n ${person.name.slice(9)}\r\nEND`,
    },
  ];
  const mail = { subject: `About ${person.name}`, html, text: person.phone, attachments };
  // As mail/booking.ts queues it for a mentor.
  const event = (attachments[0]?.content ?? '').replace(/SUMMARY:.*\r\n .*/, 'SUMMARY:A founder');
  const without = {
    subject: 'About a founder',
    html: '',
    text: '',
    attachments: [{ ...attachments[0], content: event }],
  };
  for (const [state, to, key] of [
    ['ready', person.email, `booking:${bookingId}:submitted:founder:0`],
    ['dead', person.oldEmail, `booking:${bookingId}:confirmed:founder:0`],
    ['ready', 'mentor@mentors.example', `booking:${bookingId}:submitted:mentor:0`],
    ['dead', 'mentor@mentors.example', `booking:${bookingId}:confirmed:mentor:0`],
    ['done', person.email, null],
  ] as const) {
    await sql`
      insert into private.outbox (kind, payload, state, key, finished_at, last_error, run_at)
      values ('email', ${sql.json({ to, ...mail, ...(to.includes('mentor') && { without_founder: without }) })},
        ${state}, ${key === null ? null : `${key}:${tag}`}, ${state === 'ready' ? null : new Date()},
        ${`550 no such user ${person.email}`}, now() + interval '1 hour')`;
  }
  return { ...person, bookingId, paymentId };
}

type Known = Awaited<ReturnType<typeof addKnownPerson>>;

/** Where the person is still named, line by line. */
function mentions(text: string, { email, oldEmail, name, phone }: Known): string[] {
  const words = [email, oldEmail, name, phone, name.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')];
  return text
    .split('\n')
    .filter((line) => words.some((word) => line.replaceAll("''", "'").toLowerCase().includes(word.toLowerCase())))
    .map((line) => line.slice(0, line.indexOf(':')));
}

/** The last e-mail is still to be sent: its job alone may know the address. */
const finishLastMail = (via: postgres.ISql = sql) =>
  via`select public.complete_job(id, attempts) from private.outbox where kind = 'account_deleted' and state = 'ready'`;

test('after a deletion address, name and phone occur in no row of any table', async () => {
  const known = await addKnownPerson();
  const before = await dump();
  for (const table of ['public.bookings', 'private.webhook_events', 'auth.audit_log_entries', 'private.outbox']) {
    expect(mentions(before, known)).toContain(table);
  }
  await remove(known.id);
  const [mail] = await sql`
    select payload from private.outbox where kind = 'account_deleted' and key = ${`account_deleted:${known.id}`}`;
  expect(mail?.payload).toEqual({ to: known.email });
  await finishLastMail();
  expect(mentions(await dump(), known)).toEqual([]);
});

test.each([
  ['bookings', /update public\.bookings b[^;]*;/],
  ['change requests', /update public\.change_requests r[^;]*;/],
  ['reviews', /update public\.mentor_reviews r[^;]*;/],
  ['webhook payloads', /update private\.webhook_events e[^;]*;/],
  ['notes about money', /update private\.money_findings f[^;]*;/],
  ['e-mails to the person', /update private\.outbox o\s+set payload = '\{\}'[^;]*;/],
  ['e-mails about bookings', /update private\.outbox o\s+set payload = jsonb_build_object\('to'[^;]*;/],
  ['the audit log', /perform private\.redact_audit\(p_user_id\);/],
  ['the log of Auth', /if to_regclass\('auth\.audit_log_entries'\)[\s\S]*?end if;/],
])('with the scrub of %s left out the same search finds the person', async (_what, statement) => {
  const known = await addKnownPerson();
  const found = await sql
    .begin(async (transaction) => {
      const [row] = await transaction`
        select pg_get_functiondef('private.forget_person(uuid)'::regprocedure) as definition`;
      expect(row?.definition).toMatch(statement);
      await transaction.unsafe(row?.definition.replace(statement, ''));
      await remove(known.id, transaction);
      await finishLastMail(transaction);
      throw Object.assign(new Error('rolled back'), { found: mentions(await dump(transaction), known) });
    })
    .catch((error) => error.found ?? Promise.reject(error));
  expect(found).not.toEqual([]);
  await remove(known.id);
});

test('amounts, dates and states stay, and no money promise is broken', async () => {
  const known = await addKnownPerson();
  const records = () => sql`
    select b.date, b.start_time, b.status, b.mentor_name, b.code, y.id, y.amount_paise, y.captured_at, o.state,
      c.kind as claim
    from public.bookings b join private.payments y on y.booking_id = b.id
    join private.payment_orders o on o.id = y.order_id
    join private.slot_claims c on c.booking_id = b.id and c.released_at is null
    where b.id = ${known.bookingId}`;
  const before = await records();
  await remove(known.id);
  expect(before).toHaveLength(1);
  expect(await records()).toEqual(before);
  const [kept] = await sql`
    select b.user_id, b.user_email, b.notes, b.google_meet_link, o.user_id as order_user, c.user_id as claim_user,
      r.author_name, r.rating, r.comment
    from public.bookings b
    join private.payment_orders o on o.booking_id = b.id
    join private.slot_claims c on c.booking_id = b.id
    join private.session_reviews s on s.booking_id = b.id
    join public.mentor_reviews r on r.id = s.review_id
    where b.id = ${known.bookingId}`;
  expect(kept).toEqual({
    user_id: null,
    user_email: null,
    notes: null,
    google_meet_link: null,
    order_user: null,
    claim_user: null,
    author_name: 'A founder',
    rating: 4,
    comment: 'Helped. Write to removed.',
  });
  expect(await db.violations()).toEqual([]);
});

test('what is written to others about a deleted account is still sent, without the name', async () => {
  const known = await addKnownPerson();
  await remove(known.id);
  const mails = await sql`
    select payload ->> 'to' as to, payload ->> 'subject' as subject, payload #>> '{attachments,0,content}' as file, state
    from private.outbox where kind = 'email' and key like ${`booking:${known.bookingId}:%`} and payload <> '{}'
    order by state`;
  const removed = { to: 'mentor@mentors.example', subject: 'About a founder' };
  expect(mails).toMatchObject([
    { ...removed, state: 'dead', file: 'BEGIN:VCALENDAR\r\nSUMMARY:A founder\r\nEND' },
    { ...removed, state: 'ready' },
  ]);
});

test('the account goes with all that is about it alone; consents, the audit log and the sealed name stay', async () => {
  const known = await addKnownPerson();
  await sql`
    insert into private.identity_proofs (session_id, user_id) values (${known.id}, ${known.id})`;
  await remove(known.id);
  for (const table of ['auth.sessions', 'auth.identities', 'auth.mfa_factors', 'private.identity_proofs']) {
    expect(await sql.unsafe(`select from ${table} where user_id = '${known.id}'`)).toHaveLength(0);
  }
  expect(await sql`select from auth.users where id = ${known.id}`).toHaveLength(0);
  expect(await sql`select from public.profiles where id = ${known.id}`).toHaveLength(0);
  expect(await sql`select from private.consents where user_id = ${known.id} and account_closed_at is null`).toEqual([]);
  expect((await sql`select from private.consents where user_id = ${known.id}`).length).toBeGreaterThan(2);
  expect(await sql`select sealed from private.closed_accounts where user_id = ${known.id}`).toEqual([
    { sealed: 'v1.sealed' },
  ]);
  expect(
    await sql`select action, table_name from private.audit_log where actor = ${known.id} and action = 'account_deleted'`,
  ).toEqual([{ action: 'account_deleted', table_name: 'profiles' }]);
  const jobs = await sql`
    select kind from private.outbox where kind = 'forget_guest' and payload ->> 'booking_id' = ${known.bookingId}`;
  expect(jobs).toHaveLength(1);
});

test('without a sealed text none is kept', async () => {
  const { id } = await addPerson();
  await db.service`select public.delete_account(${id})`;
  expect(await sql`select from private.closed_accounts where user_id = ${id}`).toHaveLength(0);
});

test('the address signs up again at once, and sees none of the old bookings', async () => {
  const known = await addKnownPerson();
  await remove(known.id);
  const { id } = await addPerson({ email: known.email, name: known.name });
  expect(await db.as(id)`select id from public.bookings`).toEqual([]);
  expect(await db.as(id)`select booking_id from public.my_receipts()`).toEqual([]);
  expect(await db.as(id)`select booking_id from public.my_session_reviews()`).toEqual([]);
  // What a match by address would show.
  const old = { user_email: known.oldEmail };
  expect(await sql`select from public.bookings where ${sql(Object.keys(old))} = ${old.user_email}`).toHaveLength(0);
});

test('with the address left in the booking a match by it would find the old bookings', async () => {
  const known = await addKnownPerson();
  const seen = await sql
    .begin(async (transaction) => {
      const [row] = await transaction`
        select pg_get_functiondef('private.forget_person(uuid)'::regprocedure) as definition`;
      await transaction.unsafe(row?.definition.replace('user_email = null, ', ''));
      await remove(known.id, transaction);
      await transaction`
        create policy "Founders read bookings of their address" on public.bookings for select to authenticated
        using (user_email = (select auth.jwt() ->> 'email'))`;
      const { id } = await createBuilders(transaction as unknown as postgres.Sql).addPerson({ email: known.oldEmail });
      const claims = { role: 'authenticated', sub: id, session_id: id, aal: 'aal1', email: known.oldEmail };
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      await transaction`set local role authenticated`;
      const rows = await transaction`select id from public.bookings`;
      throw Object.assign(new Error('rolled back'), { count: rows.length });
    })
    .catch((error) => error.count ?? Promise.reject(error));
  expect(seen).toBe(1);
  await remove(known.id);
});

// What refuses a deletion ---------------------------------------------------------------------------------------------

const tryRemoval = async (userId: string) => (await outcomes([remove(userId)]))[0];

test.each(['pending_admin_review', 'confirmed', 'rescheduled'] as const)(
  'an account with a session ahead that is %s is not deleted',
  async (status) => {
    const founder = await db.addFounder();
    const { id } = await db.addBooking({ owner: founder, status });
    expect(await tryRemoval(founder)).toBe('PT409 sessions_ahead');
    expect(await sql`select from auth.users where id = ${founder}`).toHaveLength(1);
    await sql`delete from private.slot_claims where booking_id = ${id}`;
    await sql`delete from public.bookings where id = ${id}`;
    expect(await tryRemoval(founder)).toBe('done');
  },
);

/** As if the provider had been asked just now. */
const answerCheck = (order: Order, answer: string) =>
  sql`
    update private.order_checks set answer = ${answer}, checked_at = clock_timestamp(), next_check_at = now()
    where order_id = ${order.orderId}`;

test('an account whose payment may be on its way is not deleted', async () => {
  const founder = await db.addFounder();
  const order = await db.order(founder, await db.addSlot(await db.addMentor(), 3, '10:00', '11:00'));
  expect(await tryRemoval(founder)).toBe('PT409 payment_open');
  await db.expireHold(order);
  // The provider was not asked yet.
  expect(await tryRemoval(founder)).toBe('PT409 payment_open');
  await answerCheck(order, 'pending');
  expect(await tryRemoval(founder)).toBe('PT409 payment_open');
  await answerCheck(order, 'none');
  await sql`
    insert into private.webhook_events (id, event, payload)
    values (${randomUUID()}, 'payment.authorized', ${sql.json({
      payload: { payment: { entity: { order_id: order.providerOrderId } } },
    })})`;
  expect(await tryRemoval(founder)).toBe('PT409 payment_open');
  await sql`update private.webhook_events set processed_at = now(), received_at = now() - interval '1 hour'`;
  expect(await tryRemoval(founder)).toBe('done');
});

test.each(['queued', 'pending', 'failed'])('an account with a refund that is %s is not deleted', async (state) => {
  const { founder, refundId } = await db.addRejectedBooking();
  await sql`update private.refunds set state = ${state} where id = ${refundId}`;
  expect(await tryRemoval(founder)).toBe('PT409 refund_open');
  await sql`update private.refunds set state = 'processed', processed_at = now() where id = ${refundId}`;
  expect(await tryRemoval(founder)).toBe('done');
});

test('an account with an open dispute is not deleted', async () => {
  const founder = await db.addFounder();
  const { paymentId, bookingId } = await addPastBooking(founder);
  await sql`
    insert into private.money_findings (kind, subject, payment_id, booking_id)
    values ('dispute', ${`disp_${paymentId}`}, ${paymentId}, ${bookingId})`;
  expect(await tryRemoval(founder)).toBe('PT409 refund_open');
  await sql`
    update private.money_findings set resolved_at = now(), resolution = 'passed' where payment_id = ${paymentId}`;
  expect(await tryRemoval(founder)).toBe('done');
});

test('of the last two administrators who leave at once, one stays', async () => {
  const others = await Promise.all([addPerson({ isAdministrator: true }), addPerson({ isAdministrator: true })]);
  await sql`update public.profiles set is_admin = false where id = ${db.admin}`;
  try {
    const ended = await outcomes(others.map(({ id }) => remove(id)));
    expect(ended.sort()).toEqual(['PT409 last_administrator', 'done']);
    const [left] = await sql`select id from public.profiles where is_admin`;
    expect(await tryRemoval(left?.id)).toBe('PT409 last_administrator');
  } finally {
    await sql`update public.profiles set is_admin = true where id = ${db.admin}`;
  }
});

test('an account that is gone, or never was, is not found', async () => {
  const founder = await db.addFounder();
  expect(await tryRemoval(founder)).toBe('done');
  expect(await tryRemoval(founder)).toBe('PT404 account_not_found');
  expect(await tryRemoval(randomUUID())).toBe('PT404 account_not_found');
});

// In the same second --------------------------------------------------------------------------------------------------

/** An order whose hold ended, and of which the provider last knew no payment: its account can be deleted. */
async function addForgottenOrder() {
  const founder = await db.addFounder();
  const order = await db.order(founder, await db.addSlot(await db.addMentor(), 3, '10:00', '11:00'));
  await db.expireHold(order);
  await answerCheck(order, 'none');
  return { founder, order };
}

const bookingsWithoutBuyer = () => sql`
  select from public.bookings where user_id is null and status = 'pending_admin_review' and upper(during) > now()`;

test.each(['payment', 'deletion'])(
  'a payment that arrives in the same second as the deletion becomes a booking or a refund: the %s comes first',
  async (first) => {
    const { founder, order } = await addForgottenOrder();
    const barrier = await openLockBarrier({ sql }, orderLock(order.bookingId));
    const acts = { payment: () => db.settle(order), deletion: () => tryRemoval(founder) };
    const begin = first === 'payment' ? [acts.payment, acts.deletion] : [acts.deletion, acts.payment];
    const running: Promise<unknown>[] = [];
    for (const act of begin) {
      running.push(act());
      await barrier.waitForBlocked(running.length);
    }
    await barrier.release();
    const [one, other] = await Promise.all(running);
    if (first === 'payment') {
      expect([one, other]).toEqual([expect.objectContaining({ outcome: 'booked' }), 'PT409 sessions_ahead']);
    } else {
      expect([one, other]).toEqual(['done', expect.objectContaining({ outcome: 'refund', reason: 'user_gone' })]);
    }
    expect(await bookingsWithoutBuyer()).toHaveLength(0);
  },
);

/** The person's next order, begun while a deletion has passed its checks and not ended: how both end. */
async function orderWhileDeleting({ isLocked }: { isLocked: boolean }) {
  const founder = await db.addFounder();
  const slot = await db.addSlot(await db.addMentor(), 3, '10:00', '11:00');
  const barrier = await openLockBarrier({ sql }, 'lock table private.closed_accounts in exclusive mode');
  const removal = tryRemoval(founder);
  await barrier.waitForBlocked(1);
  const order = outcomes([db.hold(founder, slot)]);
  await (isLocked ? barrier.waitForBlocked(2) : order);
  await barrier.release();
  const ended = [await removal, ...(await order)];
  const orders = await sql`select user_id from private.payment_orders where mentor_id = ${slot.mentorId}`;
  return { ended, buyers: orders.map((row) => row.user_id) };
}

test('an order that is begun while the account is being deleted finds no account', async () => {
  expect(await orderWhileDeleting({ isLocked: true })).toEqual({ ended: ['done', 'PT404 user_not_found'], buyers: [] });
});

test('without the lock of the person the order would be made, and its buyer deleted', async () => {
  const [row] = await sql`select pg_get_functiondef('private.lock_person(uuid)'::regprocedure) as definition`;
  await sql.unsafe(row?.definition.replace(/perform pg_advisory_xact_lock[^;]*/i, 'null'));
  try {
    expect(await orderWhileDeleting({ isLocked: false })).toEqual({ ended: ['done', 'done'], buyers: [null] });
  } finally {
    await sql.unsafe(row?.definition);
  }
});
