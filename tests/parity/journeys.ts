/** The main job over HTTP, as a browser's requests are: an account, a booking, its payment, its calendar, its refund. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { type AppClient, eventually, type Founder } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { mailedLinkIn } from '#tests/kit/mailed-link.ts';
import { expectSame, type Report } from './report.ts';

const PATIENCE_MS = 30_000;

interface Options {
  report: Report;
  app: AppClient;
  /** As the superuser. */
  sql: Sql;
  /** The gateway's address. */
  url: string;
  siteUrl: string;
  administrator: Founder;
  hookSecret: string;
  /** E-mails as the mail server got them. */
  received: readonly string[];
}

interface StoredMail {
  subject: string;
  text: string;
  html: string;
}

export async function runJourneys(options: Options): Promise<void> {
  const { report, app, sql, url, siteUrl, administrator } = options;
  const booking = openBookingFixture(app);
  const email = `asha-${randomUUID().slice(0, 8)}@startup.example`;

  const auth = (path: string, body: object, token?: string, method = 'POST') =>
    app.request(`/auth/v1/${path}`, {
      method,
      headers: {
        apikey: app.keys.publishableKey,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const mailTo = (address: string, subject: RegExp) =>
    eventually(async () => {
      const mails = await sql<StoredMail[]>`select subject, text, html from sandbox.mails where "to" = ${address}`;
      const mail = mails.find((one) => subject.test(one.subject));
      if (!mail) throw new Error(`no e-mail to ${address} with ${subject} came: ${mails.map((one) => one.subject)}`);
      return mail;
    }, PATIENCE_MS);
  /** Presses the button of the page that a mailed link leads to. */
  const pressLink = async ({ text }: StoredMail, page: string) => {
    const { href, press } = mailedLinkIn(text);
    expectSame(href.split('#')[0], `${siteUrl}${page}`, 'where the link leads');
    const opened = await auth('verify', press);
    expectSame(opened.status, 200, `the answer to the press (${JSON.stringify(opened.body)})`);
    expectSame((await auth('verify', press)).status, 403, 'the answer to a second press');
    return opened.body;
  };
  const logIn = (password: string) => auth('token?grant_type=password', { email, password });

  let founder: Founder | undefined;
  const theFounder = () => {
    if (!founder) throw new Error('nobody could log in before');
    return founder;
  };

  await report.check('a founder signs up, confirms the address and logs in', async () => {
    const signUp = await auth(`signup?redirect_to=${encodeURIComponent(`${siteUrl}/login?confirmed=true`)}`, {
      email,
      password: 'correct horse',
      data: { full_name: 'Asha Rao' },
    });
    expectSame(signUp.status, 200, `the answer to the sign-up (${JSON.stringify(signUp.body)})`);
    expectSame((await logIn('correct horse')).status, 400, 'a log-in before the confirmation');
    const mail = await mailTo(email, /confirm/i);
    // What mail scanners do first.
    for (const method of ['HEAD', 'GET']) {
      expectSame((await fetch(mailedLinkIn(mail.text).href, { method })).status, 200, `the answer to ${method}`);
    }
    expectSame((await logIn('correct horse')).status, 400, 'a log-in after the link was only opened');
    await pressLink(mail, '/confirm-email');
    const { status, body } = await logIn('correct horse');
    expectSame(status, 200, 'the log-in');
    founder = { id: body.user.id, email, token: body.access_token };
    const { body: profiles } = await app.rest(`profiles?id=eq.${founder.id}&select=name`, { by: founder });
    expectSame(profiles, [{ name: 'Asha Rao' }], 'the profile');
    return [];
  });

  let bookingId = '';
  await report.check('the founder orders, pays and has the booking; a forged signature has none', async () => {
    const by = theFounder();
    const order = await app.order(by, await app.addSlot());
    const proof = await app.paid(order);
    const forged = await app.call('verify-payment', { ...proof, signature: '0'.repeat(64) }, by);
    expectSame(forged.status, 400, 'the answer to a forged signature');
    const verified = await app.call('verify-payment', proof, by);
    expectSame(verified.body, { verified: true, booking_id: order.booking_id }, 'the answer to the payment');
    bookingId = order.booking_id;
    expectSame((await app.readBooking(bookingId, by))?.status, 'pending_admin_review', 'the booking');
    return [];
  });

  await report.check('a payment of which only the webhook tells is settled', async () => {
    const by = theFounder();
    const order = await app.order(by, await app.addSlot());
    await app.pay(order.id);
    const events = await app.deliverEvents();
    const refused = events.filter(({ status }) => status !== 200);
    if (refused.length > 0) throw new Error(`the webhook refused ${JSON.stringify(refused)}`);
    await eventually(
      async () =>
        expectSame((await app.readBooking(order.booking_id, by))?.status, 'pending_admin_review', 'the booking'),
      PATIENCE_MS,
    );
    expectSame(
      (await app.sendEvent('{}', { signature: '0'.repeat(64) })).status,
      400,
      'the answer to an unsigned event',
    );
    return [];
  });

  await report.check('an approval makes the calendar event and writes to both sides', async () => {
    const { id, founderEmail, mentorEmail } = await booking.addBooking({ isPaid: true });
    const { body } = await app.rest(`bookings?id=eq.${id}`, {
      by: administrator,
      method: 'PATCH',
      body: { status: 'confirmed' },
      prefer: 'return=representation',
    });
    expectSame(body?.[0]?.status, 'confirmed', `the booking (${JSON.stringify(body)})`);
    await eventually(async () => {
      const [row] = await sql`select google_meet_link as link from public.bookings where id = ${id}`;
      if (!row?.link) throw new Error(`the booking has no meeting: ${JSON.stringify(await booking.jobsOf(id))}`);
    }, PATIENCE_MS);
    for (const address of [founderEmail, mentorEmail]) await mailTo(address, /confirmed|session/i);
    const { events } = await booking.googleOf(id);
    expectSame(events.length, 1, 'the number of calendar events');
    return [];
  });

  await report.check('a cancelled booking is refunded', async () => {
    const by = theFounder();
    const { body } = await app.rest(`bookings?id=eq.${bookingId}`, {
      by,
      method: 'PATCH',
      body: { status: 'cancelled' },
      prefer: 'return=representation',
    });
    expectSame(body?.[0]?.status, 'cancelled', `the booking (${JSON.stringify(body)})`);
    await eventually(async () => {
      const { body: progress } = await app.rest('rpc/refund_progress', { by, body: { p_booking_id: bookingId } });
      if (progress?.[0]?.state !== 'processed') throw new Error(`the refund is ${JSON.stringify(progress)}`);
    }, PATIENCE_MS);
    return [];
  });

  await report.check('a forgotten password is replaced', async () => {
    const asked = await auth(`recover?redirect_to=${encodeURIComponent(`${siteUrl}/reset-password`)}`, { email });
    expectSame(asked.status, 200, 'the answer to the request');
    const mail = await mailTo(email, /password/i);
    const { access_token: token } = await pressLink(mail, '/reset-password');
    const changed = await auth('user', { password: 'battery staple' }, token, 'PUT');
    expectSame(changed.status, 200, `the answer to the new password (${JSON.stringify(changed.body)})`);
    expectSame((await logIn('correct horse')).status, 400, 'a log-in with the old password');
    expectSame((await logIn('battery staple')).status, 200, 'a log-in with the new password');
    return [];
  });

  await report.check('an account moves to a new address once the links to both were pressed', async () => {
    const { body } = await logIn('battery staple');
    const wanted = `moved-${email}`;
    const asked = await auth('user', { email: wanted }, body.access_token, 'PUT');
    expectSame(asked.status, 200, `the answer to the request (${JSON.stringify(asked.body)})`);
    const [first, second] = [await mailTo(wanted, /new email/i), await mailTo(email, /new email/i)];
    const waits = await pressLink(first, '/confirm-email/change');
    expectSame(waits.access_token, undefined, 'the session after one press');
    expectSame((await logIn('battery staple')).status, 200, 'a log-in with the old address after one press');
    const done = await pressLink(second, '/confirm-email/change');
    expectSame(done.user.email, wanted, 'the address after both');
    for (const { text } of [first, second]) {
      const was = await app.rest('rpc/look_at_mailed_link', { body: { p_token: mailedLinkIn(text).press.token_hash } });
      expectSame(was.body, 'used', 'what a visitor is told of a link that was used');
    }
    return [];
  });

  await report.check('an administrator uploads a picture, which visitors see', async () => {
    const mentor = await app.addMentor();
    const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#fbbf24' } })
      .jpeg()
      .toBuffer();
    const type = { 'content-type': 'image/jpeg' };
    const address = `store-picture?kind=mentor&id=${mentor.id}`;
    const { status, body } = await app.call(address, picture, administrator, type);
    expectSame(status, 200, `the answer (${JSON.stringify(body)})`);
    const [file] = await sql`select bucket_id, name from storage.objects where name = ${body.path}`;
    const seen = await fetch(`${url}/storage/v1/object/public/${file?.bucket_id}/${file?.name}`);
    expectSame([seen.status, seen.headers.get('content-type')], [200, 'image/webp'], 'the picture as visitors get it');
    expectSame(
      (await app.call(address, picture, await app.addFounder(), type)).status,
      403,
      "the answer to a founder's picture",
    );
    return [];
  });

  await report.check("Auth's hook queues an e-mail, which arrives with both parts", async () => {
    const to = `hook-${randomUUID().slice(0, 8)}@startup.example`;
    const payload = JSON.stringify({
      user: { id: randomUUID(), email: to, user_metadata: {} },
      email_data: {
        token: '123456',
        token_hash: 'h'.repeat(56),
        redirect_to: `${siteUrl}/login`,
        email_action_type: 'signup',
        site_url: siteUrl,
        token_new: '',
        token_hash_new: '',
      },
    });
    const id = `msg_${randomUUID()}`;
    const now = new Date();
    const signature = new Webhook(options.hookSecret.replace(/^v1,whsec_/, '')).sign(id, now, payload);
    const send = (given: string) =>
      app.call('send-auth-email', payload, undefined, {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': given,
      });
    expectSame((await send('v1,AAAA')).status, 401, 'the answer to a wrong signature');
    const { status, body } = await send(signature);
    expectSame(status, 200, `the answer (${JSON.stringify(body)})`);
    const { href, press, redirectTo } = mailedLinkIn((await mailTo(to, /confirm/i)).text);
    expectSame(
      [href.split('#')[0], press.token_hash, redirectTo],
      [`${siteUrl}/confirm-email`, 'h'.repeat(56), `${siteUrl}/login`],
      'the link in it',
    );
    const raw = options.received.find((one) => one.includes(to)) ?? '';
    if (!/text\/plain/.test(raw) || !/text\/html/.test(raw)) throw new Error('the e-mail does not have both parts');
    return [];
  });

  await report.check('keys open what they are for, and nothing else', () => checkKeys(options, theFounder()));

  await report.check('no promise about money is broken', async () =>
    (await app.violations()).map((violation) => JSON.stringify(violation)),
  );
}

async function checkKeys({ app, url }: Options, founder: Founder): Promise<string[]> {
  const problems: string[] = [];
  const expectStatus = async (what: string, expected: number, address: string, headers: Record<string, string>) => {
    const { status } = await fetch(`${url}${address}`, {
      method: address.startsWith('/functions') ? 'POST' : 'GET',
      headers,
    });
    if (status !== expected) problems.push(`${what} gets ${status} from ${address}, not ${expected}`);
  };
  const { publishableKey, secretKey } = app.keys;
  const altered = `${secretKey.slice(0, -1)}${secretKey.endsWith('A') ? 'B' : 'A'}`;
  await expectStatus('no key', 401, '/rest/v1/mentors?limit=1', {});
  await expectStatus('an invented key', 401, '/rest/v1/mentors?limit=1', { apikey: altered });
  await expectStatus('the publishable key', 200, '/rest/v1/mentors?select=id&limit=1', { apikey: publishableKey });
  await expectStatus('the publishable key', 401, '/rest/v1/bookings?limit=1', { apikey: publishableKey });
  await expectStatus('the secret key', 200, '/rest/v1/bookings?limit=1', { apikey: secretKey });
  await expectStatus('the secret key', 200, '/functions/v1/run-jobs', { apikey: secretKey });
  await expectStatus('the publishable key', 403, '/functions/v1/run-jobs', { apikey: publishableKey });
  await expectStatus('an altered secret key', 403, '/functions/v1/run-jobs', { apikey: altered });
  await expectStatus("a founder's token", 403, '/functions/v1/run-jobs', {
    apikey: publishableKey,
    authorization: `Bearer ${founder.token}`,
  });
  return problems;
}
