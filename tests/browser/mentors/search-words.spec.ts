import { expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

const TAB = '/admin?tab=search-words';

test.afterEach(({ sql }) => sql`delete from public.search_synonyms where term like 'quokka%'`);

// They write the same words.
test.describe.configure({ mode: 'default' });

test('An administrator adds a search word, tries it, changes and deletes it, and reads what is wrong', {
  tag: ['@desktop', '@ci'],
}, async ({ page }) => {
  allowConsoleError(/rpc\/save_synonym/);
  await signInAsAdministrator(page);
  await page.goto(TAB);
  await expect(page.getByRole('heading', { name: 'Search Words 352 entries' })).toBeVisible();
  const rows = page.getByRole('table').getByRole('button', { name: /^Edit / });
  await expect(rows).toHaveCount(20);
  for (let turn = 1; turn < 18; turn += 1) await page.getByRole('button', { name: 'Next' }).click();
  await expect(rows).toHaveCount(12);
  const tryIt = page.getByRole('region', { name: 'Try it' });
  await tryIt.getByRole('searchbox').fill('quokka');
  await expect(tryIt).toContainText('This search finds nobody.');

  await page.getByRole('button', { name: 'Add Entry' }).click();
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Add Entry' });
  await add.click();
  await expect(dialog.getByLabel('Founder types')).toHaveAccessibleDescription(/A term has one to three words\./);
  await dialog.getByLabel('Founder types').fill('quokka');
  await add.click();
  await expect(dialog.getByLabel('Profile says')).toHaveAccessibleDescription(/Please write one to five words\./);
  await dialog.getByLabel('Profile says').fill('fundraising');
  await add.click();
  await expect(page.getByText('Entry saved')).toBeVisible();
  await expect(tryIt.getByRole('listitem')).toHaveCount(5);
  await expect(tryIt.getByRole('listitem').first()).toHaveText(/Related: fundraising/);

  await page.getByRole('button', { name: 'Add Entry' }).click();
  await dialog.getByLabel('Founder types').fill('Quokka');
  await dialog.getByLabel('Profile says').fill('Fundraising');
  await add.click();
  await expect(dialog.getByLabel('Founder types')).toHaveAccessibleDescription(/This term already leads there\./);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('searchbox', { name: 'Search the entries' }).fill('quokka');
  await page.getByRole('button', { name: 'Edit quokka: fundraising' }).click();
  await dialog.getByLabel('Profile says').fill('cold chain');
  await dialog.getByLabel('It works the other way round too').check();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(tryIt.getByRole('listitem')).toHaveText(['Imtiaz Rahmani Related: cold chain']);
  await page.getByRole('button', { name: 'Delete quokka: cold chain' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No entry has these words.')).toBeVisible();
  await expect(tryIt).toContainText('This search finds nobody.');
});

test('An administrator who saves an old version of a search word is told, and a full list takes no more', {
  tag: ['@desktop', '@ci'],
}, async ({ page, sql }) => {
  allowConsoleError(/rpc\/save_synonym/);
  await sql`insert into public.search_synonyms (term, means) values ('quokka one', 'sales')`;
  await signInAsAdministrator(page);
  await page.goto(TAB);
  await page.getByRole('searchbox', { name: 'Search the entries' }).fill('quokka');
  await page.getByRole('button', { name: 'Edit quokka one: sales' }).click();
  await sql`update public.search_synonyms set means = 'growth' where term = 'quokka one'`;
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Profile says').fill('marketing');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toContainText('Somebody else changed this entry. Please close it, and open the newer one.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await sql`
    insert into public.search_synonyms (term, means)
    select 'quokka ' || n, 'sales' from generate_series(1, 500 - (select count(*)::int from public.search_synonyms)) n`;
  await page.getByRole('button', { name: 'Add Entry' }).click();
  await dialog.getByLabel('Founder types').fill('quokka new');
  await dialog.getByLabel('Profile says').fill('sales');
  await dialog.getByRole('button', { name: 'Add Entry' }).click();
  await expect(dialog).toContainText('There are 500 entries already.');
});

test('The search words say when they cannot be read, and are accessible', { tag: ['@desktop', '@ci'] }, async ({
  page,
}) => {
  await signInAsAdministrator(page);
  allowConsoleError(/search_synonyms/);
  await page.route('**/rest/v1/search_synonyms*', (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  await page.goto(TAB);
  await expect(page.getByText('Failed to load the search words.')).toBeVisible();
  await page.unroute('**/rest/v1/search_synonyms*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Edit ads: marketing' })).toBeVisible();
  await page.getByRole('region', { name: 'Try it' }).getByRole('searchbox').fill('fundrasing');
  await expect(page.getByText('Showing results for “fundraising”').first()).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});
