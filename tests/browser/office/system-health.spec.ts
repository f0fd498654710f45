import { randomUUID } from 'node:crypto';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { addPerson, signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { sharedSql } from '#tests/kit/browser/start-host.ts';
import { IDLE_HEALTH } from '#tests/kit/health.ts';
import { inYear } from '#tests/kit/in-year.ts';

test('An administrator sees whether the work behind the pages is being done, and where to put it right', {
  tag: ['@desktop', '@ci'],
}, async ({ page }) => {
  allowConsoleError(/status of 500/);
  await page.clock.install();
  await signInAsAdministrator(page, '/admin?tab=system-health');
  const check = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(check('Money and bookings')).toBeVisible();
  await expect(page.getByText('This page reads it again every 30 seconds while you look at it.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'System Health' })).toBeInViewport();
  await expectAccessible(page);

  // The tests share their host, so the states are given.
  const address = '**/rest/v1/rpc/admin_health';
  const now = new Date().toISOString();
  const figures = { counted_at: now, promise_counted_at: now, waiting_since: null };
  const health = { ...IDLE_HEALTH, checked_at: now, figures };
  await page.route(address, (route) => route.fulfill({ json: health }));
  await page.clock.runFor(31_000);
  await expect(page.getByText('Everything works.')).toBeVisible();
  await expect(check('Money and bookings')).toContainText('They agree: every captured payment is exactly one');
  await expect(check('The payment provider’s events')).toContainText('Nothing yet');
  await expect(check('Record of what people did')).toContainText('Nothing is sealed yet.');
  await expect(check('Worker')).toContainText('The worker has not run yet.');
  await expect(check('Alarms')).toContainText('No alarm is open.');
  await expect(check('E-mails')).toContainText('No e-mail is waiting.');

  await page.route(address, (route) =>
    route.fulfill({
      json: {
        ...health,
        violations: 1,
        due_jobs: 2,
        retrying_jobs: 3,
        mail: {
          waiting: 2,
          waiting_since: '2026-11-21T04:30:00Z',
          last_error: 'The mail server is away: ECONNREFUSED',
          last_sent_at: '2026-11-20T21:30:00Z',
          away_since: '2026-11-21T04:30:00Z',
        },
        oldest_due_job_seconds: 3700,
        oldest_due_job_kind: 'email',
        dead_jobs: 3,
        dead_jobs_by_kind: { email: 2, compare_money: 1 },
        last_webhook_at: '2026-11-21T04:30:00Z',
        last_webhook_event: 'payment.captured',
        unprocessed_webhooks: 1,
        failed_refunds: 1,
        unfinished_refunds: 2,
        audit: {
          ...IDLE_HEALTH.audit,
          sealed_at: '2026-11-21T04:30:00Z',
          checked_at: '2026-11-20T21:30:00Z',
          broken_entry: 41,
        },
        calendar: { token_state: 'invalid_grant', stored_at: null, checked_at: '2026-11-21T04:30:00Z' },
        worker: { alive: false, seconds: 3700 },
        alarms: [
          { kind: 'worker_stopped', subject: '', opened_at: '2026-11-21T04:30:00Z', value: 3700 },
          { kind: 'job_dead', subject: '', opened_at: '2026-11-20T21:30:00Z', value: 3 },
        ],
      },
    }),
  );
  const violations = '**/rest/v1/rpc/list_violations';
  await page.route(violations, (route) =>
    route.fulfill({ json: [{ rule: 'time_booked_twice', subject: 'one', detail: 'another' }] }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('status').getByText('9 things need attention.')).toBeVisible();
  await expect(check('Worker')).toContainText(
    'The worker has not run for 1 h 2 min. E-mails, refunds and calendar events wait. Run npm run doctor.',
  );
  const alarms = page.getByRole('list', { name: 'Alarms' }).getByRole('listitem');
  await expect(alarms).toHaveCount(2);
  await expect(alarms.first()).toContainText('The worker has stopped');
  await expect(alarms.first()).toContainText(`Open since Sat 21 Nov${inYear(2026)}, 10:00 AM IST`);
  await expect(alarms.last()).toContainText('A job was given up');
  await expect(check('Money and bookings')).toContainText('A time is booked twice');
  await expect(check('Money and bookings')).toContainText('one · another');
  await expect(check('Background jobs')).toContainText('2 jobs are due, the oldest for 1 h 2 min.');
  await expect(check('Background jobs')).toContainText('3 jobs failed and wait for another try.');
  await expect(check('E-mails')).toContainText(
    `2 e-mails are waiting, the oldest since Sat 21 Nov${inYear(2026)}, 10:00 AM IST. We keep trying. The last try failed: nothing ` +
      'listens at the address of the mail server. Run npm run doctor.',
  );
  await expect(check('E-mails')).toContainText(`Last sent Sat 21 Nov${inYear(2026)}, 3:00 AM IST`);
  await expect(check('Jobs given up')).toContainText('E-mail: 2');
  await expect(check('The payment provider’s events')).toContainText('Keep an eye on it');
  await expect(check('The payment provider’s events')).toContainText(
    `payment.captured, Sat 21 Nov${inYear(2026)}, 10:00 AM IST`,
  );
  await expect(check('Record of what people did')).toContainText(
    'The audit log was changed after it was written (entry 41).',
  );
  await expect(check('Record of what people did').getByRole('link')).toHaveAttribute(
    'href',
    /tab=audit-log&before=42$/,
  );
  await expect(check('Google Calendar').getByRole('link')).toHaveAttribute('href', '/google-oauth-setup');
  await expect(check('Refunds').getByRole('link', { name: 'Go to Needs attention' })).toHaveAttribute(
    'href',
    /tab=overview$/,
  );
  await expectAccessible(page);

  const audit = { ...IDLE_HEALTH.audit, sealed_at: '2026-11-21T04:30:00Z', checked_at: '2026-11-20T21:30:00Z' };
  await page.route(address, (route) =>
    route.fulfill({ json: { ...health, audit, worker: { alive: true, seconds: 20 } } }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(check('Record of what people did')).toContainText(
    `Audit log: sealed up to Sat 21 Nov${inYear(2026)}, 10:00 AM IST, checked Sat 21 Nov${inYear(2026)}, 3:00 AM IST`,
  );
  await expect(check('Worker')).toContainText('The worker ran less than a minute ago.');
  await page.route(address, (route) =>
    route.fulfill({ json: { ...health, audit, violations: 1, worker: { alive: true, seconds: 190 } } }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(check('Money and bookings')).toContainText('A time is booked twice');
  await expect(check('Worker')).toContainText('The worker ran 3 min ago. It should run every minute.');
  await page.route(address, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  // The query tries twice.
  await page.clock.runFor(5_000);
  await expect(page.getByText(/^It could not be read again: this is how things stood .* IST\./)).toBeVisible();
  await expect(check('Money and bookings')).toContainText('A time is booked twice');
  await page.reload();
  await page.clock.runFor(5_000);
  await expect(page.getByText('The system’s health could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(address);
  await page.unroute(violations);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(check('Background jobs')).toBeVisible();
});

test('An administrator signs another one out everywhere, with a reason', { tag: '@desktop' }, async ({ page }) => {
  const name = `Zoya ${randomUUID().slice(0, 4)}`;
  const { email } = await addPerson(name);
  const sql = sharedSql();
  const [account] = await sql`
    update public.profiles set is_admin = true where email = ${email} returning id`;
  await sql`insert into auth.sessions (id, user_id, aal) values (${randomUUID()}, ${account?.id}, 'aal1')`;
  await signInAsAdministrator(page, '/admin?tab=system-health');
  const row = page.getByRole('list', { name: 'Administrators' }).getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Two-step off');
  await expect(row).toContainText('1 open session');
  await row.getByRole('button', { name: `End sessions of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'End all sessions?' });
  await dialog.getByLabel('Reason').fill('Too short');
  await dialog.getByRole('button', { name: 'End sessions' }).click();
  await expect(dialog).toContainText('Please give a reason of 10 to 200 characters.');
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('The laptop was stolen on a train.');
  await dialog.getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByText(`${name} is signed out: 1 session ended.`)).toBeVisible();
  await expect(row).toContainText('0 open sessions');
  await expect(row.getByRole('button')).toBeDisabled();
  expect(await sql`select from auth.sessions where user_id = ${account?.id}`).toHaveLength(0);
  await sql`update public.profiles set is_admin = false where id = ${account?.id}`;
});
