/** What administrators and /readyz?deep learn of the work behind the pages. */
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { IDLE_HEALTH } from '#tests/kit/health.ts';

const db = provideDatabase();

async function health(person = db.admin) {
  const [row] = await db.as(person)`select public.admin_health() as health`;
  return row?.health;
}

test('the health of a database in which nothing has happened yet is all empty', async () => {
  await db.sql`delete from private.outbox`;
  const calendar = { token_state: 'missing', stored_at: null, checked_at: null };
  expect(await health()).toMatchObject({ ...IDLE_HEALTH, calendar });
});

test('the health names the oldest job that is due, and counts those that were given up', async () => {
  await db.sql`
    insert into private.outbox (kind, state, run_at, finished_at) values
      ('email', 'ready', now() - interval '90 seconds', null), ('refund', 'ready', now() - interval '1 hour', null),
      ('email', 'ready', now() + interval '1 day', null), ('email', 'dead', now() - interval '2 days', now()),
      ('email', 'dead', now() - interval '2 days', now()), ('refund', 'dead', now() - interval '2 days', now()),
      ('email', 'done', now() - interval '2 days', '2026-01-01T00:00:00Z')`;
  const { oldest_due_job_seconds: oldest, ...found } = await health();
  expect(oldest).toBeGreaterThanOrEqual(3600);
  expect(oldest).toBeLessThan(3660);
  expect(found).toMatchObject({
    due_jobs: 2,
    oldest_due_job_kind: 'refund',
    dead_jobs: 3,
    dead_jobs_by_kind: { email: 2, refund: 1 },
  });
  expect(new Date(found.last_job_done_at)).toEqual(new Date('2026-01-01T00:00:00Z'));
});

test('the health names the last webhook, the calendar’s permission, and what waits', async () => {
  await db.sql`
    insert into private.webhook_events (id, event, payload, received_at, processed_at) values
      ('evt_1', 'payment.captured', '{}', now() - interval '1 hour', now()),
      ('evt_2', 'refund.processed', '{}', now() - interval '1 minute', null)`;
  await db.service`select public.store_google_token('cipher')`;
  await db.service`select public.mark_google_token('cipher', 'invalid_grant')`;
  const slot = await db.addSlot(await db.addMentor(), 3, '10:00', '11:00');
  const { orderId } = await db.order(await db.addFounder(), slot);
  await db.sql`
    update private.payment_orders set created_at = now() - interval '20 minutes' where id = ${orderId}`;
  await db.addPaidBookingIn(-3);
  const { founder, bookingId } = await db.addPaidBooking();
  await db.setStatus(founder, bookingId, 'cancelled');
  const found = await health();
  expect(found).toMatchObject({
    last_webhook_event: 'refund.processed',
    unprocessed_webhooks: 1,
    open_orders: 1,
    unfinished_refunds: 1,
    overdue_sessions: 1,
    calendar: { token_state: 'invalid_grant', checked_at: expect.any(String) },
  });
  expect(Date.now() - Date.parse(found.last_webhook_at)).toBeLessThan(120_000);
  expect(JSON.stringify(found)).not.toContain('cipher');
});

test('the health is for administrators alone', async () => {
  await expect(health(await db.addFounder())).rejects.toMatchObject({ code: '42501', message: 'admin_only' });
});
