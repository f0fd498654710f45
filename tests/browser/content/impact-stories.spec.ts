import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { waitForWall } from '#tests/kit/browser/impact-stories.ts';
import { openSections } from '#tests/kit/browser/sections.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';
import { inYear } from '#tests/kit/in-year.ts';

const LIST = /\/rest\/v1\/impact_stories\?/;

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const title = (page: Page) => page.getByRole('heading', { name: /^Impact Stories/ });
const approve = (page: Page, name: string) =>
  page.getByRole('button', { name: `Approve the story of ${name}`, exact: true });
const reject = (page: Page, name: string) =>
  page.getByRole('button', { name: `Reject the story of ${name}`, exact: true });

test('An administrator approves an impact story, takes it off the wall, and deletes it', { tag: '@ci' }, async ({
  page,
  newAuthor,
  addImpactStory,
  sql,
}) => {
  const name = newAuthor();
  await addImpactStory({ author: name, experience: '<i>It</i> worked.\nTwice.' });
  await signInAsAdministrator(page, '/admin?tab=impact-stories');
  await expect(title(page)).toBeVisible();
  const link = (await openSections(page)).getByRole('link', { name: /^Impact Stories .*to review$/ });
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page, name)).toContainText('<i>It</i> worked.\nTwice.', { useInnerText: true });
  await expect(card(page, name).getByText('Pending', { exact: true })).toBeVisible();
  await expect(card(page, name).getByText('MI', { exact: true })).toBeVisible();
  await expect(reject(page, name)).toHaveCount(0);
  await atBothWidths(page, async () => {
    expect(await page.evaluate(() => innerWidth), 'nothing is wider than the screen').toBe(page.viewportSize()?.width);
    await expectAccessible(page);
  });

  await approve(page, name).dblclick();
  await expect(page.getByText('Story approved successfully')).toBeVisible();
  await expect(card(page, name).getByText('Approved', { exact: true })).toBeVisible();
  await expect(reject(page, name)).toBeFocused();
  await expect(reject(page, name)).toHaveText('Reject');
  // The second click of a slow double click does not take back what the first one did.
  await reject(page, name).dispatchEvent('click', { detail: 2 });
  await expect(approve(page, name)).toHaveCount(0);
  await waitForWall(page.request, name.slice(0, 14));

  await reject(page, name).click();
  await expect(page.getByText('Story rejected')).toBeVisible();
  await expect(card(page, name).getByText('Pending', { exact: true })).toBeVisible();
  await expect(approve(page, name)).toHaveText('Approve');
  await waitForWall(page.request, name.slice(0, 14), false);

  const remove = page.getByRole('button', { name: `Delete the story of ${name}`, exact: true });
  const question = page.getByRole('dialog', { name: `Delete the story of ${name}?`, exact: true });
  await remove.click();
  await expect(question).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole('button', { name: 'Delete Story' }).click();
  await expect(page.getByText('Story deleted successfully')).toBeVisible();
  await expect(card(page, name)).toHaveCount(0);
  await expect(title(page)).toBeFocused();
  expect(await sql`select id from public.impact_stories where name = ${name}`).toEqual([]);
});

test('Impact stories are filtered by status and decided by keys', { tag: ['@desktop', '@ci'] }, async ({
  page,
  newAuthor,
  addImpactStory,
}) => {
  const name = newAuthor();
  await addImpactStory({ author: name, experience: '<i>It</i> worked.\nTwice.' });
  await signInAsAdministrator(page, '/admin?tab=impact-stories');
  await expect(card(page, name)).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Approved');
  await expect(page).toHaveURL(/[?&]status=approved/);
  await expect(card(page, name)).toHaveCount(0);
  await expect(card(page, 'Tanvi Rajwade')).toContainText('Approved');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending');
  await expect(card(page, name)).toBeVisible();
  await expect(card(page, 'Tanvi Rajwade')).toHaveCount(0);

  await card(page, name).focus();
  await page.keyboard.press('Enter');
  await expect(approve(page, name)).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByText('Story approved successfully')).toBeVisible();
  await expect(card(page, name)).toHaveCount(0);
  await expect(title(page)).toBeFocused();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All stories');
  const onWall = page.getByRole('article', { name, exact: true });
  await page.getByRole('banner').getByRole('link', { name: 'View site' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Wall of Impact' }).click();
  await expect(onWall).toBeVisible();
  await page.goBack();
  await page.goBack();
  await card(page, name).focus();
  await page.keyboard.press('r');
  await expect(page.getByText('Story rejected')).toBeVisible();
  await expect(card(page, name).getByText('Pending', { exact: true })).toBeVisible();
  // Nor does the wall that this tab has just seen show it any longer.
  await page.goForward();
  // Visitors' answers of the data API are kept for three seconds.
  await new Promise((resolve) => setTimeout(resolve, 3_100));
  await page.goForward();
  await expect(page.getByRole('article', { name: 'Tanvi Rajwade', exact: true })).toBeVisible();
  await expect(onWall).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  await expect(title(page)).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Approve the story');
});

test('A decision on an impact story that is not saved is told, and changes nothing', {
  tag: ['@desktop', '@faults'],
}, async ({ page, newAuthor, addImpactStory, sql }) => {
  allowConsoleError(/500/);
  const name = newAuthor();
  await addImpactStory({ author: name });
  await signInAsAdministrator(page, '/admin?tab=impact-stories');
  let isDown = true;
  await page.route(LIST, (route) =>
    isDown && route.request().method() !== 'GET' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await approve(page, name).click();
  await expect(page.getByText('Failed to approve story')).toBeVisible();
  await expect(card(page, name).getByText('Pending', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Delete the story of ${name}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Story' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Failed to delete story');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();

  isDown = false;
  await approve(page, name).click();
  await expect(card(page, name).getByText('Approved', { exact: true })).toBeVisible();
  isDown = true;
  await reject(page, name).click();
  await expect(page.getByText('Failed to reject story')).toBeVisible();
  await expect(card(page, name).getByText('Approved', { exact: true })).toBeVisible();

  // Nobody approves a text that they have not read.
  isDown = false;
  await reject(page, name).click();
  await expect(card(page, name).getByText('Pending', { exact: true })).toBeVisible();
  await page.reload();
  await expect(card(page, name)).toContainText('It worked.');
  await sql`update public.impact_stories set experience = 'It failed.' where name = ${name}`;
  await approve(page, name).click();
  const question = page.getByRole('dialog', { name: 'Somebody else changed this meanwhile.' });
  await expect(question.getByRole('region', { name: 'Story' })).toContainText('BeforeIt worked.TheirsIt failed.');
  await question.getByRole('button', { name: 'Take theirs' }).click();
  await expect(card(page, name)).toContainText('It failed.');
  await expect(card(page, name).getByText('Pending', { exact: true })).toBeVisible();
  await sql`update public.impact_stories set experience = 'It helped.' where name = ${name}`;
  await approve(page, name).click();
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await expect(card(page, name)).toContainText('It helped.');
  await expect(card(page, name).getByText('Approved', { exact: true })).toBeVisible();
  // What only the decision changed asks nobody.
  await sql`update public.impact_stories set is_approved = true where name = ${name}`;
  await reject(page, name).click();
  await expect(card(page, name).getByText('Pending', { exact: true })).toBeVisible();
});

test('A decision on an impact story that a colleague deleted says so, and the story leaves the list', {
  tag: ['@desktop', '@ci'],
}, async ({ page, newAuthor, addImpactStory, sql }) => {
  const [pending, approved, doomed] = [newAuthor(), newAuthor(), newAuthor()];
  await addImpactStory({ author: pending });
  await addImpactStory({ author: approved, isApproved: true });
  await addImpactStory({ author: doomed });
  await signInAsAdministrator(page, '/admin?tab=impact-stories', 'own');
  const expectGone = async (name: string) => {
    const sentence = page.getByText('This story no longer exists: somebody else has deleted it.');
    await expect(sentence.first()).toBeVisible();
    await expect(card(page, name)).toHaveCount(0);
    await expect(page.getByText(/^Failed to (approve|reject|delete) story/)).toHaveCount(0);
  };

  await page.getByRole('button', { name: `Delete the story of ${doomed}`, exact: true }).click();
  await sql`delete from public.impact_stories where name = ${doomed}`;
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Story' }).click();
  await expectGone(doomed);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const [name, decide] of [
    [pending, approve],
    [approved, reject],
  ] as const) {
    await sql`delete from public.impact_stories where name = ${name}`;
    await decide(page, name).click();
    await expectGone(name);
  }
});

test('Impact stories come in pages; a failed list loads on a second try, an empty one says so', {
  tag: ['@desktop', '@faults'],
}, async ({ page }) => {
  allowConsoleError(/500/);
  let answer: 'failure' | 'nothing' | 'many' = 'failure';
  const stories = Array.from({ length: 12 }, (_, index) => ({
    id: randomUUID(),
    name: `Author ${index + 1}`,
    experience: 'It worked.',
    image_url: null,
    is_approved: true,
    created_at: '2026-11-02T10:00:00+00:00',
  }));
  await page.route(LIST, (route) => {
    if (answer === 'failure') return route.fulfill({ status: 500, json: { message: 'the disk is full' } });
    if (answer === 'nothing') return route.fulfill({ headers: { 'content-range': '*/0' }, json: [] });
    const from = Number(new URL(route.request().url()).searchParams.get('offset'));
    const json = from === 0 ? stories : [{ ...stories[0], id: randomUUID(), name: 'Author 13' }];
    const range = `${from}-${from + json.length - 1}/13`;
    return route.fulfill({ headers: { 'content-range': range }, json });
  });
  await signInAsAdministrator(page, '/admin?tab=impact-stories');
  await expect(page.getByRole('alert')).toContainText('Failed to load impact stories');
  await expectAccessible(page);
  answer = 'nothing';
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No impact stories yet.')).toBeVisible();
  answer = 'many';
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(card(page, 'Author 1')).toContainText(`Mon 2 Nov${inYear(2026)}`);
  await expect(page.getByText('1–12 of 13')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(card(page, 'Author 13')).toBeVisible();
  await expect(page.getByText('13–13 of 13')).toBeVisible();
});
