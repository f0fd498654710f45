import { randomUUID } from 'node:crypto';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { addPerson, signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

test('The audit log goes back page by page, and says when it cannot be loaded', { tag: ['@desktop', '@ci'] }, async ({
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
  await expect(entry(60)).toContainText(`System changed the podcast ${thing} no. 60`);
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

test('The audit log is searched and filtered, and its address keeps that', { tag: ['@desktop', '@faults'] }, async ({
  page,
  sql,
}) => {
  const thing = `Logged ${randomUUID().slice(0, 8)}`;
  const { email } = await addPerson(`${thing} Person`);
  const [account] = await sql`select id::text from public.profiles where email = ${email}`;
  const person = account?.id;
  const booking = randomUUID();
  await sql`
    insert into private.audit_log (at, actor, action, table_name, row_id, row_label, changes)
    select e.at::timestamptz, e.actor::uuid, 'update', e.table_name, e.row_id, ${thing} || e.label, '{}'
    from (values
      ('2026-03-01T10:00:00Z', ${person}::text, 'podcasts', gen_random_uuid()::text, ' one'),
      ('2026-03-02T10:00:00Z', null, 'bookings', ${booking}, ' two'),
      ('2026-03-03T10:00:00Z', ${person}, 'mentors', gen_random_uuid()::text, ' three')
    ) e (at, actor, table_name, row_id, label)`;
  await signInAsAdministrator(page, '/admin?tab=audit-log&before=1');
  const listed = page.getByRole('listitem').filter({ hasText: thing });
  await expect(page.getByText('There are no older changes.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search a name or an id' }).fill(thing.toLowerCase());
  await expect(listed).toHaveCount(3);
  await expect(page).toHaveURL(new RegExp(`\\?tab=audit-log&q=${thing.toLowerCase().replace(' ', '\\+')}$`));
  await expectAccessibleAtBothWidths(page);

  const people = page.getByRole('combobox', { name: 'Person' });
  await people.selectOption({ label: `${thing} Person` });
  await expect(listed).toHaveText([/three/, /one/]);
  await people.selectOption('System');
  await expect(listed).toHaveText([/two/]);
  await people.selectOption('Everybody');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Mentors');
  await expect(listed).toHaveText([/three/]);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('All kinds');
  await page.getByLabel('From', { exact: true }).fill('2026-03-02');
  await expect(listed).toHaveText([/three/, /two/]);
  await page.getByLabel('To', { exact: true }).fill('2026-03-02');
  await expect(listed).toHaveText([/two/]);
  await page.reload();
  await expect(listed).toHaveText([/two/]);
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-03-02');
  await page.getByLabel('To', { exact: true }).fill('2026-03-01');
  await expect(page.getByText('The last day is before the first.')).toBeVisible();
  await expect(page.getByText('No change matches what you are looking for.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\?tab=audit-log$/);
  await page.getByRole('searchbox').fill(booking.slice(0, 13));
  await expect(listed).toHaveText([/two/]);
});
