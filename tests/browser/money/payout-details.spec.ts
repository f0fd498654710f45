import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { payoutDetailsCopy } from '#copy/money/payout-details.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { SESSION_KEY, signInAsAdministrator, signInAsMentor } from '#tests/kit/browser/accounts.ts';
import { buyOffer } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { sharedHost, sharedSql } from '#tests/kit/browser/start-host.ts';

const NUMBER = '918273645546';

/** The sign-in of the page's session becomes older than a proof. */
async function endProof(page: Page): Promise<void> {
  const token = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '').access_token, SESSION_KEY);
  const { session_id } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  await sharedSql()`update auth.sessions set created_at = now() - interval '6 minutes' where id = ${session_id}`;
}

async function fillAccount(page: Page, number = NUMBER, again = number) {
  const dialog = page.getByRole('dialog', { name: 'Where we pay you' });
  await dialog.getByLabel('Account holder').fill('Kavya Raghunathan');
  await dialog.getByLabel('Account number', { exact: true }).fill(number);
  await dialog.getByLabel('Account number again').fill(again);
  await dialog.getByLabel('IFSC').fill('hdfc0007788');
  return dialog;
}

test('A mentor gives a bank account with a proof, sees its end alone on Settings and Earnings, and is told by e-mail', async ({
  page,
  addMentor,
  mailbox,
}) => {
  allowConsoleError(/status of 403/);
  const mentor = await addMentor();
  const person = await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/settings');
  const section = page.getByRole('region', { name: 'Where we pay you' });
  await expect(section.getByText(payoutDetailsCopy.none, { exact: true })).toBeVisible();
  await section.getByRole('button', { name: 'Add your details' }).click();

  // What is wrong is said at each field, and nothing that was typed goes.
  const dialog = await fillAccount(page, '1234', '5678');
  await dialog.getByLabel('IFSC').fill('HDFC');
  await dialog.getByRole('button', { name: 'Save' }).click();
  for (const sentence of ['account', 'accountAgain', 'ifsc'] as const)
    await expect(dialog.getByText(payoutDetailsCopy.errors[sentence], { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Account number', { exact: true })).toHaveValue('1234');
  await expectAccessible(page);

  await fillAccount(page);
  await endProof(page);
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(proof).toBeHidden();
  await expect(save).toBeFocused();
  await expect(dialog.getByLabel('Account number', { exact: true })).toHaveValue(NUMBER);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await proof.getByLabel('Current password').fill(person.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(payoutDetailsCopy.saved)).toBeVisible();
  await expect(section.getByText('Bank account ••••5546', { exact: true })).toBeVisible();
  await expect(section.getByText(/^Changed on .+ IST\. Not used until .+ IST\.$/)).toBeVisible();
  const mail = await mailbox.waitFor(person.email, /^Where we pay you was changed$/);
  expect(mail.text).toContain('••••5546');
  expect(mail.text).not.toContain(NUMBER);
  await expectAccessibleInBothThemes(page);

  await page.goto('/mentor-dashboard/earnings');
  await expect(section.getByText('Bank account ••••5546', { exact: true })).toBeVisible();
  await section.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('radio', { name: 'UPI ID' }).check();
  await dialog.getByLabel('Account holder').fill('Kavya Raghunathan');
  await dialog.getByLabel('UPI ID', { exact: true }).last().fill('kavya@gmail.com');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(payoutDetailsCopy.errors.upi, { exact: true })).toBeVisible();
  await dialog.getByLabel('UPI ID', { exact: true }).last().fill('kavya@okaxis');
  // A second Enter while it is sent sends nothing.
  let sent = 0;
  await page.route('**/functions/v1/save-payout-details', async (route) => {
    sent += 1;
    await expect(save).toBeDisabled();
    await page.keyboard.press('Enter');
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(section.getByText('UPI ID ••••@okaxis', { exact: true })).toBeVisible();
  expect(sent).toBe(1);
  await expectAccessible(page);
});

test('An administrator opens a bank account with a proof and downloads the bank file of chosen rows, both in the audit log', {
  tag: ['@desktop', '@ci'],
}, async ({ page, app, addMentor, adminFixture }) => {
  allowConsoleError(/status of 403/);
  // Mentors of one test share a name.
  const [ready, fresh] = [await addMentor(), await addMentor()].map(({ id, name }, index) => ({
    id,
    name: `${name} ${index === 0 ? 'Ready' : 'Fresh'}`,
  })) as [{ id: string; name: string }, { id: string; name: string }];
  for (const { id, name } of [ready, fresh]) await app.sql`update public.mentors set name = ${name} where id = ${id}`;
  const [{ month = '' } = {}] = await app.sql<{ month: string }[]>`
    select to_char(private.today() - interval '2 months', 'YYYY-MM') as month`;
  for (const [mentor, number] of [
    [ready, NUMBER],
    [fresh, '111122223333'],
  ] as const) {
    const founder = await adminFixture.addFounder('Meera Iyer');
    const slot = await app.addSlot({ mentorId: mentor.id, daysAhead: 4 });
    const bookingId = await buyOffer(app, founder, { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' });
    for (const status of ['confirmed', 'completed'])
      await app.sql`update public.bookings set status = ${status} where id = ${bookingId}`;
    await app.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`
        update private.mentor_ledger set at = private.month_start(${`${month}-01`}::date) + interval '9 days'
        where booking_id = ${bookingId}`;
    });
    await signInAsMentor(page, mentor.id);
    await page.goto('/mentor-dashboard/earnings');
    await page.getByRole('button', { name: 'Add your details' }).click();
    await (await fillAccount(page, number)).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(payoutDetailsCopy.saved)).toBeVisible();
  }
  await app.sql`
    update private.payout_details set changed_at = now() - interval '25 hours', usable_from = now() - interval '1 hour'
    where mentor_id = ${ready.id}`;

  await signInAsAdministrator(page, `/admin?tab=payouts&month=${month}`, 'own');
  await expect(page.getByText(/^Changed on .+ IST\. Not used until .+ IST\.$/).first()).toBeVisible();
  await endProof(page);
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const pay = (mentor: { name: string }) => page.getByRole('dialog', { name: `Pay ${mentor.name}` });
  await page.getByRole('button', { name: `Mark as paid: ${fresh.name}` }).click();
  await expect(pay(fresh).getByText(/^Changed on .+ Not used until .+ IST\.$/)).toBeVisible();
  await expect(pay(fresh).getByRole('button', { name: 'Show the details' })).toHaveCount(0);
  await pay(fresh).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Mark as paid: ${ready.name}` }).click();
  await expect(pay(ready).getByText('Bank account ••••5546', { exact: true })).toBeVisible();
  await pay(ready).getByRole('button', { name: 'Show the details' }).click();
  await proof.getByLabel('Current password').fill(sharedHost().logins.admin.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(pay(ready).getByText(NUMBER, { exact: true })).toBeVisible();
  await expect(pay(ready).getByText('HDFC0007788', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await pay(ready).getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Download bank file' }).click();
  const file = page.getByRole('dialog', { name: 'Download bank file' });
  await expect(file.getByRole('listitem').filter({ hasText: fresh.name })).toContainText(/Not used until/);
  await expect(file.getByRole('checkbox', { name: fresh.name })).toBeDisabled();
  for (const box of await file.getByRole('checkbox', { checked: true }).all()) await box.uncheck();
  await expect(file.getByRole('button', { name: 'Download 0 rows' })).toBeDisabled();
  await file.getByRole('checkbox', { name: ready.name }).check();
  await expectAccessible(page);
  const arrived = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Download 1 row' }).click();
  const download = await arrived;
  expect(download.suggestedFilename()).toBe(`bank-file-${month}.csv`);
  expect(readFileSync(await download.path(), 'utf8').split('\r\n')).toEqual([
    'Name,Account number,IFSC,Amount,Reference',
    expect.stringMatching(
      new RegExp(`^Kavya Raghunathan,${NUMBER},HDFC0007788,\\d+\\.00,P0${month.replace('-', '')}[0-9A-F]{8}$`),
    ),
    '',
  ]);

  await page.goto('/admin?tab=audit-log&kind=payout_details');
  const entry = (deed: string) => page.getByRole('listitem').filter({ hasText: deed }).filter({ hasText: ready.name });
  await expect(entry('opened where we pay')).toHaveCount(1);
  await expect(entry('put into a bank file where we pay')).toHaveCount(1);
});
