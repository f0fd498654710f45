import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { functionErrors, functionsCopy } from '#copy/shell/functions.ts';
import { RELEASE } from '#rules/office/release.ts';
import { eventually, type Founder } from '#tests/kit/app-client.ts';
import { expectError } from '#tests/kit/expect-answer.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp({ PROVIDER_TIMEOUT_MS: '4000' });
let founder: Founder;
let other: Founder;

beforeEach(async () => {
  founder = await app.addFounder();
  other = await app.addFounder();
});

const create = (body: unknown, by: Founder | undefined = founder, headers = {}) =>
  app.call('create-payment-order', body, by, headers);

it('create-payment-order holds the slot and makes the order at the provider', async () => {
  const slot = await app.addSlot();
  const orderRequest = app.orderRequest(founder, slot);
  const { status, body, headers } = await create(orderRequest);
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-release')).toBe(String(RELEASE));
  expect(body).toEqual({
    id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
    order_id: body.id,
    amount: 700_000,
    currency: 'INR',
    booking_id: orderRequest.notes.booking_id,
    expires_at: expect.any(String),
    key_id: app.keys.razorpay.keyId,
  });
  const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThan(15.1);
  const [stored] = await app.sql`select * from private.payment_orders where provider_order_id = ${body.id}`;
  expect(stored).toMatchObject({ user_id: founder.id, mentor_id: slot.mentorId, amount_paise: 700_000 });
  expect((await app.provider(`/orders/${body.id}`)).body).toMatchObject({
    amount: 700_000,
    currency: 'INR',
    receipt: stored?.id,
    notes: { booking_id: orderRequest.notes.booking_id },
  });
  expect(await app.readSlot(slot, other)).toMatchObject({ is_held: true, is_booked: false });
  expect(await app.readSlot(slot, founder)).toMatchObject({ is_held: false, is_booked: false });
});

it('create-payment-order believes session and database, not the body (failure mode: tampered user)', async () => {
  const slot = await app.addSlot();
  const orderRequest = app.orderRequest(founder, slot);
  orderRequest.user_id = other.id;
  orderRequest.notes.mentor_name = 'Somebody Else';
  orderRequest.notes.user_email = other.email;
  const { body } = await create(orderRequest);
  const [stored] = await app.sql`select * from private.payment_orders where provider_order_id = ${body.id}`;
  expect(stored).toMatchObject({ user_id: founder.id, mentor_name: slot.mentorName });
});

it('create-payment-order refuses a changed amount; the slot stays free (failure mode: tampered amount)', async () => {
  const slot = await app.addSlot();
  for (const amount of [100, 699_999, 700_001]) {
    const { status, body } = await create({ ...app.orderRequest(founder, slot), amount });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'price_changed', error: functionErrors.priceChanged('₹7,000') });
  }
  expect((await create(app.orderRequest(other, slot), other)).status).toBe(200);
});

it('create-payment-order gives an own hold as the same order, twice (failure mode: own hold re-opened)', async () => {
  const slot = await app.addSlot();
  // Slow enough that both clicks find the hold without an order at the provider.
  await app.fault({ operation: 'order.create', kind: 'delay', delay_ms: 300, times: 2 });
  const first = await Promise.all([create(app.orderRequest(founder, slot)), create(app.orderRequest(founder, slot))]);
  // Asked for once more, the provider is left alone: its failure meets the next order.
  await app.fault({ operation: 'order.create', kind: 'fail', status: 503 });
  const again = await create(app.orderRequest(founder, slot));
  expect((await create(app.orderRequest(other, await app.addSlot()), other)).status).toBe(503);
  const answers = [...first, again];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(new Set(answers.map(({ body }) => body.booking_id)).size).toBe(1);
});

/** A request whose order at the provider takes its time, and one with a price of yesterday that gives the slot back. */
async function overtaken(slot: Awaited<ReturnType<typeof app.addSlot>>) {
  await app.fault({ operation: 'order.create', kind: 'delay', delay_ms: 2500 });
  const slow = create(app.orderRequest(founder, slot));
  await eventually(async () => {
    expect(await app.sql`select from private.payment_orders where user_id = ${founder.id}`).toHaveLength(1);
  });
  expect((await create({ ...app.orderRequest(founder, slot), amount: 100 })).status).toBe(409);
  return { slow };
}

it('create-payment-order holds the slot anew when another request of the person gave it back meanwhile', async () => {
  const slot = await app.addSlot();
  const { slow } = await overtaken(slot);
  const { status, body } = await slow;
  expect(status).toBe(200);
  expect(await app.readSlot(slot, other)).toMatchObject({ is_held: true });
  await app.pay(body.id);
  await app.deliverEvents();
  await eventually(async () => {
    expect(await app.sql`select from public.bookings where id = ${body.booking_id}`).toHaveLength(1);
  });
});

it('create-payment-order refuses a slot that was given back and taken by another founder meanwhile', async () => {
  const slot = await app.addSlot();
  const { slow } = await overtaken(slot);
  // Until what the function remembers of the crowd is over.
  await eventually(async () => {
    expect((await create(app.orderRequest(other, slot), other)).status).toBe(200);
  });
  expect(await slow).toMatchObject({ status: 409, body: { code: 'slot_taken', error: functionErrors.slotTaken } });
  const [order] = await app.sql`
    select state, provider_order_id from private.payment_orders where user_id = ${founder.id}`;
  expect(order).toEqual({ state: 'abandoned', provider_order_id: null });
});

it('create-payment-order tells the second buyer that the slot was just taken', async () => {
  const slot = await app.addSlot();
  await app.order(founder, slot);
  const { status, body } = await create(app.orderRequest(other, slot), other);
  expect(status).toBe(409);
  expect(body.error).toBe('This slot was just taken. Please choose another time.');
});

it('create-payment-order says what speaks against a time, by the mentor’s hours', async () => {
  const [first, next] = [await app.addSlot(), await app.addSlot()];
  const at = (startTime: string, endTime: string) => app.addSlot({ mentorId: first.mentorId, startTime, endTime });
  const [close, later] = [await at('11:15:00', '12:15:00'), await at('15:00:00', '16:00:00')];
  const set = (settings: object) =>
    app.sql`update public.mentor_settings set ${app.sql(settings as never)} where mentor_id = ${first.mentorId}`;
  const refused = async (slot: typeof first, code: string, sentence: string, status = 409) => {
    const answer = await create(app.orderRequest(other, slot), other);
    expect(answer).toMatchObject({ status, body: { error: sentence, code } });
  };
  await create(app.orderRequest(founder, first));
  await set({ buffer_after_minutes: 30 });
  await refused(close, 'slot_buffered', 'This time is too close to another session. Please choose another time.');
  await set({ max_per_day: 1 });
  await refused(later, 'mentor_day_full', 'This mentor takes no more sessions on this day. Please choose another day.');
  await set({ max_per_day: null, max_per_week: 1 });
  await refused(
    later,
    'mentor_week_full',
    'This mentor takes no more sessions in this week. Please choose another week.',
  );
  await app.sql`
    insert into private.mentor_busy (mentor_id, during)
    select mentor_id, during from public.mentor_availability where mentor_id = ${next.mentorId}`;
  await refused(next, 'slot_busy', 'This mentor is busy at this time. Please choose another time.');
  await app.sql`update public.mentors set is_taking_bookings = false where id = ${next.mentorId}`;
  await refused(next, 'mentor_paused', `${next.mentorName} is not taking bookings right now.`);
  await app.linkMentor(first.mentorId, other.id);
  await refused(later, 'own_session', 'You cannot book a session with yourself.');
});

it('create-payment-order lets one person hold two slots', async () => {
  const slot = await app.addSlot();
  await app.order(founder, slot);
  await app.order(founder, await app.addSlot({ ...slot, startTime: '12:00:00', endTime: '13:00:00' }));
  const third = await app.addSlot({ ...slot, startTime: '14:00:00', endTime: '15:00:00' });
  const { status, body } = await create(app.orderRequest(founder, third));
  expect(status).toBe(409);
  expect(body.error).toBe(functionErrors.tooManyHolds);
});

it('create-payment-order asks a person who began twenty orders within a day to wait', async () => {
  const eager = await app.addFounder();
  await app.sql`
    insert into private.payment_orders
      (user_id, mentor_name, booking_id, date, start_time, end_time, amount_paise, state)
    select ${eager.id}, 'Dev Mentor', gen_random_uuid(), current_date + 3, '10:00', '11:00', 350000, 'abandoned'
    from generate_series(1, 20)`;
  const { status, body } = await create(app.orderRequest(eager, await app.addSlot()), eager);
  expect(status).toBe(429);
  expect(body).toEqual({
    error: 'You started many bookings in a short time. Please wait an hour and try again.',
    code: 'too_many_orders',
  });
});

it('create-payment-order sells one slot to one of 200 buyers (failure mode: many buyers, one slot)', {
  tags: ['faults'],
  timeout: 120_000,
}, async () => {
  const slot = await app.addSlot();
  const buyers = await Promise.all(Array.from({ length: 200 }, () => app.addFounder()));
  const answers = await Promise.all(buyers.map((buyer) => create(app.orderRequest(buyer, slot), buyer)));
  const refusals = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refusals.length).toBe(1);
  expect(refusals.map(({ status, body }) => `${status} ${body.error}`)).toEqual(
    Array.from({ length: 199 }, () => `409 ${functionErrors.slotTaken}`),
  );
  const [claims] = await app.sql`
    select count(*)::int as live from private.slot_claims
    where mentor_id = ${slot.mentorId} and released_at is null`;
  expect(claims?.live).toBe(1);
});

it('create-payment-order refuses whoever is not signed in', async () => {
  const orderRequest = app.orderRequest(founder, await app.addSlot());
  expectError(await app.call('create-payment-order', orderRequest), 401, functionsCopy.loginRequired);
  for (const token of ['nonsense', app.keys.publishableKey, `${founder.token}x`]) {
    expectError(await create(orderRequest, { ...founder, token }), 401, functionsCopy.sessionInvalid);
  }
  await app.sql`delete from auth.sessions where user_id = ${founder.id}`;
  expect((await create(orderRequest)).status).toBe(401);
});

it("create-payment-order refuses a slot that is not the mentor's (failure mode: tampered mentor)", async () => {
  const [own, foreign] = [await app.addSlot(), await app.addSlot({ startTime: '18:00:00', endTime: '19:00:00' })];
  const refused = await create(app.orderRequest(founder, { ...foreign, mentorId: own.mentorId }));
  expectError(refused, 422, functionErrors.slotNotOffered);
});

it('create-payment-order refuses a slot that has started', async () => {
  const refused = await create(app.orderRequest(founder, await app.addSlot({ daysAhead: -1 })));
  expectError(refused, 422, functionErrors.slotInPast);
});

it('create-payment-order refuses a mentor who does not exist (failure mode: tampered mentor)', async () => {
  const slot = { ...(await app.addSlot()), mentorId: randomUUID() };
  expectError(await create(app.orderRequest(founder, slot)), 404, functionErrors.mentorNotFound);
});

it('create-payment-order refuses a booking id that another booking has', async () => {
  const [first, second] = [await app.addSlot(), await app.addSlot()];
  const orderRequest = app.orderRequest(founder, first);
  await create(orderRequest);
  const taken = app.orderRequest(other, second);
  taken.notes.booking_id = orderRequest.notes.booking_id;
  expectError(await create(taken, other), 409, functionErrors.bookingIdTaken);
});

it('create-payment-order refuses another currency', async () => {
  const refused = await create({ ...app.orderRequest(founder, await app.addSlot()), currency: 'USD' });
  expectError(refused, 400, functionErrors.currencyUnsupported);
});

it('create-payment-order refuses an invalid body and names the wrong field', async () => {
  const orderRequest = app.orderRequest(founder, await app.addSlot());
  const notes = (change: object) => ({ ...orderRequest, notes: { ...orderRequest.notes, ...change } });
  for (const [body, sentence] of [
    ['{', functionErrors.notJson],
    ['', functionErrors.notJson],
    ['[]', functionErrors.invalidRequest],
    ['null', functionErrors.invalidRequest],
    [{ ...orderRequest, mentor_id: 'not-a-uuid' }, functionErrors.invalidField('mentor_id')],
    [{ ...orderRequest, amount: '700000' }, functionErrors.invalidField('amount')],
    [{ ...orderRequest, notes: 'none' }, functionErrors.invalidField('notes')],
    [notes({ booking_id: "'; drop table bookings" }), functionErrors.invalidField('notes.booking_id')],
    [notes({ booking_date: '2026-02-30' }), functionErrors.invalidField('notes.booking_date')],
    [notes({ booking_time: ['10:00', '11:00'] }), functionErrors.invalidField('notes.booking_time')],
    [notes({ mentor_name: 'x'.repeat(501) }), functionErrors.invalidField('notes.mentor_name')],
  ] as const) {
    expectError(await create(body), 400, sentence);
  }
});

it('create-payment-order refuses a body of 10 MB, whether or not its length is announced', async () => {
  const big = `{"notes":"${'x'.repeat(10_000_000)}"}`;
  const announced = await create(big);
  expect(announced.status).toBe(413);
  expect(announced.body.error).toEqual(expect.any(String));
  const chunked = await fetch(`${app.host.url}/functions/v1/create-payment-order`, {
    method: 'POST',
    headers: { apikey: app.keys.publishableKey, authorization: `Bearer ${founder.token}` },
    body: new Blob([big.slice(0, 200_000)]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(chunked.status).toBe(413);
  expect(await chunked.json()).toEqual({ error: functionErrors.tooLarge });
});

it('create-payment-order refuses other methods, but answers a preflight request', async () => {
  const refused = await app.request('/functions/v1/create-payment-order', { method: 'GET' });
  expectError(refused, 405, functionErrors.methodNotAllowed);
  const preflight = await fetch(`${app.host.url}/functions/v1/create-payment-order`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
});

it('create-payment-order answers 503 and frees the slot when the provider is down', async () => {
  const slot = await app.addSlot();
  await app.fault({ operation: 'order.create', kind: 'fail', status: 503 });
  const { status, body, headers } = await create(app.orderRequest(founder, slot));
  expect([status, body.error]).toEqual([503, functionErrors.providerUnreachable]);
  expect(headers.get('retry-after')).toBe('2');
  expect((await create(app.orderRequest(other, slot), other)).status).toBe(200);
});

it(
  'create-payment-order works at the next try when the provider made the order but its answer was lost ' +
    '(failure mode: the answer to the order lost)',
  async () => {
    const slot = await app.addSlot();
    await app.fault({ operation: 'order.create', kind: 'fail', status: 502, is_after: true });
    expect((await create(app.orderRequest(founder, slot))).status).toBe(503);
    expect((await create(app.orderRequest(founder, slot))).status).toBe(200);
  },
);

it('create-payment-order gives up before the browser does when the provider does not answer in time', {
  tags: ['faults'],
}, async () => {
  const slot = await app.addSlot();
  await app.fault({ operation: 'order.create', kind: 'delay', delay_ms: 8000 });
  const start = performance.now();
  const { status } = await create(app.orderRequest(founder, slot));
  expect(status).toBe(503);
  expect(performance.now() - start).toBeLessThan(8000);
});

it('create-payment-order says so and frees the slot when the provider refuses the order', async () => {
  const slot = await app.addSlot();
  await app.fault({ operation: 'order.create', kind: 'fail', status: 400 });
  expectError(await create(app.orderRequest(founder, slot)), 502, functionErrors.providerRefusedOrder);
  expect((await create(app.orderRequest(other, slot), other)).status).toBe(200);
});

const QUESTION = 'How do I price a <b>pilot</b> & whom do I ask?';

it('create-payment-order refuses a wrong brief with its sentence: no hold, no order at the provider', async () => {
  const slot = await app.addSlot();
  for (const [brief, error, field] of [
    [{ question: 'Why?' }, 'Please write at least 10 characters, or leave it empty.', 'question'],
    [{ question: 'a'.repeat(301) }, 'Please keep it to 300 characters.', 'question'],
    [{ link: 'https://a:b@x.example' }, 'Please enter a link that starts with https://.', 'link'],
    [{ link: 'javascript:alert(1)' }, 'Please enter a link that starts with https://.', 'link'],
    [{ stage: 'unicorn' }, 'Please choose one of the list.', 'stage'],
    [{ language: 'fr' }, 'Please choose one of the list.', 'language'],
  ] as const) {
    const { status, body } = await create({ ...app.orderRequest(founder, slot), brief });
    expect({ status, body }).toEqual({ status: 400, body: { error, code: 'brief_invalid', field } });
  }
  for (const brief of ['text', [], { question: 5 }]) {
    const { status, body } = await create({ ...app.orderRequest(founder, slot), brief });
    expect([status, body.code]).toEqual([400, 'brief_invalid']);
  }
  expect(await app.sql`select from private.payment_orders where user_id = ${founder.id}`).toHaveLength(0);
  expect(await app.readSlot(slot, other)).toMatchObject({ is_held: false });
});

it('a brief is on the booking that a webhook alone settles (failure mode: brief and event only)', async () => {
  const slot = await app.addSlot();
  const brief = { question: `  ${QUESTION} `, stage: 'idea', link: 'https://deck.example/a', language: null };
  const { status, body } = await create({ ...app.orderRequest(founder, slot), brief });
  expect(status).toBe(200);
  await app.pay(body.id);
  await app.deliverEvents();
  await eventually(async () => {
    const [row] = await app.sql`
      select s.question, s.stage, s.link, s.language from public.bookings b
      join public.session_briefs s on s.booking_id = b.id and s.user_id = b.user_id where b.id = ${body.booking_id}`;
    expect(row).toEqual({ ...brief, question: QUESTION });
  });
});

it('two clicks at once with different texts leave one order; the later text stays', async () => {
  const slot = await app.addSlot();
  const ask = (question: string) => create({ ...app.orderRequest(founder, slot), brief: { question } });
  const [first, second] = await Promise.all([ask('The first of two texts'), ask('The other of two texts')]);
  expect([first?.status, second?.status]).toEqual([200, 200]);
  expect(first?.body.id).toBe(second?.body.id);
  await ask('The last of three texts');
  const rows = await app.sql`select question from public.session_briefs where user_id = ${founder.id}`;
  expect(rows).toEqual([{ question: 'The last of three texts' }]);
});
