/** A job that was given up and that an administrator leaves undone (docs/product/notifications.md#given-up). */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;
beforeEach(() => sql`delete from private.outbox where state = 'dead'`);

async function aDeadJob(kind: string, payload: Record<string, string> = {}): Promise<string> {
  const [row] = await sql`
    insert into private.outbox (kind, payload, state, attempts, last_error, finished_at)
    values (${kind}, ${sql.json(payload)}, 'dead', 12, 'gave up', now()) returning id`;
  return row?.id;
}
const putAside = (id: string, by = db.admin) => db.as(by)`select public.put_aside_job(${id})`;
const jobOf = async (id: string) => (await sql`select * from private.outbox where id = ${id}`)[0];
const otherAct = async (id: string) => {
  const rows = await db.as(db.admin)`select id, other_act from public.list_failures()`;
  return rows.find((row) => row.id === id)?.other_act;
};

test('it is listed no more, never runs, keeps no content, and the log says who did it', async () => {
  const id = await aDeadJob('email', { to: 'asha@startup.example', text: 'https://sign-in.example/secret' });
  const before = await jobOf(id);
  expect(await otherAct(`job:${id}`)).toBe('put_aside');
  await putAside(id);
  expect(await otherAct(`job:${id}`)).toBeUndefined();
  // When it was given up stays: it was not delivered now.
  expect(await jobOf(id)).toEqual({ ...before, state: 'put_aside', payload: {} });
  await sql`update private.outbox set run_at = now() - interval '1 hour' where id = ${id}`;
  const claimed = await db.service`select id from public.claim_jobs(array['email'], 100)`;
  expect(claimed.some((job) => job.id === id)).toBe(false);
  const [entry] = await db.as(db.admin)`select * from public.list_audit_log(1)`;
  expect(entry).toMatchObject({ actor: db.admin, table_name: 'outbox', row_id: id, row_label: 'email' });
  expect(entry?.changes).toEqual({ state: ['dead', 'put_aside'], payload: null });
});

test('only a job that was given up, and only by an administrator', async () => {
  const id = await aDeadJob('email');
  await expect(putAside(id, await db.addFounder())).rejects.toMatchObject({ code: '42501', message: 'admin_only' });
  for (const state of ['ready', 'done']) {
    await sql`update private.outbox set state = ${state} where id = ${id}`;
    await expect(putAside(id)).rejects.toMatchObject({ code: 'PT409', message: 'job_not_failed' });
  }
  await sql`update private.outbox set state = 'dead' where id = ${id}`;
  const answers = await Promise.allSettled([putAside(id), putAside(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(db.as(db.admin)`select public.retry_job(${id})`).rejects.toMatchObject({ message: 'job_not_failed' });
  await expect(putAside(randomUUID())).rejects.toMatchObject({ code: 'PT404', message: 'job_not_found' });
});

const isNeeded = async (id: string, kind: string) => {
  await expect(putAside(id)).rejects.toMatchObject({ code: 'PT409', message: 'job_needed', detail: kind });
  expect((await otherAct(`job:${id}`)) ?? null).toBeNull();
  expect(await jobOf(id)).toMatchObject({ state: 'dead' });
};
const isLeft = async (id: string) => {
  await putAside(id);
  expect(await jobOf(id)).toMatchObject({ state: 'put_aside' });
};

test('a refund waits for its job: it is tried again, or recorded as returned another way', async () => {
  const { refundId } = await db.addRejectedBooking();
  const [job] = await sql`
    update private.outbox set state = 'dead', finished_at = now()
    where kind = 'refund' and payload ->> 'refund_id' = ${refundId} returning id`;
  await isNeeded(job?.id, 'refund');
  expect(await otherAct(`refund:${refundId}`)).toBeNull();
  await db.service`select public.record_refund(${refundId}, ${`rfnd_${refundId}`}, 'failed', 'The bank said no')`;
  await isNeeded(job?.id, 'refund');
  expect(await otherAct(`refund:${refundId}`)).toBe('outside_refund');
  await db.service`select public.record_refund(${refundId}, ${`rfnd_${refundId}`}, 'processed')`;
  await sql`update private.outbox set state = 'dead' where id = ${job?.id}`;
  await isLeft(job?.id);
});

test('an event of the provider waits for its job until it is processed', async () => {
  const event = `evt_${randomUUID()}`;
  await sql`insert into private.webhook_events (id, event, payload) values (${event}, 'payment.dispute.created', '{}')`;
  const id = await aDeadJob('webhook_event', { event_id: event });
  await isNeeded(id, 'webhook_event');
  await sql`update private.webhook_events set processed_at = now(), outcome = 'noted' where id = ${event}`;
  await isLeft(id);
  await isLeft(await aDeadJob('webhook_event', { event_id: 'evt_of_nobody' }));
});

test('the calendar of a session to come waits for its job until it shows the session', async () => {
  const { bookingId } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'confirmed');
  const id = await aDeadJob('booking_confirmed', { booking_id: bookingId });
  await isNeeded(id, 'booking_confirmed');
  await db.service`select public.record_calendar_event(${bookingId}, 0, 'failed', p_error => 'Google refused')`;
  await isNeeded(id, 'booking_confirmed');
  await db.service`select public.record_calendar_event(${bookingId}, 0, 'created', ${`event${bookingId}`})`;
  await isLeft(id);
});

test('a job of the calendar that was put aside is not started again with the event: a new one is made', async () => {
  const { bookingId } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'confirmed');
  await sql`
    update private.outbox set state = 'put_aside', finished_at = now()
    where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${bookingId}`;
  await db.as(db.admin)`select public.retry_calendar_event(${bookingId})`;
  const jobs = await sql`
    select state from private.outbox where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${bookingId}
    order by created_at`;
  expect(jobs).toEqual([{ state: 'put_aside' }, { state: 'ready' }]);
});

test.each(['hide_guests', 'forget_guest'])('a guest in a calendar that can be asked waits for %s', async (kind) => {
  const id = await aDeadJob(kind, { booking_id: randomUUID() });
  await sql`
    insert into private.google_credentials (refresh_token_encrypted, token_state) values ('sealed', 'invalid_grant')`;
  await isNeeded(id, kind);
  await sql`delete from private.google_credentials`;
  await isLeft(id);
});

test.each([
  ['compare_money', true],
  ['apply_retention', true],
  ['check_audit_chain', true],
  ['count_figures', true],
  ['count_promise', true],
  ['sweep_files', true],
  ['booking_reminder', false],
  ['booking_submitted', false],
  ['mentor_mail', false],
  ['look_up_payment', false],
  ['remove_file', false],
  ['revoke_calendar', false],
])('what goes on by itself each night must go on: %s, %s', async (kind, needed) => {
  const id = await aDeadJob(kind);
  await (needed ? isNeeded(id, kind) : isLeft(id));
});
