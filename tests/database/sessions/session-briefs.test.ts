import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { briefSchema } from '#rules/sessions/brief-schema.ts';
import type { Slot } from '#tests/kit/builders.ts';
import { openDatabaseFixture, outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

const QUESTION = 'How do I price a <b>pilot</b> & whom do I ask?';

async function holdWith(founder: string, slot: Slot, brief: object | null, via = db) {
  const [row] = await via.service`
    select * from public.create_payment_order(
      ${founder}, ${slot.mentorId}, ${randomUUID()}, ${slot.date}::date, ${slot.startTime}::time, ${slot.endTime}::time,
      ${brief === null ? null : via.sql.json(brief as never)}::jsonb)`;
  return row as { order_id: string; booking_id: string };
}

async function storedBrief(bookingId: string, via = db) {
  const [row] = await via.sql`
    select question, stage, link, language, revision from public.session_briefs where booking_id = ${bookingId}`;
  return row;
}

const aSlot = async () => db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
const attached = async (held: { order_id: string; booking_id: string }, via = db) => {
  const providerOrderId = `order_${held.order_id.replaceAll('-', '')}`;
  await via.service`select public.attach_provider_order(${held.order_id}, ${providerOrderId})`;
  return { orderId: held.order_id, bookingId: held.booking_id, amountPaise: 350_000, providerOrderId };
};
const save = (founder: string, bookingId: string, brief: object, revision: number) =>
  db.as(founder)`select public.save_session_brief(${bookingId}, ${db.sql.json(brief as never)}, ${revision}) as saved`;

test('a brief is on the booking, character for character, after a webhook alone settled it', async () => {
  const [founder, slot] = [await db.addFounder(), await aSlot()];
  const brief = { question: QUESTION, stage: 'idea', link: 'https://deck.example/a?b=1#c', language: 'hi' };
  const order = await attached(await holdWith(founder, slot, brief));
  expect((await db.settle(order)).outcome).toBe('booked');
  expect(await storedBrief(order.bookingId)).toEqual({ ...brief, revision: 1 });
  const [row] = await db.sql`select private.brief_of(${order.bookingId}, false) as brief`;
  expect(row?.brief).toEqual({ ...brief, link: null });
});

test('a brief survives a settlement that comes after the hold has ended', async () => {
  const [founder, slot] = [await db.addFounder(), await aSlot()];
  const order = await attached(await holdWith(founder, slot, { question: QUESTION }));
  await db.expireHold(order);
  expect((await db.settle(order)).outcome).toBe('booked');
  expect(await storedBrief(order.bookingId)).toMatchObject({ question: QUESTION });
});

test('with the brief written after payment, a booking that a webhook settles has none (negative control)', async () => {
  const broken = await openDatabaseFixture();
  try {
    await broken.sql.unsafe(`
      create or replace function private.store_brief(p_booking_id uuid, p_user_id uuid, p_mentor_id uuid, p_brief jsonb)
      returns void language sql set search_path = '' as $$ select $$`);
    const founder = await broken.addFounder();
    const slot = await broken.addSlot(await broken.addMentor(), 2, '10:00', '11:00');
    const order = await attached(await holdWith(founder, slot, { question: QUESTION }, broken), broken);
    expect((await broken.settle(order)).outcome).toBe('booked');
    expect(await storedBrief(order.bookingId, broken)).toBeUndefined();
  } finally {
    await broken.close();
  }
});

test.each([
  [{ question: 'Why?' }, 'question_too_short', 'question'],
  [{ question: 'a'.repeat(301) }, 'question_too_long', 'question'],
  [{ stage: 'unicorn' }, 'stage_unknown', 'stage'],
  [{ language: 'fr' }, 'language_unknown', 'language'],
  [{ link: 'javascript:alert(1)' }, 'link_not_valid', 'link'],
  [{ link: 'http://deck.example' }, 'link_not_valid', 'link'],
  [{ link: 'https://a:b@x.example' }, 'link_not_valid', 'link'],
  [{ question: 5 }, 'brief_not_readable', 'question'],
  [['a list'], 'brief_not_readable', 'brief'],
])('the brief %j takes no hold and makes no order: %s', async (brief, message, detail) => {
  const [founder, slot] = [await db.addFounder(), await aSlot()];
  await expect(holdWith(founder, slot, brief)).rejects.toMatchObject({ code: 'PT422', message, detail });
  const rows = await db.sql`
    select from private.payment_orders where user_id = ${founder}
    union all select from private.slot_claims where user_id = ${founder}`;
  expect(rows).toHaveLength(0);
});

test('the database and the browser judge each brief alike', async () => {
  const texts = [
    ...['', '   ', 'too short', '  ten chars ', 'ten\n\nchars!', 'a\u00a0\u2003b\u0007c defgh', '\u200b\u200d\u2800'],
    ...['🚀'.repeat(10), '🚀'.repeat(9), 'a'.repeat(300), 'a'.repeat(301), `${'a '.repeat(150)}`, '\u3164'.repeat(12)],
  ];
  const links = [
    ...[
      'https://deck.example',
      'https://DECK.example:8443/x?y#z',
      'https://a.b.co/@me',
      'https://192.0.2.7/',
      'HTTPS://a.example',
    ],
    ...[
      'https://localhost',
      'https://x',
      'https://.example',
      'https://a..example',
      'https://a b.example',
      'https://a.example/ b',
    ],
    ...[
      'https://a@b.example',
      'https://a:b@x.example',
      'http://a.example',
      'javascript:alert(1)',
      'ftp://a.example',
      'a.example',
    ],
    ...['https://a.example\\@b', 'https://999.1.1.1', 'https://अनन्या.example', `https://a.example/${'x'.repeat(482)}`],
    ...[
      `https://a.example/${'x'.repeat(483)}`,
      'https:/a.example',
      'https://a.example:port',
      'https://[::1]/',
      'https://a%2e.example',
    ],
  ];
  const briefs = [...texts.map((question) => ({ question })), ...links.map((link) => ({ link }))];
  for (const brief of briefs) {
    const judged = briefSchema.safeParse(brief);
    const [row] = await db.sql`select private.read_brief(${db.sql.json(brief)}) as brief`.catch(() => [undefined]);
    expect([brief, row?.brief]).toEqual([brief, judged.success ? judged.data : undefined]);
  }
});

test('an order without a brief works as before, and null leaves what is stored', async () => {
  const [founder, slot] = [await db.addFounder(), await aSlot()];
  const first = await db.order(founder, slot);
  expect(await storedBrief(first.bookingId)).toBeUndefined();
  await holdWith(founder, slot, { question: QUESTION });
  await db.hold(founder, slot);
  expect(await storedBrief(first.bookingId)).toMatchObject({ question: QUESTION });
  await holdWith(founder, slot, { question: ' ', stage: null });
  expect(await storedBrief(first.bookingId)).toBeUndefined();
});

test('two clicks with different texts leave one order and the later text', async () => {
  const [founder, slot] = [await db.addFounder(), await aSlot()];
  const [one, other] = await Promise.all([
    holdWith(founder, slot, { question: 'The first of two texts' }),
    holdWith(founder, slot, { question: 'The other of two texts' }),
  ]);
  expect(one.order_id).toBe(other.order_id);
  await holdWith(founder, slot, { question: 'The last of three texts' });
  expect(await storedBrief(one.booking_id)).toMatchObject({ question: 'The last of three texts', revision: 3 });
});

test('after a change of the price, the order that is paid has the text', async () => {
  const [founder, slot] = [await db.addFounder(), await aSlot()];
  const first = await attached(await holdWith(founder, slot, { question: QUESTION, stage: 'idea' }));
  await db.expireHold(first);
  await db.sql`update public.mentors set price = 3600 where id = ${slot.mentorId}`;
  const second = await db.order(founder, slot);
  expect(second.bookingId).not.toBe(first.bookingId);
  expect((await db.settle(second)).outcome).toBe('booked');
  expect(await storedBrief(second.bookingId)).toMatchObject({ question: QUESTION, stage: 'idea' });
});

test('the latest brief of an order that became no booking is offered again to its founder alone', async () => {
  const [founder, slot] = [await db.addFounder(), await aSlot()];
  const { booking_id } = await holdWith(founder, slot, { question: QUESTION });
  const last = async (by: string) =>
    (await db.as(by)`select public.my_last_brief(${slot.mentorId}) as brief`)[0]?.brief;
  expect(await last(founder)).toMatchObject({ question: QUESTION, link: null });
  expect(await last(await db.addFounder())).toBeNull();
  await db.sql`update private.payment_orders set created_at = now() - interval '8 days' where booking_id = ${booking_id}`;
  expect(await last(founder)).toBeNull();
});

test('a brief is changed until 2 hours before the start by the database’s clock, also after a move', async () => {
  const { founder, bookingId } = await db.addPaidBookingIn(30);
  // Past every rule, to the second.
  const startsIn = (seconds: number) =>
    db.sql.begin(async (by) => {
      await by`set local session_replication_role = replica`;
      await by`
        update public.bookings set date = t.at::date, start_time = t.at::time, end_time = t.at::time + interval '1 minute'
        from (select (clock_timestamp() + ${7200 + seconds} * interval '1 second') at time zone 'Asia/Kolkata' as at) t
        where id = ${bookingId}`;
      await by`
        update private.slot_claims c set during = b.during from public.bookings b
        where b.id = c.booking_id and b.id = ${bookingId}`;
    });
  const [clock] = await db.sql`select extract(hour from now() at time zone 'Asia/Kolkata')::int as hour`;
  // A session begins and ends on one day: late in India's evening none starts in two hours.
  if (clock?.hour >= 21) return;
  await startsIn(1);
  expect((await save(founder, bookingId, { question: QUESTION }, 0))[0]?.saved).toEqual({ revision: 1 });
  await startsIn(-1);
  const late = save(founder, bookingId, { question: `${QUESTION}!` }, 1);
  await expect(late).rejects.toMatchObject({ code: 'PT409', message: 'brief_closed' });
  await db.startIn(bookingId, 24);
  expect((await save(founder, bookingId, { question: `${QUESTION}!` }, 1))[0]?.saved).toEqual({ revision: 2 });
});

test('an edit names the revision that it read; one sent twice is one; ended bookings are closed', async () => {
  const { founder, bookingId } = await db.addPaidBooking();
  await save(founder, bookingId, { question: QUESTION }, 0);
  expect((await save(founder, bookingId, { question: QUESTION }, 0))[0]?.saved).toEqual({ revision: 1 });
  const stale = save(founder, bookingId, { question: 'Another text of mine' }, 0);
  await expect(stale).rejects.toMatchObject({ message: 'brief_changed' });
  const jobs = await db.sql`
    select payload, extract(epoch from run_at - now())::int / 60 as minutes from private.outbox
    where kind = 'brief_changed' and payload ->> 'booking_id' = ${bookingId}`;
  expect(jobs).toEqual([{ payload: { booking_id: bookingId, revision: 1 }, minutes: expect.toBeOneOf([9, 10]) }]);
  await db.setStatus(db.admin, bookingId, 'rejected');
  await expect(save(founder, bookingId, {}, 1)).rejects.toMatchObject({ message: 'brief_closed' });
});

test('nobody but its founder changes a brief: another’s id reads as unknown', async () => {
  const { bookingId } = await db.addPaidBooking();
  const other = await db.addFounder();
  const attempts = await outcomes([
    save(other, bookingId, { question: QUESTION }, 0),
    save(db.admin, bookingId, { question: QUESTION }, 0),
    save(other, randomUUID(), { question: QUESTION }, 0),
  ]);
  expect(attempts).toEqual(Array(3).fill('PT404 session_not_found'));
});

test('an administrator empties a brief without its text in the audit log, and the founder may write another', async () => {
  const { founder, bookingId } = await db.addPaidBooking();
  await save(founder, bookingId, { question: 'An abusive text of mine' }, 0);
  await expect(db.as(founder)`select public.remove_brief(${bookingId})`).rejects.toMatchObject({ code: '42501' });
  await db.as(db.admin)`select public.remove_brief(${bookingId})`;
  await db.as(db.admin)`select public.remove_brief(${bookingId})`;
  const [row] = await db.sql`select private.brief_of(${bookingId}, true) as brief`;
  expect(row?.brief).toBeNull();
  const log = await db.sql`select changes from private.audit_log where table_name = 'session_briefs'`;
  expect(log).toEqual([{ changes: { removed: true } }]);
  expect((await save(founder, bookingId, { question: QUESTION }, 2))[0]?.saved).toEqual({ revision: 3 });
});

test('an invariant names a brief of another person than the booking’s', async () => {
  const { bookingId, founder } = await db.addPaidBooking();
  await save(founder, bookingId, { question: QUESTION }, 0);
  await db.sql`update public.session_briefs set user_id = ${await db.addFounder()} where booking_id = ${bookingId}`;
  expect(await db.violations()).toEqual(['brief_of_another_person']);
  await db.sql`delete from public.session_briefs where booking_id = ${bookingId}`;
});
