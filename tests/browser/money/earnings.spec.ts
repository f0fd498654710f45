import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator, signInAsMentor } from '#tests/kit/browser/accounts.ts';
import { buyOffer } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

test('A mentor reads what was earned, an administrator pays it once, and each month has its own figures alone', async ({
  page,
  app,
  addMentor,
  adminFixture,
  mailbox,
}) => {
  allowConsoleError(/status of 422/);
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/earnings');
  await expect(
    page.getByText('Nothing earned yet. Each completed session appears here.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Our team pays by bank transfer.')).toBeVisible();
  await expectAccessible(page);

  const founder = await adminFixture.addFounder('Meera Iyer');
  const slot = await app.addSlot({ mentorId: mentor.id, daysAhead: 4 });
  const bookingId = await buyOffer(app, founder, { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' });
  for (const status of ['confirmed', 'completed'])
    await app.sql`update public.bookings set status = ${status} where id = ${bookingId}`;
  // Two months ago, past the rule that keeps lines as they are.
  const [{ month = '' } = {}] = await app.sql<{ month: string }[]>`
    select to_char(private.today() - interval '2 months', 'YYYY-MM') as month`;
  await app.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      update private.mentor_ledger set at = private.month_start(${`${month}-01`}::date) + interval '9 days'
      where booking_id = ${bookingId}`;
  });
  await page.reload();
  await expect(page.getByText('Unpaid balance').locator('..')).toContainText(/₹[\d,]+/);
  await page.getByRole('link', { name: /1 session/ }).click();
  await expect(page).toHaveURL(new RegExp(`/mentor-dashboard/earnings/${month}$`));
  await expect(page.getByRole('heading', { level: 1, name: /^Statement for / })).toBeVisible();
  await expect(page.getByText('Meera Iyer', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe(`statement-${month}.csv`);
  await expectAccessibleInBothThemes(page);
  // On paper: black on white, as wide as the sheet, without the area's navigation.
  const screen = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: 1123, height: 794 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const sheet = page.getByRole('article');
  await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)');
  expect((await sheet.boundingBox())?.width).toBeGreaterThan(900);
  for (const part of [page.getByRole('navigation'), page.getByRole('banner'), page.getByRole('button')]) {
    await expect(part.locator('visible=true')).toHaveCount(0);
  }
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.setViewportSize(screen);

  await signInAsAdministrator(page, `/admin?tab=payouts&month=${month}`);
  await page.getByRole('button', { name: `Mark as paid: ${mentor.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Pay ${mentor.name}` });
  await dialog.getByLabel('Bank reference (UTR)').fill('too short');
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(
    dialog.getByText('Please enter the bank reference (UTR), 10 to 30 letters and digits.', { exact: true }),
  ).toBeVisible();
  await expect(dialog.getByLabel('Bank reference (UTR)')).toHaveValue('too short');
  await expectAccessible(page);
  // Opened again, it begins anew: the reference of another month's transfer must not stand there.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Mark as paid: ${mentor.name}` }).click();
  await expect(dialog.getByLabel('Bank reference (UTR)')).toHaveValue('');
  await expect(dialog.getByText('Please enter the bank reference', { exact: false })).toHaveCount(0);
  await dialog.getByLabel('Bank reference (UTR)').fill('hdfcn52026112401');
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText(`${mentor.name} was told about the payment`)).toBeVisible();
  await expect(page.getByText('HDFCN52026112401')).toBeVisible();
  await expectAccessible(page);
  const correct = page.getByRole('button', { name: `Correct reference: ${mentor.name}` });
  await correct.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(correct).toBeFocused();
  const [{ email = '' } = {}] = await app.sql<{ email: string }[]>`
    select email from public.mentor_private where mentor_id = ${mentor.id}`;
  expect((await mailbox.waitFor(email, /was paid to you$/)).text).toContain('HDFCN52026112401');

  // Beside the name of the month in which it was paid stands nothing of it: that month has figures of its own.
  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/earnings');
  const months = page.getByRole('main').getByRole('listitem');
  await expect(months).toHaveText([
    /^[A-Z][a-z]+ \d{4}\s*No session\s*₹0$/,
    /^[A-Z][a-z]+ \d{4}\s*1 session\s*₹3,500$/,
  ]);
  await expect(page.getByText('Paid this financial year').locator('..')).toContainText('₹3,500');
});
