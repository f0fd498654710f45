import { truncateSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { openSection } from '#tests/kit/browser/sections.ts';
import {
  choose,
  FILM,
  failure,
  fill,
  film,
  item,
  mp4,
  photo,
  png,
  ROWS,
  submit,
  TAB,
  UPLOADS,
} from '#tests/kit/browser/video-testimonials.ts';
import { bombPicture } from '#tests/kit/pictures.ts';

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

test(
  'A testimonial’s file of another kind, or too large, is refused in a sentence',
  { tag: ['@desktop', '@faults'] },
  async ({ page, speakerName, sql }, testInfo) => {
    allowConsoleError(/Failed to load resource/);
    await signInAsAdministrator(page, TAB);
    await fill(page, speakerName);
    const large = testInfo.outputPath(`${speakerName}.mp4`);
    writeFileSync(large, FILM);
    truncateSync(large, 21 * 1024 * 1024);
    const plain = await photo();
    const markup = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [button, file, sentence] of [
      ['Choose Video: Video', mp4(speakerName, plain), 'Only MP4 videos are supported'],
      ['Choose Video: Video', { ...mp4(speakerName), mimeType: 'video/webm' }, 'Only MP4 videos are supported'],
      ['Choose Video: Video', large, 'Video size must be less than 20MB'],
      ['Choose Image: Profile image', png(speakerName, markup), 'Please select an image file'],
      ['Choose Image: Thumbnail', png(speakerName, markup), 'Please select an image file for thumbnail'],
      [
        'Choose Image: Thumbnail',
        { name: `${speakerName}.svg`, mimeType: 'image/svg+xml', buffer: markup },
        'Please select an image file for thumbnail',
      ],
      [
        'Choose Image: Profile image',
        png(speakerName, Buffer.concat([plain, Buffer.alloc(3 * 1024 * 1024)])),
        'Image size should be less than 3MB',
      ],
    ] as const) {
      await choose(page, button, file);
      await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    }
    await expect(submit(page)).toBeDisabled();

    // What only the server finds out; the form has been reset by then, and gives back what was entered.
    await choose(page, 'Choose Video: Video', mp4(speakerName));
    await choose(page, 'Choose Image: Profile image', png(speakerName, bombPicture(11_000, 11_000)));
    await submit(page).click();
    await expect(failure(page)).toContainText('Failed to save video testimonial');
    await expect(failure(page)).toContainText('Profile image: This image has too many pixels');
    await expect(failure(page)).toContainText(`${speakerName} was not saved. What you entered is kept.`);
    await expect(page.getByLabel('Name')).toHaveValue('');
    await expectAccessible(page);
    await failure(page).getByRole('button', { name: 'Back to the form' }).click();
    await expect(page.getByLabel('Name')).toHaveValue(speakerName);
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
    await page.context().setOffline(true);
    await submit(page).click();
    await expect(failure(page)).toContainText('The server could not be reached. Please check your connection.');
    await page.context().setOffline(false);
    await failure(page).getByRole('button', { name: 'Back to the form' }).click();
    const name = speakerName.toLowerCase().replace(' ', '-');
    const stored = () => sql`
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
    await expect(failure(page)).toContainText('The server could not be reached. Please check your connection.');
    await page.unroute(ROWS);
    await failure(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Video testimonial uploaded successfully!')).toBeVisible();
    await expect(item(page, speakerName)).toHaveCount(1);
    expect(await stored()).toHaveLength(1);
  },
);

test('A cut upload of a video loses nothing typed, is tried again, can be stopped', { tag: '@faults' }, async ({
  page,
  speakerName,
  sql,
}) => {
  allowConsoleError(/ERR_CONNECTION_RESET/);
  await signInAsAdministrator(page, TAB);
  await fill(page, speakerName);
  await choose(page, 'Choose Video: Video', mp4(speakerName, film(600_000)));
  await choose(page, 'Choose Image: Thumbnail', png(speakerName, await photo()));
  const setSpeed = await lineOf(page);
  await setSpeed(60_000);

  const progress = page.getByRole('progressbar', { name: 'Upload of the video' });
  const percent = async () => Number(await progress.getAttribute('aria-valuenow'));
  await submit(page).click();
  await expect(page.getByText('Uploading the video…')).toBeVisible();
  await expect.poll(percent).toBeGreaterThan(10);
  await expectAccessible(page);
  await openSection(page, 'Partner Logos');
  const question = page.getByRole('dialog', { name: 'Leave while the video is being uploaded?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Cancel Upload' }).click();
  await expect(page.getByText('The upload was cancelled. Nothing was saved.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue(speakerName);
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
    await sql`select count(*)::int from storage.objects where name like ${`%${speakerName.slice(8)}.mp4`}`;
  expect(count).toEqual({ count: 0 });

  // Neither another tab nor something else that is being typed is in the way.
  await page.getByLabel('Name').fill('Somebody else');
  await openSection(page, 'Partner Logos');
  await openSection(page, 'Video Testimonials');
  await page.unroute(UPLOADS);
  cutter.close();
  await setSpeed(-1);
  await failure(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Video testimonial uploaded successfully!')).toBeVisible();
  await expect(item(page, speakerName)).toHaveCount(1);
  await expect(page.getByLabel('Name')).toHaveValue('Somebody else');
  const [row] = await sql`select thumbnail_url from public.video_testimonials where name = ${speakerName}`;
  expect(row?.thumbnail_url).toMatch(/thumbnail-\d{13}-speaker-\w+-720\.webp$/);
});
