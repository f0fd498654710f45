import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { uncachedWallPath, waitForWall } from '#tests/kit/browser/impact-stories.ts';
import { expectNoLayoutShift } from '#tests/kit/browser/layout-shift.ts';
import { goOffline } from '#tests/kit/browser/network.ts';
import { DESKTOP, PHONE } from '#tests/kit/browser/widths.ts';

const READING = /\/rest\/v1\/rpc\/wall_stories/;
const PORTRAIT = 'web/public/demo/faces/tanvi-rajwade-320.webp';
const SUBMITTED = 'Your story has been submitted for review. Thank you for sharing!';
const FAILED = 'Failed to submit your story. Please try again.';

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const form = (page: Page) => page.getByRole('dialog', { name: 'Share Your Story' });
const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit Story' });
const experience = (page: Page) => form(page).getByLabel('Your experience');

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share Your Story' }).first().click();
  await expect(form(page)).toBeVisible();
}

test('A visitor reads the approved impact stories, newest first, as they were typed', async ({
  page,
  newAuthor,
  addImpactStory,
}) => {
  const [name, waiting] = [newAuthor(), newAuthor()];
  const text = '<b>It</b> worked & how.\n\n<script>alert(1)</script> ❤️';
  await addImpactStory({ author: name, experience: text, isApproved: true });
  await addImpactStory({ author: waiting });
  const address = uncachedWallPath();
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wall of Impact');
  await expect(page).toHaveTitle('Wall of Impact · Point 0');
  await expect(card(page, name)).toContainText(text, { useInnerText: true });
  const monthOfIndia = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' });
  await expect(card(page, name).getByText(monthOfIndia.format(new Date()))).toBeVisible();
  await expect(card(page, name).getByText('M<', { exact: true })).toHaveCount(0);
  await expect(card(page, name).getByText('MI', { exact: true })).toBeVisible();
  await expect(page.getByText(waiting)).toHaveCount(0);
  await expect(card(page, 'Tanvi Rajwade').locator('img')).toHaveJSProperty('naturalWidth', 160);
  await expectAccessible(page);
  await expectNoLayoutShift(page);
  await page.setViewportSize(DESKTOP);
  await page.goto(address);
  await expect(card(page, 'Tanvi Rajwade').locator('img')).toHaveJSProperty('naturalWidth', 160);
  await expectAccessible(page);
  await expectNoLayoutShift(page);
  await page.setViewportSize(PHONE);

  const html = await (await page.request.get(address)).text();
  expect(html).toContain('&lt;b&gt;It&lt;/b&gt; worked &amp; how.');
  expect(html).toContain('"@type":"CollectionPage"');

  // What comes next is below, or at the top of a column further right; and dates only go back.
  const columns = async () => {
    const cards = page.getByRole('article');
    const boxes = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    for (const [index, box] of boxes.entries()) {
      const last = boxes[index - 1];
      if (last) expect(box.x > last.x || (box.x === last.x && box.y >= last.bottom), `card ${index}`).toBe(true);
    }
    return new Set(boxes.map(({ x }) => x)).size;
  };
  const dates = await page
    .getByRole('article')
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
  expect(dates).toEqual(dates.toSorted((a, b) => Date.parse(b) - Date.parse(a)));
  for (const [width, count] of [
    [PHONE.width, 1],
    [DESKTOP.width, 4],
    [1100, 3],
    [800, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(columns, `${width} px`).toBe(count);
  }
});

test('A visitor shares an impact story with a photo, which arrives once for review', { tag: ['@main', '@ci'] }, async ({
  page,
  newAuthor,
  sql,
}) => {
  const name = newAuthor();
  await page.goto('/wall-of-impact');
  await openForm(page);
  await expect(form(page)).toContainText('Your story will be reviewed before being published');
  await expectAccessibleAtBothWidths(page);
  await submit(page).click();
  await expect(form(page).getByRole('alert')).toHaveText(['Please fill in all required fields']);
  await expect(form(page).getByLabel('Your name')).toBeFocused();
  await expect(experience(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessibleAtBothWidths(page);

  await form(page).getByLabel('Your name').fill(`  ${name} `);
  const counter = form(page).getByText(/characters? left$/);
  await experience(page).fill('x'.repeat(550));
  await expect(counter).toHaveText('50 characters left');
  await expect(counter).not.toHaveClass(/text-danger/);
  await experience(page).press('End');
  await experience(page).pressSequentially('y');
  await expect(counter).toHaveText('49 characters left');
  await expect(counter).toHaveClass(/text-danger/);
  // Blocked at the caret: the end of the text stays what it was.
  await experience(page).fill(`${'🌱'.repeat(590)} the end`);
  await expect(counter).toHaveText('2 characters left');
  await experience(page).press('ControlOrMeta+Home');
  await page.keyboard.insertText('four and more');
  await expect(counter).toHaveText('0 characters left');
  await page.keyboard.type('!');
  await expect(experience(page)).toHaveValue(`fo${'🌱'.repeat(590)} the end`);
  await experience(page).fill('<b>It</b> worked.\nTwice.');

  const chooser = form(page).locator('input[type=file]');
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<html></html>') });
  await expect(form(page).getByRole('alert')).toHaveText('Please select a valid image file (JPEG, PNG, or WebP)');
  const tooLarge = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(3 * 1024 * 1024)]);
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: tooLarge });
  await expect(form(page).getByRole('alert')).toHaveText('Image size should be less than 3MB');
  await chooser.setInputFiles(PORTRAIT);
  const preview = form(page).getByRole('img', { name: 'Your photo as it will be shown' });
  await expect(preview).toBeVisible();
  await form(page).getByRole('button', { name: 'Remove' }).click();
  await expect(preview).toBeHidden();
  await expect(form(page).getByRole('button', { name: 'Choose Photo' })).toBeFocused();
  await chooser.setInputFiles(PORTRAIT);

  await submit(page).dblclick();
  await expect(page.getByText(SUBMITTED)).toBeVisible();
  await expect(form(page)).toBeHidden();
  const rows = await sql`
    select experience, is_approved, image_url from public.impact_stories where name = ${name}`;
  expect(rows).toEqual([
    {
      experience: '<b>It</b> worked.\nTwice.',
      is_approved: false,
      image_url: expect.stringMatching(
        /^(http:\/\/localhost:\d+)?\/storage\/v1\/object\/public\/mentor_images\/impact-stories\/\d{13}-[0-9a-f]{16}-320\.webp$/,
      ),
    },
  ]);
  await openForm(page);
  await expect(form(page).getByLabel('Your name')).toHaveValue('');
  await expect(counter).toHaveText('600 characters left');
  await expect(preview).toBeHidden();

  await page.goto(uncachedWallPath());
  await expect(card(page, 'Tanvi Rajwade')).toBeVisible();
  await expect(card(page, name)).toHaveCount(0);
  await sql`update public.impact_stories set is_approved = true where name = ${name}`;
  await waitForWall(page.request, name.slice(0, 14));
  await page.goto(uncachedWallPath());
  await expect(card(page, name).locator('img')).toHaveJSProperty('naturalWidth', 160);
});

test('An impact story that cannot be sent keeps what was typed; it is stored once', { tag: '@faults' }, async ({
  page,
  context,
  newAuthor,
  sql,
}) => {
  allowConsoleError(/50[03]|429|ERR_INTERNET_DISCONNECTED/);
  const name = newAuthor();
  await page.goto('/wall-of-impact');
  await openForm(page);
  await form(page).getByLabel('Your name').fill(name);
  await experience(page).fill('It worked.');
  await page.keyboard.press('Escape');
  await expect(form(page)).toBeHidden();
  await page.reload();
  await openForm(page);
  await expect(form(page).getByLabel('Your name')).toHaveValue(name);
  await expect(experience(page)).toHaveValue('It worked.');

  const alert = form(page).getByRole('alert');
  await goOffline(page);
  await submit(page).click();
  await expect(alert).toHaveText('No internet connection. Please check your network and try again.');
  await context.setOffline(false);

  const sent: { id: string; website: string }[] = [];
  let answer: 'refused' | 'lost' | 'taken' = 'refused';
  await page.route('**/functions/v1/submit-impact-story', async (route) => {
    sent.push(route.request().postDataJSON());
    const tooMany = 'A lot has been sent through this form in a short time. Please try again in 12 minutes.';
    if (answer === 'refused') return route.fulfill({ status: 429, json: { error: tooMany } });
    const response = await route.fetch();
    // The story is stored; its answer is lost.
    return answer === 'lost' ? route.fulfill({ status: 503, body: 'gone' }) : route.fulfill({ response });
  });
  await submit(page).click();
  await expect(alert).toHaveText(
    'A lot has been sent through this form in a short time. Please try again in 12 minutes.',
  );
  await expect(submit(page)).toBeFocused();
  // What was sent may have arrived: changed, it is another story.
  await experience(page).fill('It worked well.');
  answer = 'lost';
  await submit(page).click();
  await expect(alert).toHaveText(FAILED);
  await expectAccessible(page);
  await page.reload();
  await openForm(page);
  await expect(experience(page)).toHaveValue('It worked well.');

  // The photo fails, the story goes on without it.
  answer = 'taken';
  await page.route('**/functions/v1/store-picture?kind=story', (route) => route.fulfill({ status: 503 }));
  await form(page).locator('input[type=file]').setInputFiles(PORTRAIT);
  await submit(page).click();
  await expect(page.getByText('Failed to upload image. Story will be submitted without image.')).toBeVisible();
  await expect(page.getByText(SUBMITTED)).toBeVisible();
  const rows = await sql`select id, image_url from public.impact_stories where name = ${name}`;
  expect(rows).toEqual([{ id: sent[2]?.id, image_url: null }]);
  expect(sent.map(({ id, website }) => [id === sent[2]?.id, website])).toEqual([
    [false, ''],
    [true, ''],
    [true, ''],
  ]);
});

test('A program that fills in every field of an impact story is thanked, and nothing is stored', {
  tag: '@ci',
}, async ({ page, newAuthor, sql }) => {
  const name = newAuthor();
  await page.goto('/wall-of-impact');
  await openForm(page);
  await form(page).getByLabel('Your name').fill(name);
  await experience(page).fill('Buy now.');
  const website = form(page).locator('input[name=website]');
  await expect(website).not.toBeInViewport();
  await website.evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example';
  });
  await submit(page).click();
  await expect(page.getByText(SUBMITTED)).toBeVisible();
  expect(await sql`select id from public.impact_stories where name = ${name}`).toEqual([]);
});

test('More impact stories come on demand, and nothing above moves', { tag: '@ci' }, async ({ page, sql }) => {
  const mark = randomUUID().slice(0, 8);
  await sql`
    insert into public.impact_stories (name, experience, is_approved, created_at)
    select 'Old ' || ${mark} || ' ' || n, 'It worked.', true, now() - interval '5 years' - n * interval '1 day'
    from generate_series(1, 26) n`;
  await waitForWall(page.request, `Old ${mark} 1`);
  await page.goto(uncachedWallPath());
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(12);
  const more = page.getByRole('button', { name: 'Show More Stories' });
  await expectNoLayoutShift(page);
  const first = await cards.first().boundingBox();
  // What is below the new stories moves down, also where the answer takes longer than a half second.
  await more.press('Enter');
  await expect(cards).toHaveCount(24);
  await expect(cards.nth(12)).toBeFocused();
  await expect(page.getByText('12 more stories are shown.')).toBeAttached();
  await page.evaluate(() => scrollTo(0, 0));
  expect(await cards.first().boundingBox()).toEqual(first);
  await expectAccessible(page);
  while (await more.isVisible()) {
    const count = await cards.count();
    await more.click();
    await expect.poll(() => cards.count()).toBeGreaterThan(count);
  }
  await expect(page.getByRole('article', { name: `Old ${mark} 26`, exact: true })).toBeVisible();
  // By their whole text: different stories may have the same name.
  const stories = await cards.allTextContents();
  expect(new Set(stories).size, 'no story twice').toBe(stories.length);
  await expect(cards.filter({ hasText: `Old ${mark}` }), 'each old story').toHaveCount(26);
  await sql`delete from public.impact_stories where name like ${`Old ${mark} %`}`;
});

test('An impact story that is deleted or taken back is gone on return to the wall', { tag: '@ci' }, async ({
  page,
  newAuthor,
  addImpactStory,
  sql,
}) => {
  const name = newAuthor();
  await addImpactStory({ author: name, isApproved: true });
  await page.clock.install();
  await page.goto(uncachedWallPath());
  await waitUntilHydrated(page);
  await expect(card(page, name)).toBeVisible();
  await sql`update public.impact_stories set is_approved = false where name = ${name}`;
  await waitForWall(page.request, name.slice(0, 14), false);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await page.clock.fastForward(21_000);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Wall of Impact' })).toBeVisible();
  await expect(card(page, name)).toHaveCount(0);
  await expect(card(page, 'Tanvi Rajwade')).toBeVisible();
});

test('The wall of impact says when there are no stories, and when they cannot be read', {
  tag: ['@desktop', '@ci'],
}, async ({ page }) => {
  allowConsoleError(/500/);
  let answer: 'failure' | 'nothing' = 'failure';
  await page.route(READING, (route) =>
    answer === 'failure'
      ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'the disk is full' } })
      : route.fulfill({ json: [] }),
  );
  await page.goto('/privacy');
  await waitUntilHydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Wall of Impact' }).click();
  await expect(page.getByRole('alert')).toContainText('The stories could not be loaded');
  await expectAccessible(page);
  answer = 'nothing';
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(
    page.getByText('Be the first to share your impact story! Your journey could inspire others.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Impact stories' }).getByRole('button', { name: 'Share Your Story' }).click();
  await expect(form(page)).toBeVisible();
});

test('A large photo is made smaller before it is sent, and a small one is sent as it is', { tag: '@faults' }, async ({
  page,
  newAuthor,
}) => {
  const sent: Buffer[] = [];
  await page.route('**/functions/v1/store-picture?*', (route) => {
    sent.push(route.request().postDataBuffer() ?? Buffer.alloc(0));
    return route.fulfill({ status: 503, json: { error: 'The image could not be stored. Please try again.' } });
  });
  allowConsoleError(/status of 503/);
  const share = async (buffer: Buffer, name = 'me.jpg') => {
    await openForm(page);
    await form(page).getByLabel('Your name').fill(newAuthor());
    await experience(page).fill('It worked.');
    const chooser = form(page).locator('input[type=file]');
    await chooser.setInputFiles({ name, mimeType: `image/${name.slice(3).replace('jpg', 'jpeg')}`, buffer });
    await expect(form(page).getByText(name)).toBeVisible();
    await submit(page).click();
    await expect(form(page)).toBeHidden();
  };
  await page.goto('/wall-of-impact');
  // As a phone held upright writes it: the sensor's picture, and a note to turn it.
  const camera = await plain(6_000, 4_000, '#fff')
    .composite([{ input: await plain(3_000, 4_000, '#f00').png().toBuffer(), left: 0, top: 0 }])
    .withExif({ IFD0: { Artist: 'Asha at home' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(camera.includes('Asha')).toBe(true);
  await share(camera);
  const small = await plain(2_400, 1_600, '#fff').jpeg().toBuffer();
  await share(small);
  // As programs that save bytes write it: few colours, which a browser writes as millions.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grain = await sharp({ create: { width: 2_600, height: 2_600, channels: 3, background: '#fff', noise } })
    .png({ palette: true, colours: 4 })
    .toBuffer();
  expect(grain.length).toBeLessThan(3 * 1024 * 1024);
  await share(grain, 'me.png');

  const [reduced, kept, colours] = sent;
  expect(colours?.length, 'not more than the server takes').toBeLessThan(3 * 1024 * 1024);
  expect(await sharp(colours).metadata()).toMatchObject({ format: 'png' });
  const { width, height, exif, orientation } = await sharp(reduced).metadata();
  expect({ width, height, exif, orientation }).toEqual({ width: 1_600, height: 2_400 });
  // What was on the left is on top now.
  const top = await sharp(reduced).extract({ left: 800, top: 100, width: 1, height: 1 }).raw().toBuffer();
  expect([...top].map((value) => Math.round(value / 255))).toEqual([1, 0, 0]);
  expect(kept?.equals(small)).toBe(true);
});

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
