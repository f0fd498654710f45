import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { openSections } from '#tests/kit/browser/sections.ts';

const LIST = /\/rest\/v1\/mentor_applications\?/;

/** Adds an application under a name of this test. */
async function apply(sql: Sql): Promise<string> {
  const name = `Meera ${randomUUID().slice(0, 8)} 100%`;
  await sql`
    insert into public.mentor_applications (name, phone, linkedin)
    values (${name}, '+91 98765 43210', 'https://www.linkedin.com/in/meera-iyer/')`;
  return name;
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('An administrator decides on a mentor application, and the audit log has it', { tag: '@ci' }, async ({
  page,
  sql,
}) => {
  const name = await apply(sql);
  const other = await apply(sql);
  await signInAsAdministrator(page, '/admin?tab=applications');
  await expect(page.getByRole('heading', { name: /^Mentor applications/ })).toBeVisible();
  await expect(row(page, name)).toBeVisible();
  for (const heading of ['Name', 'Phone', 'LinkedIn', 'Date Applied', 'Status', 'Contact']) {
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeAttached();
  }
  await page.getByRole('searchbox').fill(name.toUpperCase());
  await expect(page).toHaveURL(/[?&]q=MEERA/);
  await expect(row(page, other)).toHaveCount(0);

  const profile = row(page, name).getByRole('link', { name: /LinkedIn profile/ });
  await expect(profile).toHaveText('in/meera-iyer');
  await expect(profile).toHaveAttribute('href', 'https://www.linkedin.com/in/meera-iyer/');
  await expect(profile).toHaveAttribute('target', '_blank');
  await expect(profile).toHaveAttribute('rel', 'noopener noreferrer');
  const contact = row(page, name).getByRole('link', { name: `Contact ${name} by e-mail` });
  await expect(contact).toHaveText('Contact');
  await expect(contact).toHaveAttribute('href', /^mailto:\?subject=Your%20mentor%20application/);
  await expectAccessible(page);

  const status = page.getByRole('combobox', { name: `Status of ${name}` });
  await expect(status).toHaveValue('pending');
  await status.selectOption('Contacted');
  await expect(page.getByText('Application status updated to contacted')).toBeVisible();
  await page.reload();
  await expect(status).toHaveValue('contacted');

  await expect((await openSections(page)).getByRole('link', { name: 'Audit Log' })).toHaveAttribute(
    'href',
    /\?tab=audit-log$/,
  );
  // Other tests may have written more than a page of changes since.
  const [written] = await sql`
      select l.id from private.audit_log l join public.mentor_applications a on a.id::text = l.row_id
      where a.name = ${name}`;
  await page.goto(`/admin?tab=audit-log&before=${Number(written?.id) + 1}`);
  const change = page.getByRole('listitem').filter({ hasText: `changed the mentor application of ${name}` });
  await expect(change).toContainText('Joseph Tirkey');
  await expect(change).toContainText('Before: Pending');
  await expect(change).toContainText('After: Contacted');
  await expectAccessible(page);
});

test('A status of an application that is not saved is the former one again, and decided applications ' +
  'leave the filtered list', { tag: ['@desktop', '@ci'] }, async ({ page, sql }) => {
  const name = await apply(sql);
  await signInAsAdministrator(page, `/admin?tab=applications&status=pending&q=${encodeURIComponent(name)}`);
  const status = page.getByRole('combobox', { name: `Status of ${name}` });
  allowConsoleError(/500/);
  let isDown = true;
  await page.route(LIST, (route) =>
    isDown && route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await status.selectOption('Approved');
  await expect(page.getByText('Failed to update application status')).toBeVisible();
  await expect(status).toHaveValue('pending');

  isDown = false;
  await status.focus();
  await status.selectOption('Approved');
  await expect(page.getByText('Application status updated to approved')).toBeVisible();
  await expect(page.getByText('No application matches what you are looking for.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Mentor applications/ })).toBeFocused();
  await page.getByRole('button', { name: 'Show all applications' }).click();
  await expect(status).toHaveValue('approved');
});

test('A list of applications that cannot be loaded says why and is loaded on a second try; an empty one ' +
  'says so too', { tag: '@desktop' }, async ({ page }) => {
  allowConsoleError(/500/);
  let answer: 'failure' | 'nothing' = 'failure';
  await page.route(LIST, (route) =>
    answer === 'failure'
      ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'the disk is full' } })
      : route.fulfill({ status: 200, headers: { 'content-range': '*/0' }, json: [] }),
  );
  await signInAsAdministrator(page, '/admin?tab=applications');
  await expect(page.getByRole('alert')).toContainText('Failed to load mentor applications');
  await expect(page.getByRole('alert')).toContainText(
    'The server answered with an error. Please try again in a moment.',
  );
  await expect(page.getByText('the disk is full')).toBeHidden();
  answer = 'nothing';
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No mentor applications found.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('No mentor applications found.')).toBeHidden();
});
