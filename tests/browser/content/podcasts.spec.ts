import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';

const LIST = /\/rest\/v1\/podcasts\?/;

const tab = (title: string) => `/admin?tab=podcasts&q=${encodeURIComponent(title)}`;
const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const stillOf = (id: string) => `https://img.youtube.com/vi/${id}/hqdefault.jpg`;

/** The titles like this one that a visitor gets. */
async function seenByVisitors(page: Page, title: string): Promise<string[]> {
  const answer = await page.request.get(`/rest/v1/podcasts?select=title&title=like.${title}*`, {
    headers: { apikey: sharedHost().keys.publishable },
  });
  const rows: { title: string }[] = await answer.json();
  return rows.map((row) => row.title);
}

test('A podcast is added, seen, made a draft, and deleted', { tag: '@faults' }, async ({ page, podcastTitle }) => {
  // A logo on the home page that another test deletes meanwhile.
  allowConsoleError(/status of 400.+partner_logos/);
  await signInAsAdministrator(page, tab(podcastTitle));
  await page.getByRole('button', { name: 'Add Podcast' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Podcast' });
  const url = dialog.getByLabel('YouTube URL');
  await expect(dialog.getByRole('switch', { name: 'Published' })).toBeChecked();
  await expect(dialog.getByRole('switch', { name: 'Featured' })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Save Podcast' }).click();
  await expect(dialog.getByText('Title is required')).toBeVisible();
  await expect(dialog.getByText('Please enter a valid YouTube URL')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await url.fill('https://www.youtube.com/@point0');
  await expect(dialog.getByText('Could not extract YouTube video ID')).toBeVisible();
  await expect(dialog.getByText('Thumbnail preview')).toBeHidden();
  await expectAccessibleAtBothWidths(page);

  await dialog.getByLabel('Title').fill(` ${podcastTitle} `);
  await dialog.getByLabel('Description (optional)').fill('Half an hour on <b>first customers</b>.');
  await url.fill('youtu.be/Abc_123-xyZ?t=40');
  await expect(dialog.getByText('Thumbnail preview')).toBeVisible();
  await expect(dialog.locator('img')).toHaveAttribute('src', stillOf('Abc_123-xyZ'));
  await expect(dialog.getByLabel('Thumbnail URL')).toHaveValue(stillOf('Abc_123-xyZ'));
  await dialog.getByRole('button', { name: 'Save Podcast' }).dblclick();
  await expect(page.getByText('Podcast added successfully')).toBeVisible();
  await expect(card(page, podcastTitle)).toHaveCount(1);
  await expect(card(page, podcastTitle)).toContainText('Half an hour on <b>first customers</b>.');
  await expect(card(page, podcastTitle)).not.toContainText('Draft');
  await expectAccessibleAtBothWidths(page);
  expect(await seenByVisitors(page, podcastTitle)).toEqual([podcastTitle]);

  await page.goto('/');
  await page.getByRole('heading', { name: 'Outreach Unplugged' }).scrollIntoViewIfNeeded();
  const episodes = page.getByRole('region', { name: 'Podcast episodes' });
  await expect(episodes.getByRole('heading', { name: podcastTitle })).toBeAttached();

  await page.goto(tab(podcastTitle));
  await card(page, podcastTitle)
    .getByRole('button', { name: `Edit ${podcastTitle}` })
    .click();
  const editor = page.getByRole('dialog', { name: 'Edit Podcast' });
  await expect(editor.getByLabel('YouTube URL')).toHaveValue('https://youtu.be/Abc_123-xyZ?t=40');
  await editor.getByRole('switch', { name: 'Published' }).click();
  await editor.getByRole('switch', { name: 'Featured' }).click();
  await editor.getByRole('button', { name: 'Save Podcast' }).click();
  await expect(page.getByText('Podcast updated successfully')).toBeVisible();
  await expect(card(page, podcastTitle).getByText('Draft', { exact: true })).toBeVisible();
  await expect(card(page, podcastTitle).getByText('Featured', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: `Edit ${podcastTitle}` })).toBeFocused();
  expect(await seenByVisitors(page, podcastTitle)).toEqual([]);

  await page.getByRole('button', { name: `Delete ${podcastTitle}` }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this podcast?' });
  await expect(question).toContainText(podcastTitle);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Podcast deleted successfully')).toBeVisible();
  await expect(card(page, podcastTitle)).toHaveCount(0);
  await expect(page.getByText('No podcast matches what you are looking for.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Podcasts/ })).toBeFocused();
});

test('Every shape of a YouTube link is understood, and the thumbnail follows the video until one chooses ' +
  'another', { tag: ['@desktop', '@ci'] }, async ({ page, podcastTitle, sql }) => {
  await sql`
    insert into public.podcasts (title, youtube_url, youtube_id, thumbnail_url, published)
    values
      (${podcastTitle}, 'https://youtu.be/aaaaaaaaaaa', 'aaaaaaaaaaa', '/demo/podcasts/episode-1-640.webp', false)`;
  await signInAsAdministrator(page, '/admin?tab=podcasts');
  await page.getByRole('button', { name: 'Add Podcast' }).click();
  const url = page.getByLabel('YouTube URL');
  const thumbnail = page.getByLabel('Thumbnail URL');
  for (const [index, address] of [
    'https://youtu.be/shape00000#',
    'https://www.youtube.com/watch?app=desktop&v=shape00000#&list=x',
    'youtube.com/embed/shape00000#',
    'https://www.youtube.com/v/shape00000#',
    'http://m.youtube.com/e/shape00000#',
    'https://www.youtube.com/u/1/shape00000#',
  ].entries()) {
    await url.fill(address.replace('#', String(index)));
    await expect(thumbnail).toHaveValue(stillOf(`shape00000${index}`));
  }
  await url.fill('https://vimeo.com/1');
  await expect(thumbnail).toHaveValue('');

  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('searchbox').fill(podcastTitle);
  await page.getByRole('button', { name: `Edit ${podcastTitle}` }).click();
  await url.fill('https://youtu.be/bbbbbbbbbbb');
  await expect(thumbnail).toHaveValue('/demo/podcasts/episode-1-640.webp');
  await thumbnail.fill('http://point0.example/a.jpg');
  await page.getByRole('button', { name: 'Save Podcast' }).click();
  await expect(
    page.getByText('Please enter the address of a picture on this site, which begins with /, or leave it empty.'),
  ).toBeVisible();
  await thumbnail.fill('');
  await page.getByRole('button', { name: 'Save Podcast' }).click();
  await expect(page.getByText('Podcast updated successfully')).toBeVisible();
  const [row] = await sql`
    select youtube_id, thumbnail_url, published from public.podcasts where title = ${podcastTitle}`;
  expect(row).toEqual({ youtube_id: 'bbbbbbbbbbb', thumbnail_url: stillOf('bbbbbbbbbbb'), published: false });
});

test('A podcast that somebody else changed meanwhile is saved after a choice between both versions', {
  tag: ['@desktop', '@faults'],
}, async ({ page, podcastTitle, sql }) => {
  await sql`
    insert into public.podcasts (title, description, youtube_url, youtube_id, published)
    values (${podcastTitle}, 'Before.', 'https://youtu.be/aaaaaaaaaaa', 'aaaaaaaaaaa', false)`;
  const stored = async () => {
    const [row] = await sql`
      select title, description, published from public.podcasts where title like ${`${podcastTitle}%`}`;
    return row;
  };
  await signInAsAdministrator(page, tab(podcastTitle));
  await page.getByRole('button', { name: `Edit ${podcastTitle}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Podcast' });
  const question = page.getByRole('dialog', { name: 'Somebody else changed this meanwhile.' });
  const field = (label: string) => question.getByRole('region', { name: label });
  const focusedDialog = () =>
    page.evaluate(() => document.activeElement?.closest('[role=dialog]')?.querySelector('h2')?.textContent);
  await form.getByLabel('Title').fill(`${podcastTitle}, mine`);
  await form.getByRole('switch', { name: 'Published' }).click();
  await sql`
    update public.podcasts set title = ${`${podcastTitle}, theirs`}, description = 'After.' where title = ${podcastTitle}`;
  await form.getByRole('button', { name: 'Save Podcast' }).click();

  await expect(field('Title')).toHaveText(`TitleYours${podcastTitle}, mineTheirs${podcastTitle}, theirs`);
  await expect(field('Description')).toContainText('Only they changed this. It stays in both cases.');
  await expect(field('Description')).toContainText('BeforeBefore.TheirsAfter.');
  await expect(field('Published')).toHaveText('PublishedYoursYesTheirsNo');
  await expect(field('Featured')).toHaveCount(0);
  await expect.poll(focusedDialog).toBe('Somebody else changed this meanwhile.');
  await expectAccessibleAtBothWidths(page);
  expect(await stored()).toMatchObject({ title: `${podcastTitle}, theirs` });

  // Undecided: what was typed is still there, and is still refused.
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect.poll(focusedDialog).toBe('Edit Podcast');
  await expect(form.getByLabel('Title')).toHaveValue(`${podcastTitle}, mine`);
  await form.getByRole('button', { name: 'Save Podcast' }).click();
  await expect(question).toBeVisible();
  // A third version while one reads the two.
  await sql`update public.podcasts set description = 'Later.' where title = ${`${podcastTitle}, theirs`}`;
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await expect(field('Description')).toContainText('TheirsLater.');
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Podcast updated successfully')).toBeVisible();
  await expect(question).toBeHidden();
  expect(await stored()).toEqual({ title: `${podcastTitle}, mine`, description: 'Later.', published: true });

  await page.getByRole('button', { name: `Edit ${podcastTitle}, mine` }).click();
  await form.getByLabel('Title').fill(`${podcastTitle}, mine again`);
  await sql`update public.podcasts set title = ${`${podcastTitle}, last`} where title = ${`${podcastTitle}, mine`}`;
  await form.getByRole('button', { name: 'Save Podcast' }).click();
  await question.getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByText('Your changes are dropped. The other version stays.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Edit ${podcastTitle}, last` })).toBeFocused();
  await page.getByRole('button', { name: `Edit ${podcastTitle}, last` }).click();
  await expect(form.getByLabel('Title')).toHaveValue(`${podcastTitle}, last`);
  await expect(form.getByText('What you had typed is back.')).toBeHidden();
});

test('A failed change of a podcast says so and loses nothing, and what was typed comes back', {
  tag: ['@desktop', '@faults'],
}, async ({ page, podcastTitle, sql }) => {
  allowConsoleError(/500|ERR_FAILED/);
  let answer: 'failure' | 'nothing' = 'failure';
  await page.route(LIST, (route) =>
    answer === 'failure'
      ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'down' } })
      : route.fulfill({ status: 200, headers: { 'content-range': '*/0' }, json: [] }),
  );
  await signInAsAdministrator(page, '/admin?tab=podcasts', 'own');
  await expect(page.getByRole('alert')).toContainText('Failed to load podcasts');
  answer = 'nothing';
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No podcasts yet. Add your first podcast!')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(LIST);

  await page.getByRole('button', { name: 'Add Podcast' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(podcastTitle);
  await dialog.getByLabel('YouTube URL').fill('https://youtu.be/ccccccccccc');
  await dialog.getByRole('switch', { name: 'Published' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Add Podcast' }).click();
  await expect(dialog.getByText('What you had typed is back.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue(podcastTitle);
  await expect(dialog.getByRole('switch', { name: 'Published' })).not.toBeChecked();
  await expectAccessible(page);

  /** The next request of this method fails; with `isDone` the server does it, and only the answer is lost. */
  const down = async (method: string, isDone: boolean) => {
    let isDown = true;
    await page.route(
      ({ pathname }) => pathname === '/rest/v1/podcasts',
      async (route) => {
        if (!isDown || route.request().method() !== method) return route.fallback();
        isDown = false;
        if (isDone) await route.fetch();
        return route.abort('failed');
      },
    );
  };
  const save = dialog.getByRole('button', { name: 'Save Podcast' });
  await down('POST', true);
  await save.click();
  await expect(page.getByText('Failed to add podcast')).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('Failed to save podcast');
  await expect(dialog.getByRole('alert')).toContainText('The server could not be reached.');
  await save.click();
  await expect(page.getByText('Podcast added successfully')).toBeVisible();
  expect(await sql`select from public.podcasts where title = ${podcastTitle}`).toHaveLength(1);

  await page.getByRole('button', { name: `Edit ${podcastTitle}` }).click();
  await dialog.getByLabel('Title').fill(`${podcastTitle}, again`);
  await down('PATCH', false);
  await save.click();
  await expect(page.getByText('Failed to update podcast')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue(`${podcastTitle}, again`);
  await save.click();
  await expect(page.getByText('Podcast updated successfully')).toBeVisible();

  await page.getByRole('button', { name: `Delete ${podcastTitle}, again` }).click();
  await down('DELETE', false);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to delete podcast');
  await sql`delete from public.podcasts where title = ${`${podcastTitle}, again`}`;
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('somebody has deleted it');
});

test('Podcasts stand in up to three columns, are searched, filtered and paged by the database, and ' +
  'reached by keys', { tag: ['@desktop', '@faults'] }, async ({ page, podcastTitle, sql }) => {
  await sql`
    insert into public.podcasts (title, youtube_url, youtube_id, published, created_at)
    select ${podcastTitle} || ' ' || n || ' 100%', 'https://youtu.be/aaaaaaaaaaa', 'aaaaaaaaaaa', false,
      now() - n * interval '1 minute'
    from generate_series(1, 14) n`;
  await signInAsAdministrator(page, `${tab(podcastTitle)}&show=drafts`);
  const list = page.getByRole('list', { name: 'Podcasts' });
  await expect(list.getByRole('listitem')).toHaveCount(12);
  await expect(page.getByText('1–12 of 14')).toBeVisible();
  const columns = () => list.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
  expect(await columns()).toBe(3);
  await page.setViewportSize({ width: 800, height: 800 });
  await expect.poll(columns).toBe(2);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(columns).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.keyboard.press('j');
  await expect(list.getByRole('listitem').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Edit ${podcastTitle} 1 100%` })).toBeFocused();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/show=drafts&page=2/);
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('searchbox').fill(`${podcastTitle.toUpperCase()} 7 100%`);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Published or draft').selectOption('Published');
  await expect(page.getByText('No podcast matches what you are looking for.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all podcasts' }).click();
  await expect(page.getByText(/^1–12 of \d+$/)).toBeVisible();
});
