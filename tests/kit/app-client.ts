/**
 * A running host with mentors, slots and signed-in founders, for tests that buy and pay over HTTP as a browser does.
 */
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import postgres from 'postgres';
import { signWebhook } from '#functions/_shared/money/razorpay.ts';
import { provideKeys } from '#host/keys.ts';
import { secondsToReconnect } from '#host/postgres/driver.ts';
import type { Settings } from '#host/settings.ts';
import { claimsOf, createBuilders, type Person, type Slot } from './builders.ts';
import type { TestHost } from './host.ts';

/** A signed-in person. */
export interface Founder extends Person {
  token: string;
}

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer, the test says
type Answer = { status: number; body: any; headers: Headers };

export type AppClient = Awaited<ReturnType<typeof openAppClient>>;

/** @param jwtSecret of the host; read from the host's data directory when absent */
export async function openAppClient(
  host: Pick<TestHost, 'url' | 'dataDir' | 'databaseUrl' | 'keys'>,
  jwtSecret?: string,
) {
  const sql = postgres(host.databaseUrl, { max: 5, backoff: secondsToReconnect, onnotice: () => {} });
  const builders = createBuilders(sql);
  const keys = provideKeys({
    DATA_DIR: host.dataDir,
    isSandbox: true,
    ...(jwtSecret && {
      JWT_SECRET: jwtSecret,
      SUPABASE_PUBLISHABLE_KEY: host.keys.publishable,
      SUPABASE_SECRET_KEY: host.keys.secret,
    }),
  } as Settings);

  async function request(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${host.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  }

  /** A request to the data API as a browser makes it: a visitor's, unless `by` names a signed-in person. */
  function rest(
    path: string,
    options: { by?: Pick<Founder, 'token'>; method?: string; body?: object; prefer?: string } = {},
  ) {
    const { by, body, prefer, method = body ? 'POST' : 'GET' } = options;
    return request(`/rest/v1/${path}`, {
      method,
      headers: {
        apikey: keys.publishableKey,
        'content-type': 'application/json',
        ...(by && { authorization: `Bearer ${by.token}` }),
        ...(prefer && { prefer }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async function signIn(person: Person): Promise<Founder> {
    const token = await new SignJWT({ ...claimsOf(person.id), email: person.email })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('authenticated')
      // Neither of today's hour: some tests have a host whose clock is an hour off.
      .setIssuedAt('-2h')
      .setExpirationTime('3h')
      .sign(new TextEncoder().encode(keys.jwtSecret));
    return { ...person, token };
  }

  const addAdministrator = async () => signIn(await builders.addPerson({ isAdministrator: true }));
  let known: Promise<Founder> | undefined;

  /** The body that the browser sends to create-payment-order. */
  function orderRequest(founder: Founder, slot: Slot) {
    return {
      amount: slot.price * 100,
      currency: 'INR',
      mentor_id: slot.mentorId,
      booking_id: null,
      user_id: founder.id,
      notes: {
        booking_id: randomUUID() as string,
        booking_date: slot.date,
        booking_time: `${slot.startTime}-${slot.endTime}`,
        mentor_name: slot.mentorName,
        mentor_email: '',
        user_email: founder.email,
      },
    };
  }

  /** Calls a server function; a text and bytes are sent as they are. */
  function call(name: string, body: unknown, founder?: Founder, headers: Record<string, string> = {}): Promise<Answer> {
    return request(`/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        apikey: keys.publishableKey,
        'content-type': 'application/json',
        ...(founder && { authorization: `Bearer ${founder.token}` }),
        ...headers,
      },
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
    });
  }

  /** Orders as the browser does, and expects to succeed. */
  async function order(founder: Founder, slot: Slot) {
    const { status, body } = await call('create-payment-order', orderRequest(founder, slot), founder);
    if (status !== 200) throw new Error(`create-payment-order answered ${status}: ${JSON.stringify(body)}`);
    return body as { id: string; amount: number; booking_id: string; expires_at: string };
  }

  /** What the checkout does when its Pay (or Fail) is pressed. */
  function pay(orderId: string, outcome: 'captured' | 'authorized' | 'failed' = 'captured'): Promise<Answer> {
    return request('/sandbox/razorpay/checkout/payments', {
      method: 'POST',
      body: JSON.stringify({ key_id: keys.razorpay.keyId, order_id: orderId, outcome }),
    });
  }

  const fault = (fault: { operation: string; kind: string; [setting: string]: unknown }) =>
    request('/sandbox/razorpay/faults', { method: 'POST', body: JSON.stringify(fault) });

  return {
    sql,
    keys,
    request,
    rest,
    addFounder: async (options: { name?: string } = {}) => signIn(await builders.addPerson(options)),
    addAdministrator,
    /** The same administrator each time, for suites that only need to be one. */
    administrator(): Promise<Founder> {
      known ??= addAdministrator();
      return known;
    },
    addMentor: builders.addMentor,
    linkMentor: builders.linkMentor,
    addSlot: builders.addSlot,
    addBooking: builders.addBooking,
    moveBooking: builders.moveBooking,
    backdate: builders.backdate,
    orderRequest,
    call,
    order,
    pay,
    /** The body that the browser sends to verify-payment after a payment. */
    async paid(order: { id: string; booking_id: string }, outcome?: 'captured' | 'authorized') {
      const { body } = await pay(order.id, outcome);
      return {
        payment_id: body.razorpay_payment_id as string,
        order_id: order.id,
        signature: body.razorpay_signature as string,
        booking_id: order.booking_id as string | null,
      };
    },
    /** The provider's API with its keys, as the back office would use it. */
    provider(path: string, body?: object): Promise<Answer> {
      const { keyId, keySecret } = keys.razorpay;
      return request(`/sandbox/providers/api.razorpay.com/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    },
    /** Has the provider's stand-in send every event that its webhook has not taken. */
    async deliverEvents(): Promise<{ id: string; event: string; status: number }[]> {
      return (await request('/sandbox/razorpay/webhooks/deliver', { method: 'POST' })).body;
    },
    /** The events about one payment, order or refund as the stand-in would send them, bodies to the byte. */
    eventsOf: (id: string) => sql<{ id: string; event: string; body: string }[]>`
      select id, event, body from sandbox.razorpay_events where strpos(body, ${id}) > 0 order by position`,
    /** Sends a body to the webhook; signed with the webhook's secret unless told otherwise. */
    async sendEvent(body: string, options: { id?: string; secret?: string; signature?: string } = {}): Promise<Answer> {
      const signature = options.signature ?? (await signWebhook(body, options.secret ?? keys.razorpay.webhookSecret));
      return request('/functions/v1/payment-webhook', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-razorpay-signature': signature,
          'x-razorpay-event-id': options.id ?? `evt_${randomUUID().replaceAll('-', '').slice(0, 14)}`,
        },
        body,
      });
    },
    /** One round of the worker that leads, beside the host's own. */
    async runJobs(): Promise<Answer> {
      const [leader] = await sql`select holder from private.leases where name = 'leader'`;
      const worker = leader?.holder ?? 'worker-of-a-test';
      return call('run-jobs', {}, undefined, { authorization: `Bearer ${keys.secretKey}`, 'x-worker': worker });
    },
    fault,
    /** The bank's late word on a payment or a refund at the stand-in. */
    tellBank: (what: 'payments' | 'refunds', id: string, status: string) =>
      request(`/sandbox/razorpay/bank/${what}/${id}`, { method: 'POST', body: JSON.stringify({ status }) }),
    /** The booking as its owner, or another person, reads it through the data API. */
    async readBooking(bookingId: string, reader: Founder) {
      return (await rest(`bookings?id=eq.${bookingId}`, { by: reader })).body[0];
    },
    /** The slot as a signed-in person sees it in the calendar. */
    async readSlot(slot: Slot, reader: Founder) {
      const { body } = await rest('rpc/mentor_slots', { by: reader, body: { p_mentor_id: slot.mentorId } });
      return body.find(
        (one: { date: string; start_time: string }) => one.date === slot.date && one.start_time === slot.startTime,
      );
    },
    /** As if the 15 minutes of a hold were over. */
    async expireHold(orderId: string): Promise<void> {
      await sql`
        update private.slot_claims set expires_at = now() - interval '1 second'
        where kind = 'hold'
          and order_id = (select id from private.payment_orders where provider_order_id = ${orderId})`;
    },
    violations: () => sql`select * from private.invariant_violations`,
    close: () => sql.end({ timeout: 1 }),
  };
}

/** Asks again until `check` stops throwing; its last error after `limitMs`. */
export async function eventually<T>(check: () => Promise<T>, limitMs = 25_000): Promise<T> {
  const giveUpAt = Date.now() + limitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
