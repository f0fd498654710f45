import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import { formatDateFull, formatDateShort } from '#rules/shell/ist.ts';
import type { Founder } from '#tests/kit/app-client.ts';
import { expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { addPerson, SESSION_KEY, signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { DAY, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';

async function idOf(sql: Sql, { email }: { email: string }): Promise<string> {
  return (await sql`select id from auth.users where email = ${email}`)[0]?.id;
}

// docs/product/back-office.md#a-person
test('A row of Users opens one page of a person, with requests and their clock, notes, Export and Erase', {
  tag: '@ci',
}, async ({ page, sql }) => {
  allowConsoleError(/status of 403/);
  const person = await addPerson(`Zoya ${crypto.randomUUID().slice(0, 8)}`);
  const id = await idOf(sql, person);
  await signInAsAdministrator(page, `/admin?tab=users&q=${encodeURIComponent(person.name)}`, 'own');
  await page.getByRole('link', { name: person.name }).click();
  await expect(page).toHaveURL(new RegExp(`/admin\\?tab=users&person=${id}$`));
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible();
  for (const section of ['Account', 'Sessions', 'Payments', 'Consents', 'E-mails sent', 'Reviews and stories']) {
    await expect(page.getByRole('heading', { name: section, exact: true })).toBeVisible();
  }
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByText('No sessions yet.')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await test.step('a note', async () => {
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a note' });
    await dialog.getByLabel('Note').fill('Prefers to be called.');
    await expectAccessibleAtBothWidths(page);
    await dialog.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByText('Note added.')).toBeVisible();
    await expect(page.getByText('Prefers to be called.')).toBeVisible();
    await page.getByRole('button', { name: /^Delete: Note, / }).click();
    await expect(page.getByText('Prefers to be called.')).toBeHidden();
  });

  await test.step('a request has a day of its answer, stands on Overview when it is near, and is answered', async () => {
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Enter a request' });
    await dialog.getByLabel('Request').selectOption('Erasure');
    const [days] = await sql`select (private.today() - 27)::text as received, (private.today() + 3)::text as answer`;
    await dialog.getByLabel('Received on').fill(days?.received);
    await expect(dialog.getByText(`Answer by ${formatDateFull(days?.answer)}`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Enter request' }).click();
    await expect(page.getByText('Request entered.')).toBeVisible();
    await expect(page.getByText('Open', { exact: true })).toBeVisible();

    await page.goto('/admin');
    await expect(page.getByText(/^(1 data request needs|\d+ data requests need) an answer soon$/)).toBeVisible();
    await page
      .getByRole('link', { name: `Erasure: answer by ${formatDateShort(days?.answer)}` })
      .first()
      .click();
    await expect(page).toHaveURL(/tab=users&person=/);
    await page.goto(`/admin?tab=users&person=${id}`);
    await page.getByRole('button', { name: /^Mark as answered: Erasure, / }).click();
    await expect(page.getByText('Answered', { exact: true })).toBeVisible();
  });

  await test.step('Export asks for the reason and a proof, and is the person’s own document', async () => {
    const token = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '').access_token, SESSION_KEY);
    const { session_id } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    await sql`update auth.sessions set created_at = now() - interval '6 minutes' where id = ${session_id}`;
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export their data?' });
    await dialog.getByLabel('Reason of the request').fill('short');
    await dialog.getByRole('button', { name: 'Download file' }).click();
    await expect(dialog.getByText('Please write 10 to 200 characters.')).toBeVisible();
    await dialog.getByLabel('Reason of the request').fill('Asked by e-mail on Monday');
    const arrived = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download file' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Current password').fill(sharedHost().logins.admin.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    const file = await arrived;
    expect(file.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d{2}-\d{2}\.json$/);
    const document = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect(document).toMatchObject({ account: { id, email: person.email }, requests_and_notes: [{ kind: 'erasure' }] });
  });

  await test.step('Erase deletes the account', async () => {
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase this account?' });
    await dialog.getByLabel('Reason of the request').fill('Asked by e-mail on Monday');
    await expectAccessibleAtBothWidths(page);
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await expect(page).toHaveURL(/\/admin\?tab=users$/);
    await expect(page.getByText('The account is erased.')).toBeVisible();
    expect(await sql`select from auth.users where id = ${id}`).toHaveLength(0);
    await page.goto(`/admin?tab=users&person=${id}`);
    await expect(page.getByText('There is no such person any more.')).toBeVisible();
  });
});

test('A person with sessions ahead cannot be erased, and the dialog says why; an administrator has no Erase of their own', {
  tag: '@desktop',
}, async ({ page, adminFixture, sql }) => {
  allowConsoleError(/status of 409/);
  const id = await idOf(sql, await addPerson(`Zoya ${crypto.randomUUID().slice(0, 8)}`));
  await adminFixture.addBooking({ id } as Founder, {
    mentorName: 'Somebody',
    status: 'confirmed',
    start: startIn(2 * DAY),
  });
  await signInAsAdministrator(page, `/admin?tab=users&person=${id}`, 'own');
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase this account?' });
  await dialog.getByLabel('Reason of the request').fill('Asked by e-mail on Monday');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(
    dialog.getByText('They have sessions ahead. Cancel these or wait until they are over, then erase the account.'),
  ).toBeVisible();
  expect(await sql`select from auth.users where id = ${id}`).toHaveLength(1);

  const own = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '').user.id, SESSION_KEY);
  await page.goto(`/admin?tab=users&q=${own}`);
  const row = page.getByRole('row').filter({ has: page.getByText('Administrator', { exact: true }) });
  await row.getByRole('cell').nth(2).click();
  await expect(page).toHaveURL(new RegExp(`tab=users&person=${own}$`));
  await expect(page.getByText('Administrator', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase', exact: true })).toHaveCount(0);
});
