import { randomUUID } from 'node:crypto';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { founderOf, signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { DAY, HOUR, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { openSections } from '#tests/kit/browser/sections.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';

test('An administrator sees what waits, what came in and what failed, and starts a failure again', {
  tag: '@ci',
}, async ({ page, adminFixture, sql }) => {
  // A kind that no worker knows, so that nothing happens to it during the test.
  const kind = `story_${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  const reason = `The service did not answer (${kind})`;
  await sql`
    insert into private.outbox (kind, payload, state, attempts, last_error, finished_at)
    values (${kind}, '{}', 'dead', 12, ${reason}, now())`;
  await signInAsAdministrator(page);
  const bookingId = await adminFixture.addBooking(await founderOf(page), {
    mentorName: 'Somebody',
    status: 'pending_admin_review',
    start: startIn(2 * DAY),
    ageMinutes: 20 * HOUR,
  });
  await sql`update private.outbox set payload = ${sql.json({ booking_id: bookingId })} where kind = ${kind}`;
  await page.reload();

  await expect((await openSections(page)).getByRole('link', { name: 'Overview' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Next answer due in ((3 h|4 h)( \d+ min)?|\d+ min)$/)).toBeVisible();
  await expect(page.getByText('Approval time')).toBeVisible();
  await expect(page.locator('[data-bar]').first()).toBeVisible();
  // The chart is a picture; who does not see it reads the table.
  const region = page.getByRole('region', { name: 'Bookings by week' });
  await expect(region.getByRole('row')).toHaveCount(14);
  await expect(region.getByRole('columnheader', { name: 'Waiting' })).toBeAttached();
  await expectAccessibleAtBothWidths(page);

  await page.getByRole('button', { name: 'Show as table: Bookings by week' }).click();
  await region.getByRole('cell').first().scrollIntoViewIfNeeded();
  await expect(region.getByRole('cell').first()).toBeInViewport();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Show as chart: Bookings by week' }).click();

  await page.getByLabel('Period').selectOption('Last 4 weeks');
  await expect(page).toHaveURL(/weeks=4/);
  await expect(region.getByRole('row')).toHaveCount(6);

  const failure = page.getByRole('listitem').filter({ hasText: reason });
  await expect(failure).toContainText(`Background job “${kind}”`);
  await expect(failure).toContainText(/This was not done\. .+Since /);
  const listed = await page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem').count();
  const rail = (await openSections(page)).getByRole('link', { name: 'Overview' });
  await expect(rail, 'the count is the list’s').toContainText(
    `${listed} ${listed === 1 ? 'thing needs' : 'things need'} attention`,
  );
  await page.keyboard.press('Escape');
  await failure.getByRole('link', { name: 'See booking' }).click();
  const panel = page.getByRole('dialog', { name: /with Somebody$/ });
  await expect(panel.getByRole('list', { name: 'Needs attention' }), 'the same card').toContainText(
    `Background job “${kind}”`,
  );
  await page.keyboard.press('Escape');
  await page.goBack();
  await failure.getByRole('button', { name: /^Try again: Background job/ }).click();
  await expect(failure.getByRole('status')).toHaveText('Trying again…');
  await expect(failure.getByRole('button')).toHaveCount(0);
  const [job] = await sql`
    select state, attempts - earlier_attempts as tries from private.outbox where kind = ${kind}`;
  expect(job).toEqual({ state: 'ready', tries: 0 });
  await sql`
    update private.outbox set state = 'dead', last_error = 'TypeError: fetch failed', failed_at = now()
    where kind = ${kind}`;
  await expect(failure.getByRole('status')).toHaveText('It failed again. The other side could not be reached.');
  await failure.getByRole('button', { name: /^Try again/ }).click();
  await expect(failure.getByRole('status')).toHaveText('Trying again…');
  await sql`update private.outbox set state = 'done' where kind = ${kind}`;
  await expect(failure.getByRole('status')).toHaveText('Done. It worked this time.');
  await expectAccessible(page);
  await sql`delete from private.outbox where kind = ${kind}`;

  await page.getByRole('link', { name: 'Review bookings' }).click();
  await expect(page).toHaveURL(/tab=bookings/);
});

test('An administrator puts a job aside that nobody needs any more, and not one that must still be done', {
  tag: '@ci',
}, async ({ page, sql }) => {
  const kind = `story_${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  const error = `Still away (${kind})`;
  await sql`
    insert into private.outbox (kind, payload, state, attempts, last_error, finished_at)
    values (${kind}, '{}', 'dead', 12, ${error}, now()), ('check_audit_chain', '{}', 'dead', 12, ${error}, now())`;
  await signInAsAdministrator(page);
  const failures = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem').filter({ hasText: error });
  const needed = failures.filter({ hasText: 'The night’s check of the audit log' });
  await expect(needed.getByRole('button', { name: /^Try again/ })).toBeVisible();
  await expect(needed.getByRole('button', { name: /^Put aside/ })).toHaveCount(0);

  const failure = failures.filter({ hasText: `Background job “${kind}”` });
  const act = failure.getByRole('button', { name: `Put aside: Background job “${kind}”` });
  await act.click();
  const dialog = page.getByRole('dialog', { name: 'Put this aside?' });
  await expect(dialog).toContainText('We will not try it again. What it should have done stays undone.');
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(act).toBeFocused();
  await act.click();
  await dialog.getByRole('button', { name: 'Put aside' }).click();
  await expect(failure.getByRole('status')).toHaveText('Put aside. We will not try it again.');
  await expect(failure.getByRole('status')).toBeFocused();
  await expect(failure.getByRole('button')).toHaveCount(0);
  const [job] = await sql`select state from private.outbox where kind = ${kind}`;
  expect(job).toEqual({ state: 'put_aside' });
  await sql`delete from private.outbox where last_error = ${error}`;
});

test('The overview says when it cannot be loaded, and when somebody else was quicker with a retry', {
  tag: ['@desktop', '@faults'],
}, async ({ page, sql }) => {
  allowConsoleError(/status of (500|409)/);
  const overview = '**/rest/v1/rpc/admin_overview*';
  await page.route(overview, (route) => route.fulfill({ status: 500, json: {} }));
  await signInAsAdministrator(page);
  await expect(page.getByText('The overview could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(overview);
  const kind = `story_${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  await sql`
    insert into private.outbox (kind, payload, state, attempts, finished_at)
    values (${kind}, '{}', 'dead', 12, now())`;
  await page.getByRole('button', { name: 'Try Again' }).click();
  const retry = page.getByRole('button', { name: `Try again: Background job “${kind}”` });
  await expect(retry).toBeVisible();
  await sql`update private.outbox set state = 'ready', finished_at = null where kind = ${kind}`;
  await retry.click();
  await expect(page.getByText('Somebody has seen to this already.')).toBeVisible();
  await expect(retry).toBeHidden();
  const list = '**/rest/v1/rpc/list_failures*';
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByText('What failed could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(list);
  await sql`delete from private.outbox where kind = ${kind}`;
});

test('The overview says how many people asked us for a mentor, leads to the list, and says nothing without a request', {
  tag: '@ci',
}, async ({ page }) => {
  let count: number | null = 2;
  await page.route('**/rpc/count_mentor_requests*', (route) =>
    count === null ? route.fulfill({ status: 500, json: {} }) : route.fulfill({ json: count }),
  );
  await signInAsAdministrator(page);
  const link = page.getByRole('main').getByRole('link', { name: '2 people asked us for a mentor' });
  await expect(link).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Help Requests' })).toBeVisible();
  for (const [waiting, words] of [
    [1, '1 person asked us for a mentor'],
    [0, ''],
    [null, ''],
  ] as const) {
    count = waiting;
    if (waiting === null) allowConsoleError(/status of 500/);
    await page.goto('/admin?tab=overview');
    await expect(page.getByText('Approval time')).toBeVisible();
    await expect(page.getByText(/asked us for a mentor/)).toHaveText(words ? [words] : []);
  }
});

const STEPS = {
  categories: 8,
  mentors: 0,
  first_mentor: null,
  times: 0,
  calendar: 'missing',
  payments: 0,
  logos: 0,
  stories: 0,
  last_sent_at: null,
  is_mail_away: false,
};

test('The first administrator of an empty site sees how to open it, sends themselves an e-mail, and hides the list', {
  tag: ['@both', '@ci'],
}, async ({ page, mailbox }) => {
  // The demonstration of the run has hidden the list, for everybody.
  let isOpening = true;
  await page.route('**/rpc/admin_overview*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), is_opening: isOpening } });
  });
  await page.route('**/rpc/marketplace_opening*', (route) => route.fulfill({ json: STEPS }));
  await page.route('**/rpc/list_failures*', (route) => route.fulfill({ json: [] }));
  await signInAsAdministrator(page);
  const list = page.getByRole('list', { name: 'Open your marketplace' });
  await expect(page.getByRole('heading', { name: 'Open your marketplace' })).toBeVisible();
  await expect(page.getByText('1 of 7 done')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(8);
  for (const [step, words] of [
    ['Categories', '8 categories ready. Founders filter mentors by them.'],
    ['Your first mentor', 'Nobody is listed yet.'],
    ['Their times', 'No time is open to book yet.'],
    ['Google Calendar', 'Connect it, so that each approved session gets a Meet link.'],
    ['A payment of ₹1 in test mode', 'No money moves.'],
    ['E-mail', 'No e-mail has been sent yet.'],
    ['Policies and contact', 'Set CONTACT_EMAIL and GRIEVANCE_NAME'],
    ['Partner logos and stories', '0 logos, 0 stories.'],
  ] as const)
    await expect(list.getByRole('listitem').filter({ hasText: step }).first()).toContainText(words);
  await expect(page.getByText('Nothing failed. There is nothing to do here.')).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);

  await list.getByRole('button', { name: 'Send yourself one' }).click();
  await expect(page.getByText(/^A test e-mail is on its way to /)).toBeVisible();
  const mail = await mailbox.waitFor(sharedHost().logins.admin.email, /^Your test e-mail from Point 0$/);
  expect(mail.text).toContain('You asked for this e-mail in the back office.');

  isOpening = false;
  await page.getByRole('button', { name: 'Done, hide this' }).click();
  await expect(page.getByRole('heading', { name: 'Open your marketplace' })).toHaveCount(0);
  await expect(page.getByText('Nothing failed. There is nothing to do here.')).toBeVisible();
});
