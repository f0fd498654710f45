import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { watchRequests } from '#tests/kit/browser/network.ts';
import { openSection } from '#tests/kit/browser/sections.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';
import {
  choose,
  FILM,
  failure,
  fill,
  item,
  mp4,
  photo,
  png,
  ROWS,
  submit,
  TAB,
} from '#tests/kit/browser/video-testimonials.ts';

const update = (page: Page) => page.getByRole('button', { name: 'Update Testimonial' });

test('An administrator uploads a video that visitors see, changes it and deletes it', {
  tag: ['@main', '@ci'],
}, async ({ page, speakerName, sql }) => {
  // The tests' own script, which an uploaded file does not run either.
  allowConsoleError(/Blocked script execution in '[^']+\.mp4'/);
  await signInAsAdministrator(page, TAB);
  await expect(page.getByRole('heading', { name: 'Manage Testimonials' })).toContainText(/\d/);
  await expect(page.getByText('Recommended: 1080x1920 (9:16)')).toBeVisible();
  await expect(submit(page)).toBeDisabled();
  await page.getByLabel('Name').press('Enter');
  await expect(page.getByText('Name and role are required')).toBeVisible();
  await fill(page, speakerName);
  await expect(submit(page)).toBeDisabled();
  await page.getByLabel('Name').press('Enter');
  await expect(page.getByText('Please select a video to upload')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  const name = speakerName.toLowerCase().replace(' ', '-');
  await choose(page, 'Choose Video: Video', mp4(`../../${speakerName} (final)`));
  await expect(page.getByText('Please select a video to upload')).toHaveCount(0);
  await expect(page.getByText('A frame of the video.')).toBeVisible();
  await choose(page, 'Choose Image: Profile image', png(speakerName, await photo()));
  await page.getByRole('switch', { name: 'Featured' }).click();
  const asked = watchRequests(page, (request) => request.method() === 'POST');
  await submit(page).dblclick();
  await expect(page.getByText('Video testimonial uploaded successfully!')).toBeVisible();
  expect(asked.filter((url) => url.includes('/video_testimonials'))).toHaveLength(2);
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Add a testimonial' })).toBeFocused();
  await expect(item(page, speakerName)).toContainText('Featured');

  const [row] = await sql`select * from public.video_testimonials where name = ${speakerName}`;
  expect(row).toMatchObject({
    role: 'Founder',
    company: null,
    is_featured: true,
    video_url: expect.stringMatching(new RegExp(`/video_testimonials/\\d{13}-${name}-final\\.mp4$`)),
    profile_image: expect.stringMatching(new RegExp(`/profile-\\d{13}-${name}-320\\.webp$`)),
    thumbnail_url: expect.stringMatching(new RegExp(`/thumbnail-\\d{13}-frame-of-${name}-final-720\\.webp$`)),
  });
  const part = await page.request.get(row?.video_url, { headers: { range: 'bytes=1000-1999' } });
  expect([part.status(), part.headers()['content-range']]).toEqual([206, `bytes 1000-1999/${FILM.length}`]);
  expect(await part.body()).toEqual(FILM.subarray(1000, 2000));
  expect(part.headers()['cache-control']).toContain('max-age=3600');

  const opened = page.waitForEvent('popup');
  await item(page, speakerName).getByRole('link', { name: 'Preview' }).click();
  const preview = await opened;
  expect(preview.url()).toMatch(/\.mp4$/);
  await expect.poll(() => preview.locator('video').evaluate((film: HTMLVideoElement) => film.duration)).toBe(8);
  await preview.close();

  await page.goto('/');
  await page.getByRole('heading', { name: 'Video Success Stories' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: `Play the story of ${speakerName}` }).click();
  const story = page.getByLabel(`The story of ${speakerName}`, { exact: true });
  const clock = () => story.evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(clock).toBeGreaterThan(0);
  await story.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 6;
  });
  await expect.poll(clock).toBeGreaterThan(6);

  await page.goto(TAB);
  await item(page, speakerName).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: `Edit the testimonial of ${speakerName}` })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByLabel('Name')).toHaveValue(speakerName);
  await expect(page.getByLabel('Role')).toHaveValue('Founder');
  await expect(page.getByRole('switch', { name: 'Featured' })).toBeChecked();
  await expect(page.getByText('Leave it empty to keep the present video.')).toBeVisible();
  await expect(update(page)).toBeEnabled();
  await page.getByLabel('Company').fill('Story Works');
  await page.getByRole('button', { name: 'Remove: Profile image' }).click();
  await update(page).click();
  await expect(page.getByText('Video testimonial updated successfully!')).toBeVisible();
  await expect(item(page, speakerName)).toContainText('Founder, Story Works');
  await expect(item(page, speakerName).getByRole('button', { name: 'Edit' })).toBeFocused();
  const [changed] = await sql`select * from public.video_testimonials where id = ${row?.id}`;
  expect(changed).toMatchObject({ ...row, company: 'Story Works', profile_image: null, updated_at: expect.any(Date) });

  await item(page, speakerName).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this testimonial?' });
  await expect(question).toContainText(speakerName);
  await expectAccessibleAtBothWidths(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Testimonial deleted successfully')).toBeVisible();
  await expect(item(page, speakerName)).toHaveCount(0);
});

test('The list of testimonials loads, fails and comes back, shows the video where there is no thumbnail, ' +
  'and may be empty', { tag: ['@desktop', '@faults'] }, async ({ page, speakerName, sql }) => {
  allowConsoleError(/Failed to load resource/);
  const add = (name: string, role: string) => sql`
    insert into public.video_testimonials (name, role, video_url, thumbnail_url)
    values (${name}, ${role}, '/demo/stories/radiating.mp4', '/demo/stories/gone.webp')`;
  await add(speakerName, 'Founder');
  await expect(add(speakerName, '\t'), 'a role of which nothing can be seen').rejects.toThrow(/role_check/);
  await page.route(ROWS, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  await signInAsAdministrator(page, TAB, 'own');
  await expect(page.getByText('Failed to load testimonials')).toBeVisible();
  await page.unroute(ROWS);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(item(page, speakerName)).toHaveCount(1);
  await expect(item(page, speakerName).locator('video')).toHaveAttribute('src', /radiating\.mp4/);

  await page.route(ROWS, (route) => (route.request().method() === 'DELETE' ? route.abort('failed') : route.fallback()));
  await item(page, speakerName).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByText('Failed to delete testimonial')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(item(page, speakerName).getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.unroute(ROWS);

  // What was typed for one is not lost by opening another.
  await page.getByLabel('Name').fill('Half typed');
  await item(page, speakerName).getByRole('button', { name: 'Edit' }).press('Enter');
  await expect(page.getByLabel('Name')).toHaveValue(speakerName);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Half typed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('');

  // Another administrator changes it meanwhile, then deletes it.
  await item(page, speakerName).getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Role').fill('Investor');
  await sql`update public.video_testimonials set company = 'Theirs' where name = ${speakerName}`;
  await update(page).click();
  await expect(question).toContainText('Somebody else changed this meanwhile.');
  await page.keyboard.press('Escape');
  await expect(failure(page)).toContainText('Somebody else changed this meanwhile.');
  await failure(page).getByRole('button', { name: 'Try Again' }).click();
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Video testimonial updated successfully!')).toBeVisible();
  await expect(item(page, speakerName)).toContainText('Investor, Theirs');
  await item(page, speakerName).getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Role').fill('Founder');
  await sql`delete from public.video_testimonials where name = ${speakerName}`;
  await update(page).click();
  await expect(failure(page)).toContainText('This testimonial has been deleted.');
  await expect(submit(page)).toBeVisible();

  await page.route(ROWS, (route) => route.fulfill({ json: [] }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('No testimonials have been uploaded yet.')).toBeVisible();
  await expectAccessible(page);
});

test('A testimonial that was entered is kept for an administrator who has to log in again', {
  tag: ['@desktop', '@faults'],
}, async ({ page, speakerName }) => {
  await signInAsAdministrator(page, TAB);
  await fill(page, speakerName);
  await choose(page, 'Choose Video: Video', mp4(speakerName));
  await expect(page.getByText('A frame of the video.')).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('point-0-session'));
  await submit(page).click();
  await expect(page).toHaveURL(/\/admin-login/);
  const { email, password } = sharedHost().logins?.admin ?? { email: '', password: '' };
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in as Admin' }).click();
  await openSection(page, 'Video Testimonials');
  await expect(page.getByLabel('Name')).toHaveValue(speakerName);
  await submit(page).click();
  await expect(page.getByText('Video testimonial uploaded successfully!')).toBeVisible();
});
