// @module-tag ci
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictures } from '#copy/content/pictures.ts';
import { accountAnswers } from '#copy/people/account-mail.ts';
import { functionErrors, functionsCopy } from '#copy/shell/functions.ts';
import { signWebhook } from '#functions/_shared/money/razorpay.ts';
import { eventually, type Founder } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { readOpenMetrics, sampleValue } from '#tests/kit/open-metrics.ts';
import { OWN_PASSWORD, openPasswordFixture } from '#tests/kit/password-fixture.ts';
import { plainPicture } from '#tests/kit/pictures.ts';
import { openTestApp, type TestApp } from '#tests/kit/test-app.ts';

const OPS_TOKEN = 'a-token-of-thirty-two-characters-or-more';
const functions = fileURLToPath(new URL('../../supabase/functions', import.meta.url));
const root = path.join(functions, '..', '..');
const HOOK_SECRET = `whsec_${Buffer.from('h'.repeat(32)).toString('base64')}`;
const names = readdirSync(functions).filter((name) => !name.startsWith('_'));

describe('the functions as Deno serves them', () => {
  const running: ChildProcess[] = [];
  const addresses = new Map<string, string>();
  let app: TestApp;
  let mailServer: MailServer;

  beforeAll(async () => {
    mailServer = await startMailServer();
    app = await openTestApp();
    await Promise.all(names.map(async (name) => addresses.set(name, await serveUnderDeno(name))));
  }, 120_000);
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    mailServer?.close();
    await app?.close();
  });

  function serveUnderDeno(name: string): Promise<string> {
    const child = spawn(
      path.join(root, 'node_modules', '.bin', 'deno'),
      [
        'run',
        '--cached-only',
        '--node-modules-dir=manual',
        '--no-lock',
        '--no-prompt',
        '--allow-net=127.0.0.1,localhost',
        '--allow-env',
        '--allow-read',
        `--config=${path.join(functions, name, 'deno.json')}`,
        fileURLToPath(new URL('./serve-under-deno.ts', import.meta.url)),
        name,
        `${app.host.url}/sandbox/providers`,
      ],
      {
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          DENO_NO_UPDATE_CHECK: '1',
          SUPABASE_URL: app.host.url,
          // As a hosted project without legacy keys hands them over.
          SUPABASE_SECRET_KEYS: JSON.stringify({ default: app.keys.secretKey }),
          SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: app.keys.publishableKey }),
          GOOGLE_TOKEN_KEY: 'a-token-key-of-these-tests-that-is-long',
          SEND_EMAIL_HOOK_SECRETS: `v1,${HOOK_SECRET}`,
          PRIVACY_KEY: 'a-privacy-key-of-these-tests-that-is-long',
          RAZORPAY_KEY_ID: app.keys.razorpay.keyId,
          RAZORPAY_KEY_SECRET: app.keys.razorpay.keySecret,
          RAZORPAY_WEBHOOK_SECRET: app.keys.razorpay.webhookSecret,
          SITE_URL: app.host.url,
          SMTP_URL: mailServer.url,
          MAIL_FROM: 'Point 0 <no-reply@site.test>',
          ALARM_EMAILS: 'chief@site.test',
          OPS_TOKEN,
          GOOGLE_CLIENT_ID: app.keys.google?.clientId,
          GOOGLE_CLIENT_SECRET: app.keys.google?.clientSecret,
          GOOGLE_REFRESH_TOKEN: app.keys.google?.refreshToken,
        },
      },
    );
    running.push(child);
    let complaints = '';
    child.stderr.on('data', (chunk) => {
      complaints += chunk;
    });
    return new Promise((resolve, reject) => {
      child.stdout.once('data', (port) => resolve(`http://127.0.0.1:${String(port).trim()}`));
      child.once('exit', (code) => reject(new Error(`Deno ended with code ${code}:\n${complaints}`)));
    });
  }

  async function call(name: string, body: unknown, token?: string, query = '') {
    const response = await fetch(`${addresses.get(name)}/${name}${query}`, {
      method: 'POST',
      headers: token?.startsWith('sb_') ? { apikey: token } : token ? { authorization: `Bearer ${token}` } : {},
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  async function order(founder: Founder) {
    const slot = await app.addSlot();
    return call('create-payment-order', app.orderRequest(founder, slot), founder.token);
  }

  it('under Deno a founder orders, pays and gets the booking', async () => {
    const founder = await app.addFounder();
    const { status, body: made } = await order(founder);
    expect(status).toBe(200);
    const proof = await app.paid(made);
    const forged = { ...proof, signature: '0'.repeat(64) };
    expect(await call('verify-payment', forged, founder.token)).toEqual({
      status: 400,
      body: { verified: false, error: functionErrors.signatureMismatch },
    });
    expect(await call('verify-payment', proof, founder.token)).toEqual({
      status: 200,
      body: { verified: true, booking_id: made.booking_id },
    });
    expect(await app.readBooking(made.booking_id, founder)).toMatchObject({ id: made.booking_id });
  });

  it('under Deno the provider’s signed event books, and an unsigned one does not', async () => {
    const founder = await app.addFounder();
    const { body: made } = await order(founder);
    await app.paid(made);
    const event = (await app.eventsOf(made.id)).find((one) => one.event === 'order.paid');
    const send = async (signature: string) => {
      const response = await fetch(`${addresses.get('payment-webhook')}/payment-webhook`, {
        method: 'POST',
        headers: { 'x-razorpay-event-id': event?.id ?? '', 'x-razorpay-signature': signature },
        body: event?.body ?? '',
      });
      return response.status;
    };
    expect(await send('0'.repeat(64))).toBe(400);
    expect(await app.readBooking(made.booking_id, founder)).toBeUndefined();
    expect(await send(await signWebhook(event?.body ?? '', app.keys.razorpay.webhookSecret))).toBe(200);
    expect(await app.readBooking(made.booking_id, founder)).toMatchObject({ id: made.booking_id });
  });

  it('under Deno a founder reads the receipt, and nobody else does', async () => {
    const founder = await app.addFounder();
    const { body: made } = await order(founder);
    await call('verify-payment', await app.paid(made), founder.token);
    const read = (token?: string) => call('read-receipt', { bookingId: made.booking_id }, token);
    expect(await read(founder.token)).toMatchObject({
      status: 200,
      body: { receipt: { booking_id: made.booking_id }, seller: { name: 'Point 0' } },
    });
    expect((await read((await app.addFounder()).token)).status).toBe(404);
    expect((await read()).status).toBe(401);
  });

  it('under Deno a person confirms with the present password, and a wrong one is refused', async () => {
    const owner = await openPasswordFixture(app).addOwner();
    const confirm = (password: string) => call('confirm-identity', { password }, owner.token);
    expect(await confirm('wrong')).toMatchObject({ status: 400, body: { error: accountAnswers.wrongPassword } });
    expect(await confirm(OWN_PASSWORD)).toMatchObject({ status: 200, body: { confirmed: true } });
    expect(await app.sql`select from auth.sessions where user_id = ${owner.id}`).toHaveLength(1);
  });

  it('under Deno the link of an alert is mailed, and secures the account once', { tags: ['faults'] }, async () => {
    const { addOwner, setPassword, mailsTo } = openPasswordFixture(app);
    const owner = await addOwner();
    await setPassword(owner.id, 'thief-password');
    const token = await eventually(async () => {
      await call('run-jobs', {}, app.keys.secretKey);
      // The host's own delivery may be quicker.
      const received = mailServer.received
        .join()
        .replace(/=\r?\n/g, '')
        .replaceAll('=3D', '=');
      const texts = (await mailsTo(owner.email)).map(({ text }) => text);
      const [, found] = /account-alert#token=([\w-]{43})/.exec([received, ...texts].join()) ?? [];
      if (!found) throw new Error('no link yet');
      return found;
    });
    const look = { status: 200, body: { kind: 'password', email: `${owner.email[0]}***@startup.example` } };
    expect(await call('answer-account-alert', { token, look: true })).toEqual(look);
    const done = { status: 200, body: { secured: true, email_mailed: true } };
    expect(await call('answer-account-alert', { token })).toEqual(done);
    expect((await call('answer-account-alert', { token })).status).toBe(410);
  });

  it('under Deno a link that is not signed answers nothing', async () => {
    const token = Buffer.alloc(48, 1).toString('base64url');
    expect(await call('answer-request', { action: 'read', token })).toMatchObject({
      status: 404,
      body: { code: 'answer_unknown' },
    });
  });

  it('under Deno a founder downloads the account’s data', async () => {
    const founder = await app.addFounder();
    const { status, body } = await call('export-my-data', {}, founder.token);
    expect([status, body.account.email]).toEqual([200, founder.email]);
    expect((await call('export-my-data', {})).status).toBe(401);
  });

  it('under Deno a founder deletes the account, once', async () => {
    const founder = await app.addFounder();
    await app.sql`update auth.sessions set created_at = now() - interval '1 hour' where user_id = ${founder.id}`;
    const refused = await call('delete-account', {}, founder.token);
    expect([refused.status, refused.body.code]).toEqual([403, 'proof_needed']);
    await app.sql`update auth.sessions set created_at = now() where user_id = ${founder.id}`;
    expect(await call('delete-account', {}, founder.token)).toEqual({ status: 200, body: { deleted: true } });
    expect((await call('delete-account', {}, founder.token)).status).toBe(401);
  });

  it('under Deno a failing provider leads to 503', async () => {
    await app.fault({ operation: 'order.create', kind: 'fail' });
    expect(await order(await app.addFounder())).toEqual({
      status: 503,
      body: { error: functionErrors.providerUnreachable },
    });
  });

  it('under Deno run-jobs answers the system alone', async () => {
    expect(await call('run-jobs', {}, app.keys.secretKey)).toMatchObject({ status: 200 });
    expect((await call('run-jobs', {}, app.keys.publishableKey)).status).toBe(403);
  });

  it('under Deno send-alarm sends the e-mail of an alarm, and answers the system alone', async () => {
    await app.sql`insert into private.alarms (kind) values ('job_dead')`;
    expect((await call('send-alarm', {}, app.keys.publishableKey)).status).toBe(403);
    expect(await call('send-alarm', {}, app.keys.secretKey)).toEqual({ status: 200, body: { sent: 1, failed: 0 } });
    expect(mailServer.received.join()).toContain('Subject: Point 0 alarm: A job was given up');
  });

  it('under Deno check-deployment asks the provider, the mail server and Google, and answers the system alone', async () => {
    expect((await call('check-deployment', {}, app.keys.publishableKey)).status).toBe(403);
    expect(await call('check-deployment', { send_mail_to: 'asha@site.test' }, app.keys.secretKey)).toEqual({
      status: 200,
      body: {
        payments: {
          state: 'ok',
          key: app.keys.razorpay.keyId.slice(0, 12),
          is_test: true,
          seconds_off: expect.any(Number),
        },
        mail: { state: 'ok', port: mailServer.port, code: null, is_sent: true },
        calendar: { is_set: true, client: 'ok' },
      },
    });
    expect(mailServer.received.join()).toContain('Subject: Point 0: a test e-mail');
  });

  it('under Deno an administrator authorises and tests the calendar, and nobody else can', async () => {
    const founder = await app.addFounder();
    const calls = [
      ['manual-google-oauth', '?action=begin'],
      ['test-google-calendar', ''],
    ] as const;
    for (const [name, query] of calls) {
      expect((await call(name, {}, undefined, query)).status).toBe(401);
      expect((await call(name, {}, founder.token, query)).status).toBe(403);
    }
    await app.sql`update public.profiles set is_admin = true where id = ${founder.id}`;
    const [begun, tested] = await Promise.all(calls.map(([name, query]) => call(name, {}, founder.token, query)));
    expect(tested?.body).toMatchObject({ success: true, details: { meetLinkGenerated: true } });
    const consent = await fetch(
      `${addresses.get('manual-google-oauth')}/manual-google-oauth?action=consent&state=${begun?.body.state}`,
      { redirect: 'manual' },
    );
    expect(consent.status).toBe(302);
    expect(consent.headers.get('location')).toMatch(/^https:\/\/accounts\.google\.com\//);
    await consent.body?.cancel();
  });

  it('under Deno a mentor is led to Google to connect the own calendar', async () => {
    const mentor = await app.addFounder();
    const begin = () => call('connect-calendar', { action: 'begin' }, mentor.token);
    expect(await begin()).toMatchObject({ status: 403, body: { code: 'mentor_only' } });
    await app.linkMentor((await app.addMentor()).id, mentor.id);
    const { consent } = (await begin()).body;
    const answer = await fetch(
      `${addresses.get('connect-calendar')}/connect-calendar?${new URLSearchParams({ consent })}`,
      { redirect: 'manual' },
    );
    const location = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, location.host, location.searchParams.get('login_hint')]).toEqual([
      302,
      'accounts.google.com',
      mentor.email,
    ]);
    await answer.body?.cancel();
  });

  it('under Deno a mentor’s bank account is sealed, and an administrator opens it', async () => {
    const mentor = await app.addFounder();
    const { id: mentorId } = await app.addMentor();
    await app.linkMentor(mentorId, mentor.id);
    const account = '918273645546';
    const details = {
      kind: 'account',
      holder: 'Asha Menon',
      account,
      accountAgain: account,
      ifsc: 'HDFC0001234',
      upi: '',
      pan: '',
    };
    expect(await call('save-payout-details', details, mentor.token)).toMatchObject({
      status: 200,
      body: { details: { masked: '••••5546' } },
    });
    await app.sql`
      update private.payout_details set changed_at = now() - interval '25 hours', usable_from = now()
      where mentor_id = ${mentorId}`;
    const administrator = await app.addAdministrator();
    const opened = await call('read-payout-details', { action: 'show', mentor_id: mentorId }, administrator.token);
    expect(opened).toMatchObject({ status: 200, body: { details: { account, ifsc: 'HDFC0001234' } } });
  });

  it('under Deno an approved session gets its event and its e-mails', { tags: ['faults'] }, async () => {
    const fixture = openBookingFixture(app);
    const administrator = await app.addAdministrator();
    const booking = await fixture.addBooking();
    await fixture.approve([booking.id]);
    // The host's worker would do the same.
    await app.sql`delete from private.outbox where kind = 'booking_confirmed'`;
    const { status, body } = await call('create-google-meet-event', { bookingId: booking.id }, administrator.token);
    expect([status, body]).toEqual([200, { success: true, meetLink: expect.stringContaining('meet.google.com') }]);
    const [founder, mentor] = await eventually(async () => {
      const mails = await fixture.mailsOf(booking.id);
      expect(mails).toHaveLength(2);
      return mails;
    });
    expect(founder?.html).toContain('Your session is approved</h1>');
    expect(mentor?.text).toContain(body.meetLink);
    expect(mentor?.attachments[0]?.content).toContain('BEGIN:VCALENDAR');
  });

  it('under Deno an administrator stores a picture', { tags: ['faults'] }, async () => {
    const founder = await app.addFounder();
    const store = async (picture: Buffer) => {
      const query = `kind=mentor&id=${founder.id}`;
      const response = await fetch(`${addresses.get('store-picture')}/store-picture?${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${founder.token}` },
        body: new Uint8Array(picture),
      });
      return { status: response.status, body: await response.json() };
    };
    const photo = await plainPicture(800, 600).jpeg().toBuffer();
    expect((await store(photo)).status).toBe(403);
    await app.sql`update public.profiles set is_admin = true where id = ${founder.id}`;
    const { body } = await store(photo);
    const file = await fetch(`${app.host.url}/storage/v1/object/public/mentor_images/${body.path}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await store(photo.subarray(0, 300))).status).toBe(422);
    expect((await store(Buffer.alloc(3.1 * 1024 * 1024))).body).toEqual({ error: pictures.tooLarge });
  });

  it('under Deno a visitor sends a story with a photo, and an application', async () => {
    const send = async (name: string, query: string, body: BodyInit, from: string) => {
      const response = await fetch(`${addresses.get(name)}/${name}${query}`, {
        method: 'POST',
        // What the client claims stands before what the proxy in front has seen.
        headers: { 'x-forwarded-for': `203.0.113.9, ${from}` },
        body,
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    };
    const photo = new Uint8Array(await plainPicture(400, 300).jpeg().toBuffer());
    const stored = await send('store-picture', '?kind=story', photo, '2001:db8::1');
    expect(stored.status).toBe(200);
    const story = JSON.stringify({
      name: 'Asha',
      experience: 'It worked.',
      image_url: `${app.host.url}/storage/v1/object/public/mentor_images/${stored.body.path}`,
    });
    const application = { name: 'Asha', phone: '9876543210', linkedin: 'https://www.linkedin.com/in/asha' };
    expect(await send('submit-impact-story', '', story, '2001:db8::2')).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await send('submit-mentor-application', '', JSON.stringify(application), '198.51.100.7')).status).toBe(200);
    const [row] = await app.sql`select image_url from public.impact_stories`;
    expect(row?.image_url).toBe(`/storage/v1/object/public/mentor_images/${stored.body.path}`);
    await app.sql`update private.submission_limits set most = 1`;
    const refused = await send('submit-impact-story', '', story, '2001:db8::3');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  it('under Deno run-jobs delivers e-mails over SMTP', async () => {
    const mail = { to: 'asha@site.test', subject: 'Under Deno', html: '<p>Hello</p>', text: 'Hello' };
    await eventually(async () => {
      // The host's own delivery may be quicker; it never delivers the same one.
      await app.sql`insert into private.outbox (kind, payload) values ('email', ${app.sql.json(mail)})`;
      await call('run-jobs', {}, app.keys.secretKey);
      expect(mailServer.received.join()).toContain('Subject: Under Deno');
    });
  });

  it('under Deno the metrics of the database are told to monitoring, with the jobs that run-jobs tried', async () => {
    const ask = (token: string) =>
      fetch(`${addresses.get('metrics')}/metrics`, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/openmetrics-text; version=1.0.0' },
      });
    await app.sql`
      insert into private.job_counters values ('email', 'failed', 1, 2, '{0,0,1}')
      on conflict (kind, outcome) do nothing`;
    await eventually(async () => {
      await app.sql`insert into private.outbox (kind, payload) values ('remove_file', '{"file": "mentor_images/none.webp"}')`;
      await call('run-jobs', {}, app.keys.secretKey);
      expect(await app.sql`select from private.job_counters where kind = 'remove_file'`).toHaveLength(1);
    });
    const families = readOpenMetrics(await (await ask(OPS_TOKEN)).text());
    expect(sampleValue(families, 'point0_db_up')).toBe(1);
    expect(sampleValue(families, 'point0_jobs', { kind: 'remove_file', outcome: 'done' })).toBeGreaterThan(0);
    expect(sampleValue(families, 'point0_job_duration_seconds', { kind: 'email' }, '_sum')).toBeGreaterThanOrEqual(2);
    expect((await ask(app.keys.secretKey)).status).toBe(401);
    expect((await call('metrics', {}, OPS_TOKEN)).status).toBe(405);
  });

  it('under Deno the mail of a sign-up is queued for Auth’s signed call alone', async () => {
    const body = JSON.stringify({
      user: { email: 'asha@site.test' },
      email_data: { email_action_type: 'signup', token_hash: 'of-the-link', site_url: app.host.url },
    });
    const at = new Date();
    const send = async (secret: string) => {
      const response = await fetch(`${addresses.get('send-auth-email')}/send-auth-email`, {
        method: 'POST',
        headers: {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
        },
        body,
      });
      await response.body?.cancel();
      return response.status;
    };
    expect([await send(HOOK_SECRET.replace('aG', 'aF')), await send(HOOK_SECRET)]).toEqual([401, 200]);
    expect(await app.sql`select from private.outbox where key like 'auth-mail:%'`).toHaveLength(1);
  });

  it.each(['create-payment-order', 'verify-payment'])(
    'under Deno %s refuses calls without a session and invalid bodies',
    async (name) => {
      expect(await call(name, {})).toEqual({ status: 401, body: { error: functionsCopy.loginRequired } });
      const { token } = await app.addFounder();
      expect(await call(name, '{', token)).toEqual({ status: 400, body: { error: functionErrors.notJson } });
      expect((await call(name, 'x'.repeat(100_000), token)).status).toBe(413);
    },
  );
});
