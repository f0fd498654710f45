import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

/** The list of mentors, narrowed to a name. */
const mentorsPath = (name: string) => `/admin?tab=mentors&q=${encodeURIComponent(name)}`;
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('The homepage has four places, each for one mentor', { tag: ['@desktop', '@faults'] }, async ({
  page,
  addMentor,
  sql,
}) => {
  allowConsoleError(/Failed to load resource/);
  const { name } = await addMentor();
  const [first] = await sql`select id, name from public.mentors where homepage_display_order = 1`;
  const [second] = await sql`select name from public.mentors where homepage_display_order = 2`;
  await signInAsAdministrator(page, mentorsPath(name));
  await page.getByRole('switch', { name: `${name} on the homepage` }).click();
  await expect(page.getByText('Maximum 4 mentors can be featured on homepage')).toBeVisible();
  await expect(page.getByRole('switch')).not.toBeChecked();
  // A switch that is busy takes no click.
  await expect(page.getByRole('switch')).not.toHaveAttribute('aria-busy');

  const unreachable = 'The server could not be reached. Please check your connection.';
  await page.route('**/rpc/set_*', (route) => route.abort('failed'));
  await page.getByRole('switch').click();
  await expect(page.getByText(`Failed to update homepage feature: ${unreachable}`)).toBeVisible();

  await page.getByRole('searchbox').fill(first?.name);
  const order = page.getByRole('textbox', { name: `Display order of ${first?.name}` });
  await order.fill('');
  await order.press('Enter');
  await expect(page.getByText(`Failed to update display order: ${unreachable}`)).toBeVisible();
  await page.unrouteAll();
  await order.fill('5');
  await order.press('Enter');
  await expect(page.getByText('Display order must be between 1 and 4')).toBeVisible();
  await expect(order).toHaveValue('5');
  const taken = page.getByText(`Display order 2 is already taken by ${second?.name}`);
  await order.fill('2');
  await order.press('Enter');
  await expect(taken).toBeVisible();

  // A list that is out of date: the database says the same.
  await page.route('**/rest/v1/mentors?*is_featured_on_homepage=eq.true*', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await expect(page.getByText('Homepage mentors: 0/4')).toBeVisible();
  await order.fill('2');
  await order.press('Enter');
  await expect(taken).toBeVisible();
  await expect(order).toHaveValue('2');
  await expect(order).toHaveAttribute('aria-invalid', 'true');
  await page.unrouteAll();

  await page.reload();
  await order.fill('');
  await order.press('Enter');
  await expect(page.getByText(`${first?.name} has no fixed place on the homepage any more`)).toBeVisible();
  const toggle = page.getByRole('switch', { name: `${first?.name} on the homepage` });
  await toggle.click();
  await expect(page.getByText('Mentor removed from homepage')).toBeVisible();
  await expect(page.getByText('Homepage mentors: 3/4')).toBeVisible();
  await expect(toggle).not.toHaveAttribute('aria-busy');
  await toggle.click();
  await expect(page.getByText('Mentor added to homepage')).toBeVisible();
  await order.fill('1');
  await order.press('Enter');
  await expect(page.getByText(`${first?.name} now has place 1 on the homepage`)).toBeVisible();
  const [after] = await sql`select homepage_display_order as place from public.mentors where id = ${first?.id}`;
  expect(after).toEqual({ place: 1 });
});

test('A mentor is deleted after a question; one with open bookings is not, one with earnings is unlisted', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture, addMentor }) => {
  allowConsoleError(/409|500/);
  const { mentor } = await adminFixture.addPaidBooking('Ravi Kumar');
  await signInAsAdministrator(page, mentorsPath(mentor.name));
  await page.getByRole('button', { name: `Delete ${mentor.name}` }).click();
  const question = page.getByRole('dialog', { name: `Delete ${mentor.name}?` });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete Mentor' }).click();
  await expect(question).toContainText(
    'Failed to delete mentor: This mentor has bookings that are still open. Complete, reject or cancel them first.',
  );
  await expect(question.getByRole('link', { name: 'View Mentor Bookings' })).toBeVisible();
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByRole('button', { name: `Delete ${mentor.name}` })).toBeFocused();

  const { id, name } = await addMentor();
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const refusals = [
    ['mentor_categories_not_deleted', 500, 'Failed to delete mentor: Error while deleting mentor categories'],
    ['mentor_availability_not_deleted', 500, 'Failed to delete mentor: Error while deleting mentor availability'],
    ['mentor_has_earnings', 409, 'This mentor has earnings. Unlist the mentor instead.'],
  ] as const;
  let asked = 0;
  await page.route('**/rpc/delete_mentor', (route) => {
    const [message, status] = refusals[asked] ?? [];
    asked += 1;
    return message
      ? route.fulfill({ status, json: { code: `PT${status}`, message, details: '', hint: null } })
      : route.continue();
  });
  for (const [, , sentence] of refusals) {
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Mentor' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(sentence);
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Unlist' }).click();
  const unlisting = page.getByRole('dialog', { name: `Unlist ${name}?` });
  await expectAccessible(page);
  await unlisting.getByRole('button', { name: 'Unlist' }).click();
  await expect(page.getByText(`${name} is no longer listed`)).toBeVisible();
  await expect(row(page, name)).toContainText('Has left Point 0');
  await page.getByRole('button', { name: `List ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'List' }).click();
  await expect(page.getByText(`${name} is listed`)).toBeVisible();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Mentor' }).click();
  await expect(page.getByText('Mentor deleted successfully!')).toBeVisible();
  await expect(page.getByText(`No mentor matches “${name}”.`)).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);

  await page.goto(`/admin/mentors/${id}/edit`);
  const sentence = 'Mentor not found. Please check if the mentor still exists.';
  await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
  await expect(page.getByText(`Mentor ID: ${id}`)).toBeVisible();
  for (const cause of [/deleted/, /permission/, /connection/])
    await expect(page.getByRole('listitem').filter({ hasText: cause })).toBeVisible();
  await expectAccessible(page);
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
  await page.clock.runFor(16_000);
  await expect(page).toHaveURL(/\/admin$/);
});

test('Lists of mentors and categories that do not arrive say so', { tag: ['@desktop', '@faults'] }, async ({
  page,
  addMentor,
}) => {
  allowConsoleError(/Failed to load resource/);
  const { id, name } = await addMentor();
  const down = (path: string) =>
    page.route(`**/rest/v1/${path}?*`, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  await down('mentors');
  await signInAsAdministrator(page, mentorsPath(name));
  await expect(page.getByText('Failed to load mentors. Please check your connection and try again.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin/mentors/${id}/edit`);
  await expect(
    page.getByRole('main').getByText('Failed to load mentor data. Please ensure you have the right permissions.'),
  ).toBeVisible();
  await page.unrouteAll();
  await down('categories');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Failed to load categories.')).toBeVisible();
  await page.unrouteAll();
  await page.route('**/rest/v1/categories?*', (route) => route.fulfill({ json: [] }));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No categories found. Please add categories first.')).toBeVisible();
  await page.unrouteAll();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Please add categories first.' }).click();
  const categories = await opened;
  await expect(categories.getByRole('row', { name: 'Fundraising', exact: true })).toBeVisible();
  await categories.close();
});

test('The database sorts, searches and pages the list of mentors, and the address keeps it', {
  tag: ['@desktop', '@faults'],
}, async ({ page, addMentor, sql }) => {
  // A page past the end.
  allowConsoleError(/416/);
  const { name } = await addMentor();
  const [most] = await sql`select name from public.mentors order by price desc, name limit 1`;
  await signInAsAdministrator(page, '/admin?tab=mentors');
  const price = page.getByRole('columnheader', { name: 'Price (per hour)' });
  await price.getByRole('button').click();
  await expect(price).toHaveAttribute('aria-sort', 'ascending');
  await price.getByRole('button').click();
  await expect(price).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').nth(1)).toContainText(most?.name);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/sort=price&order=desc&page=2/);
  await expect(page.getByText(/^21–\d+ of \d+$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^21–\d+ of \d+$/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('row').nth(1)).toContainText(most?.name);

  await page.goto('/admin?tab=mentors&page=99');
  await expect(page.getByText(/^1–20 of \d+$/)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: /₹[\d,]+ · \d+ min/ })).not.toHaveCount(0);
  await page.getByRole('searchbox').fill(`SALES ${name} 100%_\\*`);
  await expect(page.getByText(`No mentor matches “SALES ${name} 100%_\\*”.`)).toBeVisible();
  await page.getByRole('searchbox').fill(`sales ${name.toUpperCase()}`);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, name)).toContainText('₹3,500');
});

test('An administrator adds, changes, moves and deletes a category; a used one stays', {
  tag: ['@desktop', '@faults'],
}, async ({ page, categoryName: name, addMentor, sql }) => {
  allowConsoleError(/409/);
  await signInAsAdministrator(page, '/admin?tab=mentors');
  await page.getByRole('link', { name: 'Categories' }).click();
  await expect(page).toHaveURL(/\?tab=mentors&view=categories$/);
  await page.getByRole('button', { name: 'Add Category' }).click();
  const dialog = page.getByRole('dialog');
  const nameBox = dialog.getByRole('textbox', { name: 'Name' });
  const add = dialog.getByRole('button', { name: 'Add Category' });
  await add.click();
  await expect(dialog.getByText('Please enter a name')).toBeVisible();
  await nameBox.fill('fundRAISING');
  await add.click();
  await expect(dialog.getByText('There is a category of this name already. Please enter another name.')).toBeVisible();
  await nameBox.fill(` ${name} `);
  await dialog.getByLabel('Description (optional)').fill('Tests alone.');
  await dialog.getByTitle('Megaphone').click();
  await expect(dialog.getByRole('radio', { name: 'Megaphone' })).toBeChecked();
  await expectAccessibleAtBothWidths(page);
  await add.click();
  await expect(page.getByText('Category added successfully')).toBeVisible();
  await expect(row(page, name)).toContainText('Tests alone.');
  await expectAccessibleAtBothWidths(page);

  const places = async () => {
    const rows = await sql`select name, order_index from public.categories order by order_index`;
    expect(rows.map(({ order_index }) => order_index)).toEqual(rows.map((_, place) => place + 1));
    return rows.map((category) => category.name);
  };
  const before = await places();
  await page.getByRole('button', { name: `Move ${name} up` }).click();
  await expect(page.getByRole('status').filter({ hasText: name })).toHaveText(
    `${name} is at place ${before.length - 1} of ${before.length}.`,
  );
  await expect(page.getByText('Categories reordered successfully')).toBeVisible();
  expect(await places()).toEqual(before.toSpliced(-2, 2, name, before.at(-2)));

  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await sql`update public.categories set description = 'Theirs.' where name = ${name}`;
  await nameBox.fill(`${name} renamed`);
  await expect(dialog.getByText('A shared link that filters by the old name shows no mentors')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  const versions = page.getByRole('dialog', { name: 'Somebody else changed this' });
  await expect(versions).toContainText('Somebody else changed this meanwhile.');
  await versions.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Category updated successfully')).toBeVisible();
  await expect(row(page, `${name} renamed`)).toContainText('Theirs.');

  const { id } = await addMentor();
  await sql`
    insert into public.mentor_categories (mentor_id, category_id)
    select ${id}, c.id from public.categories c where c.name like ${`${name}%`}`;
  await page.getByRole('button', { name: `Delete ${name} renamed` }).click();
  await dialog.getByRole('button', { name: 'Delete Category' }).click();
  await expect(dialog.getByRole('alert')).toContainText('1 mentor is in this category. Take it off that mentor first.');
  await expect(dialog.getByRole('link', { name: 'Show these mentors' })).toBeVisible();
  await sql`delete from public.mentor_categories where mentor_id = ${id}`;
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: `Delete ${name} renamed` }).click();
  await dialog.getByRole('button', { name: 'Delete Category' }).click();
  await expect(page.getByText('Category deleted successfully')).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});
