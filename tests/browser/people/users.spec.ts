import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { SESSION_KEY, signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';
import { inYear } from '#tests/kit/in-year.ts';

const LIST = /\/rest\/v1\/rpc\/(list|export)_people/;

/** Adds so many users under one new name, and returns the name. */
async function settle(sql: Sql, count: number): Promise<string> {
  const name = `Ravi ${randomUUID().slice(0, 8)}`;
  await sql`
    insert into auth.users (id, email, raw_user_meta_data, created_at)
    select gen_random_uuid(), ${name.replace(' ', '-').toLowerCase()} || n || '@example.test',
      jsonb_build_object('name', ${name}::text), now() - n % 3 * interval '1 day'
    from generate_series(1, ${count}) n`;
  return name;
}

async function leave(sql: Sql, name: string): Promise<void> {
  await sql`delete from auth.users where raw_user_meta_data ->> 'name' = ${name}`;
}

async function download(page: Page): Promise<{ name: string; text: string }> {
  const arrived = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await arrived;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('An administrator finds a user and downloads what they told', { tag: '@ci' }, async ({ page, sql }) => {
  const name = await settle(sql, 2);
  const email = `${name.replace(' ', '-').toLowerCase()}1@example.test`;
  await sql`
    update public.profiles
    set phone = '+91 98765 43210', startup_name = 'Rao, "Cold" & Co', industry = 'Logistics',
      idea = ${
        '=HYPERLINK("https://evil.example")\nCold storage that a village can share, paid by the crate ' +
        'and not by the month'
      },
      vc_interest_submitted = true, profile_completed = true, created_at = '2026-11-20T20:00:00Z'
    where email = ${email}`;
  await signInAsAdministrator(page, '/admin?tab=users', 'own');
  for (const heading of ['User', 'Contact', 'Startup', 'Idea', 'Status', 'Signed Up']) {
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeAttached();
  }
  await page.getByRole('searchbox').fill(name);
  await expect(page.getByRole('heading', { name: 'Users 2', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Submitted');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(email);
  await expect(row).toContainText('Rao, "Cold" & Co');
  await expect(row).toContainText('Submitted');
  await expect(row).toContainText(`Sat 21 Nov${inYear(2026)}`);
  await row.getByRole('button', { name: `Read all: the idea of ${name}` }).click();
  await expect(row.getByText('paid by the crate')).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);

  const { name: fileName, text } = await download(page);
  await expect(page.getByText('User data export started.')).toBeVisible();
  expect(fileName).toBe('users_export.csv');
  expect(text).toBe(
    [
      '\ufeffName,Email,Phone,Startup Name,Industry,Startup Idea,Signup Date',
      `${name},${email},'+91 98765 43210,"Rao, ""Cold"" & ` +
        `Co",Logistics,"'=HYPERLINK(""https://evil.example"")\nCold storage that a village can ` +
        'share, paid by the crate and not by the month",2026-11-21',
      '',
    ].join('\r\n'),
  );
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Not Submitted');
  await expect(row).toContainText('Not Submitted');
  await leave(sql, name);
});

test('The downloaded file has all users who match, however many; the list pages through them', {
  tag: ['@desktop', '@faults'],
}, async ({ page, sql }) => {
  const name = await settle(sql, 2_005);
  await signInAsAdministrator(page, `/admin?tab=users&q=${encodeURIComponent(name)}`, 'own');
  await expect(page.getByText('1–20 of 2,005')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('21–40 of 2,005')).toBeVisible();
  await expect(page).toHaveURL(/[?&]page=2/);
  const { text } = await download(page);
  const emails = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[1]);
  expect(emails).toHaveLength(2_005);
  expect(new Set(emails).size).toBe(2_005);
  await leave(sql, name);
});

test('Users that cannot be fetched are said to be missing, in the list and for the file', {
  tag: ['@desktop', '@ci'],
}, async ({ page }) => {
  allowConsoleError(/500/);
  await signInAsAdministrator(page, '/admin?tab=users&q=nobody-is-called-this');
  await expect(page.getByText('No user matches what you are looking for.')).toBeVisible();
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expect(page.getByText('Failed to fetch users.')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch users.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No user matches what you are looking for.')).toBeVisible();
});

test('An export long after the login asks for the password, goes on by itself, and stands in the audit log', {
  tag: ['@desktop', '@ci'],
}, async ({ page, sql }) => {
  allowConsoleError(/status of 403/);
  const name = await settle(sql, 3);
  await signInAsAdministrator(page, `/admin?tab=users&q=${encodeURIComponent(name)}`, 'own');
  await expect(page.getByRole('heading', { name: 'Users 3', exact: true })).toBeVisible();
  const token = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '').access_token, SESSION_KEY);
  const { session_id } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  await sql`update auth.sessions set created_at = now() - interval '6 minutes' where id = ${session_id}`;

  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
  await expect(page.getByText('User data export started.')).toBeHidden();

  const arrived = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await dialog.getByLabel('Current password').fill(sharedHost().logins.admin.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  expect(readFileSync(await (await arrived).path(), 'utf8').split('\r\n')).toHaveLength(5);

  await page.goto('/admin?tab=audit-log&kind=profiles');
  await expect(
    page.getByText('What people changed, read and exported, newest first. A change to this list itself is noticed.'),
  ).toBeVisible();
  const entry = (deed: string) =>
    page.getByRole('listitem').filter({ hasText: deed }).filter({ hasText: name.toLowerCase() });
  await expect(entry('exported Users')).toHaveCount(1);
  await expect(entry('exported Users')).toContainText('Rows3');
  await expect(entry('read contact details in Users')).toHaveCount(1);
  await expect(page.getByRole('listitem').filter({ hasText: 'signed in to the back office' }).first()).toBeVisible();
  await expectAccessible(page);
  await leave(sql, name);
});
