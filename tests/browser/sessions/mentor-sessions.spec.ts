import type { Page } from '@playwright/test';
import { istTimeOfDay } from '#rules/shell/ist.ts';
import type { AppClient, Founder } from '#tests/kit/app-client.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { signInAsMentor } from '#tests/kit/browser/accounts.ts';
import { buyOffer } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

let day = 2;
/** A session with the mentor that was paid for and, unless `isPending`, approved. */
async function sell(app: AppClient, mentor: { id: string; name: string }, founder: Founder, isPending = false) {
  day += 1;
  const slot = await app.addSlot({ mentorId: mentor.id, daysAhead: day });
  const bookingId = await buyOffer(app, founder, { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' });
  if (!isPending) await app.sql`update public.bookings set status = 'confirmed' where id = ${bookingId}`;
  return bookingId;
}
const barLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Mentor sections' }).getByRole('link', { name });

test('A mentor sees today’s sessions, reports a founder who did not come, and cancels a session', {
  tag: '@ci',
}, async ({ page, app, addMentor, adminFixture, mailbox }) => {
  test.skip(istTimeOfDay(new Date()) < '00:25', 'What began twenty minutes ago is no session of today yet.');
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard');
  await expect(page.getByText('No sessions today.')).toBeVisible();
  await expect(page.getByText('Nobody can book you yet:')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set your hours' })).toHaveAttribute('href', '/mentor-dashboard/hours');
  await expectAccessibleInBothThemes(page);

  const meera = await adminFixture.addFounder('Meera Iyer');
  const ravi = await adminFixture.addFounder('Ravi Kumar');
  await adminFixture.moveBooking(await sell(app, mentor, meera), -20);
  const cancelled = await sell(app, mentor, ravi);
  await sell(app, mentor, ravi, true);
  await page.reload();
  const today = page.getByRole('region', { name: 'Sessions today' });
  await expect(today.getByRole('link', { name: 'Meera Iyer', exact: true })).toBeVisible();
  await expect(today.getByText('Under way')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Requests to answer' })).toContainText('Ravi Kumar');
  await expect(page.getByRole('region', { name: 'Requests to answer' })).toContainText('Answer by');
  await expectAccessible(page);
  await today.getByRole('button', { name: /^Founder did not come/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Founder did not come' }).click();
  await expect(page.getByText('Recorded. Meera Iyer was told.')).toBeVisible();
  await expect(today.getByText('Founder did not come')).toBeVisible();
  const missed = await mailbox.waitFor(meera.email, /Missed/);
  expect(missed.text.replace(/\s+/g, ' ')).toContain('If you were there, tell us within 72 hours.');

  await barLink(page, 'Sessions').click();
  await expect(page).toHaveURL(/\/mentor-dashboard\/sessions$/);
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ravi Kumar', exact: true }).first()).toHaveAttribute(
    'href',
    /^\/sessions\/[0-9a-f-]{36}$/,
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ravi Kumar', exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/sessions/${cancelled}$`));
  await expect(page.getByRole('button', { name: 'Cancel session with Ravi Kumar' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to calendar with Ravi Kumar' })).toBeVisible();
  await page.goBack();
  const actions = page.getByRole('button', { name: 'Actions for the session with Ravi Kumar' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Propose a new time' }).click();
  await page
    .getByRole('dialog', { name: 'Propose a new time' })
    .getByRole('button', { name: 'Send to the founder' })
    .click();
  await expect(page.getByText('Please choose at least one time.')).toBeVisible();
  await page.keyboard.press('Escape');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Cancel session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel session' });
  await expect(dialog).toContainText('Ravi Kumar gets ₹3,500 back in full.');
  await expect(dialog).toContainText('You have cancelled 0 sessions in the last 90 days.');
  await dialog.getByRole('button', { name: 'Cancel session' }).click();
  await expect(dialog).toContainText('Please write 5 to 300 characters.');
  await expect(dialog.getByLabel('Why do you cancel?')).toBeFocused();
  await expectAccessible(page);

  // Without a network nothing that was typed is lost, nor by loading the page again.
  await dialog.getByLabel('Why do you cancel?').fill('I am ill and cannot meet.');
  allowConsoleError(/Failed to load resource/);
  await page.route('**/rpc/cancel_session_as_mentor', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Cancel session' }).click();
  await expect(dialog).toContainText('The session was not cancelled. Please check your connection and try again.');
  await page.reload();
  await page.getByRole('button', { name: 'Actions for the session with Ravi Kumar' }).click();
  await page.getByRole('menuitem', { name: 'Cancel session' }).click();
  await expect(dialog.getByLabel('Why do you cancel?')).toHaveValue('I am ill and cannot meet.');
  await dialog.getByRole('button', { name: 'Cancel session' }).click();
  await expect(page.getByText('Cancelled. Ravi Kumar gets ₹3,500 back in full.')).toBeVisible();
  const mail = await mailbox.waitFor(ravi.email, /Cancelled/);
  expect(mail.text).toContain('I am ill and cannot meet.');

  await page.getByRole('link', { name: 'Past', exact: true }).click();
  await expect(page.getByText('Cancelled by you')).toBeVisible();
  await page.getByRole('searchbox').fill('meera');
  await expect(page.getByText('Cancelled by you')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Meera Iyer', exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('nobody at all');
  await expect(page.getByText('No session found for “nobody at all”.')).toBeVisible();
  const [row] = await app.sql`select status, incident from public.bookings where id = ${cancelled}`;
  expect(row).toEqual({ status: 'cancelled', incident: 'mentor_cancels' });
});

test('A mentor chooses e-mails and the address, and leaves once no session is ahead', { tag: '@faults' }, async ({
  page,
  app,
  addMentor,
  adminFixture,
}) => {
  const mentor = await addMentor();
  const { email } = await signInAsMentor(page, mentor.id);
  const bookingId = await sell(app, mentor, await adminFixture.addFounder('Ravi Kumar'));
  await page.goto('/mentor-dashboard');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const weekly = page.getByRole('switch', { name: 'Weekly overview' });
  await expect(weekly).not.toBeChecked();
  await weekly.click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.getByRole('switch', { name: 'Show my next free time on cards' }).click();
  await expect(page.getByText('Session e-mails go to own@mentors.example')).toBeVisible();
  await page.getByRole('button', { name: "Use my account's address" }).click();
  await expect(page.getByText(`Session e-mails go to ${email} from now on.`)).toBeVisible();
  await page.reload();
  await expect(weekly).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Show my next free time on cards' })).not.toBeChecked();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Leave Point 0' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave Point 0' });
  await dialog.getByLabel(/^Type your name to confirm/).fill('Somebody Else');
  await dialog.getByRole('button', { name: 'Leave Point 0' }).click();
  await expect(dialog).toContainText('Please type your name as it is written above.');
  await dialog.getByLabel(/^Type your name to confirm/).fill(mentor.name);
  await dialog.getByRole('button', { name: 'Leave Point 0' }).click();
  await expect(dialog).toContainText('Please hold or cancel your coming sessions first.');
  await expect(dialog.getByRole('region', { name: 'Your coming sessions' })).toContainText('Ravi Kumar');
  await expectAccessible(page);
  await app.sql`update public.bookings set status = 'completed' where id = ${bookingId}`;
  await dialog.getByRole('button', { name: 'Leave Point 0' }).click();
  await expect(page.getByText('You have left Point 0. Thank you for your time.')).toBeVisible();
  await expect(page.getByText('You have left Point 0. Write to us to come back.')).toBeVisible();
  allowConsoleError(/409/);
  await weekly.click();
  await expect(page.getByText('You have left Point 0. Write to us to come back.').nth(1)).toBeVisible();
  await expect(weekly).toBeChecked();
});

test('The mentor’s area fits each width in both themes, and its menu works by keyboard', { tag: '@faults' }, async ({
  page,
  app,
  addMentor,
  adminFixture,
}) => {
  test.slow();
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  await app.sql`update public.mentor_settings set time_zone = 'America/New_York' where mentor_id = ${mentor.id}`;
  const founder = await adminFixture.addFounder('Anantharamakrishnan Venkatasubramanian of Thiruvananthapuram');
  await adminFixture.moveBooking(await sell(app, mentor, founder), 60);
  await sell(app, mentor, founder, true);
  for (const section of ['', '/sessions', '/sessions/past', '/settings']) {
    await page.goto(`/mentor-dashboard${section}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${section} at ${width}`).toBe(width);
      await expectAccessibleInBothThemes(page);
    }
  }
  // Text of twice the size: the header of all pages is another matter.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/mentor-dashboard/sessions');
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await expect(page.getByRole('link', { name: 'Past', exact: true })).toBeVisible();
  expect(await page.locator('main').evaluate((main) => main.scrollWidth)).toBeLessThanOrEqual(390);
  await page.reload();
  for (const link of await page.getByRole('navigation', { name: 'Mentor sections' }).getByRole('link').all()) {
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('button', { name: /^Actions for the session/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Cancel session' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
