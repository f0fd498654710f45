import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator, signInAsMentor } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { PHONE } from '#tests/kit/browser/widths.ts';
import { plainPicture } from '#tests/kit/pictures.ts';

/** Nothing scrolls sideways at any width. */
async function expectNothingSideways(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ ...size, width });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${width}`,
    ).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(size);
}

test('A mentor changes the profile in a draft that saves itself, an administrator publishes it, and visitors see it', {
  tag: '@ci',
}, async ({ page, addMentor, sql }) => {
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/profile');
  await expect(page.getByLabel('City (optional)')).toHaveValue('');
  await page.getByLabel('City (optional)').fill('P');
  await page.getByLabel('Years of experience (optional)').fill('14');
  await page.getByLabel('Bio').fill('Sold many things.');
  await page.getByLabel('English').check();
  await page.getByLabel('Hindi').check();
  const companies = page.getByRole('textbox', { name: 'Companies' });
  await companies.fill('  Marigold  Kettle Works ');
  await companies.press('Enter');
  await companies.fill('marigold kettle works');
  await companies.press('Enter');
  await expect(page.getByText('This company is in the list already')).toBeVisible();
  await companies.fill('');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const draft = async () =>
    (await sql`select fields, state from public.mentor_drafts where mentor_id = ${mentor.id}`)[0];
  expect((await draft())?.fields).toMatchObject({ city: 'P', years_of_experience: 14, languages: ['en', 'hi'] });
  expect((await draft())?.fields.companies).toEqual(['Marigold Kettle Works']);

  // The picture is missing, and the city too short: both are named, and nothing typed is lost.
  await page.getByRole('button', { name: 'Submit changes' }).click();
  const problems = page.getByRole('region', { name: 'Please correct this before you submit:' });
  await expect(problems).toBeFocused();
  await expect(problems).toContainText('Please enter a city of 2 to 80 characters.');
  await expect(problems).toContainText('Profile image is required');
  await expectAccessible(page);
  await problems.getByRole('link', { name: 'Please enter a city of 2 to 80 characters.' }).click();
  await expect(page.getByLabel('City (optional)')).toBeFocused();
  await page.getByLabel('City (optional)').fill('Pune');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'point-0-portrait-')), 'me.png');
  writeFileSync(file, await plainPicture(400, 500).png().toBuffer());
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('img', { name: 'Your photo' })).toHaveAttribute('src', /mentor_images\/mentors\//);
  await expect(problems).toHaveCount(0);

  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview of your profile' })).toContainText('Speaks English, Hindi');
  await expect(page.getByText('Companies: Marigold Kettle Works')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to editing' }).click();
  // What is typed and not added yet goes along.
  await companies.fill('Aji Kitchenware');
  await page.getByRole('button', { name: 'Submit changes' }).click();
  await expect(page.getByText('Our team reads your changes. Usually within two working days.')).toBeVisible();
  await expect(page.getByLabel('City (optional)')).toBeDisabled();
  await expectAccessibleInBothThemes(page);
  await expectNothingSideways(page);
  await test.step('at 400 % zoom nothing but the bar of the sections stays over what is read', async () => {
    const size = page.viewportSize() ?? PHONE;
    await page.setViewportSize({ width: 320, height: 256 });
    await expectNothingSideways(page);
    await page.getByLabel('Bio').scrollIntoViewIfNeeded();
    await expect(page.getByRole('banner')).not.toBeInViewport();
    await expect(page.getByRole('button', { name: 'Preview' })).not.toBeInViewport();
    await expect(page.getByRole('navigation', { name: 'Mentor sections' })).toBeInViewport();
    await page.setViewportSize(size);
  });
  expect(await draft()).toMatchObject({ state: 'submitted' });
  const [row] = await sql`select city, bio from public.mentors where id = ${mentor.id}`;
  expect(row).toEqual({ city: null, bio: 'Sold things.' });

  await signInAsAdministrator(page, '/admin?tab=mentors&view=changes');
  await expect(page.getByRole('link', { name: /^Profile changes \(\d+\)$/ })).toBeVisible();
  const change = page.getByRole('article', { name: mentor.name });
  await expect(change.getByRole('region', { name: 'Bio' }).locator('ins')).toContainText('many');
  await expect(change.getByRole('region', { name: 'Title' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await expectNothingSideways(page);
  await change.getByRole('button', { name: 'Return with a note' }).click();
  const note = page.getByRole('dialog');
  await note.getByLabel('Note to the mentor').fill('No');
  await note.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(note.getByText('Please write 5 to 500 characters.')).toBeVisible();
  await note.getByRole('button', { name: 'Not yet' }).click();
  await change.getByRole('button', { name: `Publish all changes of ${mentor.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(`Published for ${mentor.name}`)).toBeVisible();
  await expect(change).toHaveCount(0);

  await page.goto(`/mentors/${mentor.id}`);
  await expect(page.getByText('14 years of experience')).toBeVisible();
  await expect(page.getByText('Speaks English, Hindi')).toBeVisible();
  await expect(page.getByText('Companies: Marigold Kettle Works, Aji Kitchenware')).toBeVisible();
  await expect(page.getByText('Sold many things.')).toBeVisible();
  await expectAccessible(page);
});

test('A draft that was returned, or changed in another tab, keeps what was typed', { tag: '@faults' }, async ({
  page,
  addMentor,
  sql,
}) => {
  allowConsoleError(/Failed to load resource/);
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  await sql`
    insert into public.mentor_drafts (mentor_id, state, fields, base, note, decided_at)
    values (${mentor.id}, 'returned', '{"city": "Goa"}', '{"city": null}', 'Please name your company.', now())`;
  await page.goto('/mentor-dashboard/profile');
  await expect(page.getByText('Please name your company.')).toBeVisible();
  await sql`
    update public.mentor_drafts set fields = '{"city": "Goa", "title": "Of another tab"}', updated_at = clock_timestamp()
    where mentor_id = ${mentor.id}`;
  await page.getByLabel('City (optional)').fill('Pune');
  await expect(
    page.getByText('Not saved: your changes were edited in another tab or on another device.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Load the latest version' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Of another tab');
  await expect(page.getByLabel('City (optional)')).toHaveValue('Pune');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const [row] = await sql`select fields from public.mentor_drafts where mentor_id = ${mentor.id}`;
  expect(row?.fields).toEqual({ city: 'Pune', title: 'Of another tab' });
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByText('Your changes are discarded.')).toBeVisible();
  await expect(page.getByLabel('City (optional)')).toHaveValue('');
});

test('A category that no longer exists leaves a draft with the next choice, and why a draft is not published is said', {
  tag: '@faults',
}, async ({ page, addMentor, sql }) => {
  allowConsoleError(/status of 422/);
  const mentor = await addMentor();
  const [known] = await sql`select id, name from public.categories order by order_index limit 1`;
  const unknown = '["00000000-0000-4000-8000-00000000dead"]';
  await sql`
    insert into public.mentor_drafts (mentor_id, state, fields, base)
    values (${mentor.id}, 'editing', ${`{"categories": ${unknown}}`}::text::jsonb, '{"categories": []}')`;
  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/profile');
  await page.getByLabel(known?.name, { exact: true }).check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const [saved] = await sql`select fields from public.mentor_drafts where mentor_id = ${mentor.id}`;
  expect(saved?.fields).toEqual({ categories: [known?.id] });

  await sql`
    update public.mentor_drafts set state = 'submitted', submitted_at = now(),
      fields = ${`{"categories": ${unknown}}`}::text::jsonb
    where mentor_id = ${mentor.id}`;
  await signInAsAdministrator(page, '/admin?tab=mentors&view=changes');
  await page.getByRole('button', { name: `Publish all changes of ${mentor.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'A chosen category no longer exists. Please check the categories. The profile would not be complete. Publish all ' +
      'fields, or return it with a note.',
  );
  await sql`delete from public.mentor_drafts where mentor_id = ${mentor.id}`;
});
