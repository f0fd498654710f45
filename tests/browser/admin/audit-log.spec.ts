import { randomUUID } from 'node:crypto';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

test('The audit log goes back page by page, and says when it cannot be loaded', { tag: '@desktop' }, async ({
  page,
  sql,
}) => {
  const thing = `Podcast ${randomUUID().slice(0, 8)}`;
  const entries = await sql`
    insert into private.audit_log (action, table_name, row_label, changes)
    select 'update', 'podcasts', ${thing} || ' no. ' || n, '{"title": ["Old", "New"], "email": null}'::jsonb
    from generate_series(1, 60) n
    returning id`;
  const newest = Math.max(...entries.map(({ id }) => Number(id)));
  await signInAsAdministrator(page, `/admin?tab=audit-log&before=${newest + 1}`);
  const entry = (n: number) =>
    page.getByRole('listitem').filter({ has: page.getByText(`${thing} no. ${n}`, { exact: true }) });
  await expect(entry(60)).toContainText(`The platform changed the podcast ${thing} no. 60`);
  await expect(entry(60)).toContainText('Before: Old');
  await expect(entry(60)).toContainText('Changed. Personal values are not recorded.');
  await expect(entry(11)).toBeVisible();
  await expect(entry(10)).toHaveCount(0);

  await page.getByRole('link', { name: 'Older changes' }).click();
  await expect(entry(10)).toBeVisible();
  await expect(entry(11)).toHaveCount(0);
  await page.goBack();
  await expect(entry(11)).toBeVisible();
  // Not the answer about the page that Back shows, which is asked for again too.
  const arrived = page.waitForResponse(
    (response) => response.url().includes('rpc/list_audit_log') && !response.request().postData()?.includes('p_before'),
  );
  await page.getByRole('link', { name: 'Newest changes' }).click();
  await expect(page).toHaveURL(/\?tab=audit-log$/);
  await arrived;

  allowConsoleError(/500/);
  await page.route(/rpc\/list_audit_log/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to load the audit log.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
});
