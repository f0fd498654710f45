import { randomUUID } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { bombPicture, plainPicture } from '#host/testing/pictures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { enterAsAdministrator } from '../support/accounts.ts';
import { test as base } from '../support/desk.ts';
import { expect } from '../support/fixtures.ts';

const TAB = '/admin?tab=video-testimonials';
const UPLOADS = '**/storage/v1/object/video_testimonials/*';
const ROWS = '**/rest/v1/video_testimonials*';
/** Eight seconds of our own; its first frame is as good as any other. */
const FILM = readFileSync('web/public/demo/stories/radiating.mp4');

/** A name for who speaks and for the files, which nobody else has; what carries it is gone afterwards. */
const test = base.extend<{ speaker: string }>({
  speaker: async ({ desk }, use) => {
    const speaker = `Speaker ${randomUUID().slice(0, 8)}`;
    await use(speaker);
    await desk.sql`delete from public.video_testimonials where name like ${`${speaker}%`}`;
  },
});

/** The film with so many bytes behind it that no player looks at. */
function film(bytes = 0): Buffer {
  const box = Buffer.alloc(8 + bytes);
  box.writeUInt32BE(box.length);
  box.write('free', 4);
  return Buffer.concat([FILM, box]);
}

const mp4 = (name: string, buffer = FILM) => ({ name: `${name}.mp4`, mimeType: 'video/mp4', buffer });
const png = (name: string, buffer: Buffer) => ({ name: `${name}.png`, mimeType: 'image/png', buffer });
const photo = () => plainPicture(300, 300).png().toBuffer();
const submit = (page: Page) => page.getByRole('button', { name: 'Upload Testimonial' });
const update = (page: Page) => page.getByRole('button', { name: 'Update Testimonial' });
const item = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const failure = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Failed to save video testimonial' });

async function choose(page: Page, button: string, file: ReturnType<typeof mp4> | string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await chooser).setFiles(file);
}

async function fill(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Role').fill('Founder');
}

/** A line whose speed can be set, in bytes a second: a tiny upload takes its time. */
async function lineOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
}

test('an administrator uploads a testimonial, which visitors see, changes it and deletes it', {
  tag: '@both',
}, async ({ page, desk, speaker, expectComplaint }) => {
  // The stories' own, which an uploaded file does not run either.
  expectComplaint(/Blocked script execution in '[^']+\.mp4'/);
  await enterAsAdministrator(page, TAB);
  await expect(page.getByRole('heading', { name: 'Manage Testimonials' })).toContainText(/\d/);
  await expect(page.getByText('Recommended: 1080x1920 (9:16)')).toBeVisible();
  await expect(submit(page)).toBeDisabled();
  await page.getByLabel('Name').press('Enter');
  await expect(page.getByText('Name and role are required')).toBeVisible();
  await fill(page, speaker);
  await expect(submit(page)).toBeDisabled();
  await page.getByLabel('Name').press('Enter');
  await expect(page.getByText('Please select a video to upload')).toBeVisible();
  await expectAccessible(page);

  const name = speaker.toLowerCase().replace(' ', '-');
  await choose(page, 'Choose Video: Video', mp4(`../../${speaker} (final)`));
  await expect(page.getByText('Please select a video to upload')).toHaveCount(0);
  await expect(page.getByText('A frame of the video.')).toBeVisible();
  await choose(page, 'Choose Image: Profile image', png(speaker, await photo()));
  await page.getByRole('switch', { name: 'Featured' }).click();
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  await submit(page).dblclick();
  await expect(page.getByText('Video testimonial uploaded successfully!')).toBeVisible();
  expect(asked.filter((url) => url.includes('/video_testimonials'))).toHaveLength(2);
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Add a testimonial' })).toBeFocused();
  await expect(item(page, speaker)).toContainText('Featured');

  const [row] = await desk.sql`select * from public.video_testimonials where name = ${speaker}`;
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
  await item(page, speaker).getByRole('link', { name: 'Preview' }).click();
  const preview = await opened;
  expect(preview.url()).toMatch(/\.mp4$/);
  await expect
    .poll(() => preview.locator('video').evaluate((film: HTMLVideoElement) => film.duration))
    .toBe(8);
  await preview.close();

  await page.goto('/');
  await page.getByRole('heading', { name: 'Video Success Stories' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: `Play the story of ${speaker}` }).click();
  const story = page.getByLabel(`The story of ${speaker}`, { exact: true });
  const clock = () => story.evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(clock).toBeGreaterThan(0);
  await story.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 6;
  });
  await expect.poll(clock).toBeGreaterThan(6);

  await page.goto(TAB);
  await item(page, speaker).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: `Edit the testimonial of ${speaker}` })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByLabel('Name')).toHaveValue(speaker);
  await expect(page.getByLabel('Role')).toHaveValue('Founder');
  await expect(page.getByRole('switch', { name: 'Featured' })).toBeChecked();
  await expect(page.getByText('Leave it empty to keep the present video.')).toBeVisible();
  await expect(update(page)).toBeEnabled();
  await page.getByLabel('Company').fill('Story Works');
  await page.getByRole('button', { name: 'Remove: Profile image' }).click();
  await update(page).click();
  await expect(page.getByText('Video testimonial updated successfully!')).toBeVisible();
  await expect(item(page, speaker)).toContainText('Founder, Story Works');
  await expect(item(page, speaker).getByRole('button', { name: 'Edit' })).toBeFocused();
  const [changed] = await desk.sql`select * from public.video_testimonials where id = ${row?.id}`;
  expect(changed).toMatchObject({
    ...row,
    company: 'Story Works',
    profile_image: null,
    updated_at: expect.any(Date),
  });

  await item(page, speaker).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this testimonial?' });
  await expect(question).toContainText(speaker);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Testimonial deleted successfully')).toBeVisible();
  await expect(item(page, speaker)).toHaveCount(0);
});

test(
  'what is no MP4 or no image, or too large, is refused in a sentence, and nothing of it is stored',
  {
    tag: '@desktop',
  },
  async ({ page, desk, speaker, expectComplaint }, testInfo) => {
    expectComplaint(/Failed to load resource/);
    await enterAsAdministrator(page, TAB);
    await fill(page, speaker);
    const large = testInfo.outputPath(`${speaker}.mp4`);
    writeFileSync(large, FILM);
    truncateSync(large, 21 * 1024 * 1024);
    const plain = await photo();
    const markup = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [button, file, sentence] of [
      ['Choose Video: Video', mp4(speaker, plain), 'Only MP4 videos are supported'],
      ['Choose Video: Video', { ...mp4(speaker), mimeType: 'video/webm' }, 'Only MP4 videos are supported'],
      ['Choose Video: Video', large, 'Video size must be less than 20MB'],
      ['Choose Image: Profile image', png(speaker, markup), 'Please select an image file'],
      ['Choose Image: Thumbnail', png(speaker, markup), 'Please select an image file for thumbnail'],
      [
        'Choose Image: Thumbnail',
        { name: `${speaker}.svg`, mimeType: 'image/svg+xml', buffer: markup },
        'Please select an image file for thumbnail',
      ],
      [
        'Choose Image: Profile image',
        png(speaker, Buffer.concat([plain, Buffer.alloc(3 * 1024 * 1024)])),
        'Image size should be less than 3MB',
      ],
    ] as const) {
      await choose(page, button, file);
      await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    }
    await expect(submit(page)).toBeDisabled();

    // What only the server finds out; the form has been reset by then, and gives back what was entered.
    await choose(page, 'Choose Video: Video', mp4(speaker));
    await choose(page, 'Choose Image: Profile image', png(speaker, bombPicture(11_000, 11_000)));
    await submit(page).click();
    await expect(failure(page)).toContainText('Profile image: This image has too many pixels');
    await expect(failure(page)).toContainText(`${speaker} was not saved. What you entered is kept.`);
    await expect(page.getByLabel('Name')).toHaveValue('');
    await expectAccessible(page);
    await failure(page).getByRole('button', { name: 'Back to the form' }).click();
    await expect(page.getByLabel('Name')).toHaveValue(speaker);
    await page.getByRole('button', { name: 'Remove: Profile image' }).click();

    for (const [status, sentence] of [
      [413, 'Video size must be less than 20MB'],
      [409, 'A file of the same name was uploaded at the same moment. Please try again.'],
      [500, 'The server could not do it. Please try again in a moment.'],
    ] as const) {
      await page.route(UPLOADS, (route) =>
        // As hosted storage does: its own status in the body.
        route.fulfill({ status: 400, json: { statusCode: String(status), message: 'no' } }),
      );
      await submit(page).click();
      await expect(failure(page)).toContainText(sentence);
      await page.unroute(UPLOADS);
      await failure(page).getByRole('button', { name: 'Back to the form' }).click();
    }
    const name = speaker.toLowerCase().replace(' ', '-');
    const stored = () => desk.sql`
    select name from storage.objects where bucket_id = 'video_testimonials'
      and (name like ${`profile-%${name}%`} or name like ${`%${name}.mp4`})`;
    expect(await stored()).toEqual([]);

    // The answer about the row is lost: the same row is saved again.
    await page.route(ROWS, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await submit(page).click();
    await expect(failure(page)).toContainText(
      'The server could not be reached. Please check your connection.',
    );
    await page.unroute(ROWS);
    await failure(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Video testimonial uploaded successfully!')).toBeVisible();
    await expect(item(page, speaker)).toHaveCount(1);
    expect(await stored()).toHaveLength(1);
  },
);

test('a cut upload loses nothing typed and can be tried again; an upload can be stopped', async ({
  page,
  desk,
  speaker,
  expectComplaint,
}) => {
  expectComplaint(/ERR_CONNECTION_RESET/);
  await enterAsAdministrator(page, TAB);
  await fill(page, speaker);
  await choose(page, 'Choose Video: Video', mp4(speaker, film(600_000)));
  await choose(page, 'Choose Image: Thumbnail', png(speaker, await photo()));
  const setSpeed = await lineOf(page);
  await setSpeed(60_000);

  const progress = page.getByRole('progressbar', { name: 'Upload of the video' });
  const percent = async () => Number(await progress.getAttribute('aria-valuenow'));
  await submit(page).click();
  await expect(page.getByText('Uploading the video…')).toBeVisible();
  await expect.poll(percent).toBeGreaterThan(10);
  await expectAccessible(page);
  const tabs = page.getByRole('navigation', { name: 'Sections' });
  await tabs.getByRole('link', { name: 'Partner Logos' }).click();
  const question = page.getByRole('dialog', { name: 'Leave while the video is being uploaded?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Cancel Upload' }).click();
  await expect(page.getByText('The upload was cancelled. Nothing was saved.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue(speaker);
  await expect(submit(page)).toBeFocused();

  await setSpeed(800_000);
  // Takes half of the video, then hangs up.
  const cutter = http.createServer((request) => {
    let received = 0;
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > 400_000) request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => cutter.listen(0, '127.0.0.1', resolve));
  const { port } = cutter.address() as AddressInfo;
  await page.route(UPLOADS, (route) => {
    const url = new URL(route.request().url());
    url.port = String(port);
    url.hostname = '127.0.0.1';
    return route.continue({ url: url.href });
  });
  await submit(page).click();
  await expect(failure(page)).toContainText(/The connection was lost after \d+% of the video was uploaded\./);
  await expect(page.getByLabel('Name')).toHaveValue('');
  const [count] =
    await desk.sql`select count(*)::int from storage.objects where name like ${`%${speaker.slice(8)}.mp4`}`;
  expect(count).toEqual({ count: 0 });

  // Neither another tab nor something else that is being typed is in the way.
  await page.getByLabel('Name').fill('Somebody else');
  await tabs.getByRole('link', { name: 'Partner Logos' }).click();
  await tabs.getByRole('link', { name: 'Video Testimonials' }).click();
  await page.unroute(UPLOADS);
  cutter.close();
  await setSpeed(-1);
  await failure(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Video testimonial uploaded successfully!')).toBeVisible();
  await expect(item(page, speaker)).toHaveCount(1);
  await expect(page.getByLabel('Name')).toHaveValue('Somebody else');
  const [row] = await desk.sql`select thumbnail_url from public.video_testimonials where name = ${speaker}`;
  expect(row?.thumbnail_url).toMatch(/thumbnail-\d{13}-speaker-\w+-720\.webp$/);
});

test('the list loads, fails and comes back, shows the video where there is no thumbnail, and may be empty', {
  tag: '@desktop',
}, async ({ page, desk, speaker, expectComplaint }) => {
  expectComplaint(/Failed to load resource/);
  const add = (name: string, role: string) => desk.sql`
    insert into public.video_testimonials (name, role, video_url, thumbnail_url)
    values (${name}, ${role}, '/demo/stories/radiating.mp4', '/demo/stories/gone.webp')`;
  await add(speaker, 'Founder');
  // The validity check of the list: a role of nothing but a tab.
  await add(`${speaker} unseen`, '\t');
  await page.route(ROWS, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  await enterAsAdministrator(page, TAB);
  await expect(page.getByText('Failed to load testimonials')).toBeVisible();
  await page.unroute(ROWS);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(item(page, speaker)).toHaveCount(1);
  await expect(item(page, speaker)).not.toContainText('unseen');
  await expect(item(page, speaker).locator('video')).toHaveAttribute('src', /radiating\.mp4/);

  await page.route(ROWS, (route) =>
    route.request().method() === 'DELETE' ? route.abort('failed') : route.fallback(),
  );
  await item(page, speaker).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByText('Failed to delete testimonial')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(item(page, speaker).getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.unroute(ROWS);

  // What was typed for one is not lost by opening another.
  await page.getByLabel('Name').fill('Half typed');
  await item(page, speaker).getByRole('button', { name: 'Edit' }).press('Enter');
  await expect(page.getByLabel('Name')).toHaveValue(speaker);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Half typed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('');

  // Somebody else deletes it while it is changed.
  await item(page, speaker).getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Role').fill('Investor');
  await desk.sql`delete from public.video_testimonials where name = ${speaker}`;
  await update(page).click();
  await expect(failure(page)).toContainText('This testimonial has been deleted meanwhile.');
  await expect(submit(page)).toBeVisible();

  await page.route(ROWS, (route) => route.fulfill({ json: [] }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('No testimonials have been uploaded yet.')).toBeVisible();
  await expectAccessible(page);
});
