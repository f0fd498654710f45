import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

const PORTRAIT = 'web/public/demo/faces/tanvi-rajwade-320.webp';
const STORY_SENT = 'Your story has been submitted for review. Thank you for sharing!';
const APPLICATION_SENT = "Application submitted successfully! We'll be in touch soon.";

const storyForm = (page: Page) => page.getByRole('form', { name: 'Your story' });
const application = (page: Page) => page.getByRole('form', { name: 'Your application' });
const newName = (first: string) => `${first} ${randomUUID().slice(0, 8)} <b>Rao</b>`;

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(() => allowConsoleError(/status of 422/));

  test('Without scripts a visitor shares an impact story with a photo, and a fault in it loses no text', {
    tag: '@main',
  }, async ({ page, newAuthor, sql }) => {
    const name = newAuthor();
    await page.goto('/wall-of-impact');
    await page.getByRole('link', { name: 'Share Your Story' }).first().click();
    await expect(page).toHaveURL(/\/share-your-story$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share Your Story');
    const form = storyForm(page);
    await expect(form).toContainText('Your story will be reviewed before being published');
    const [box, story, photo] = ['Your name', 'Your experience', 'Photo (optional)'].map((label) =>
      form.getByLabel(label),
    );
    if (!box || !story || !photo) throw new Error('unreachable');
    const submit = form.getByRole('button', { name: 'Submit Story' });

    const typed = `It & worked. ${'🌱'.repeat(590)}\n</textarea><script>alert(1)</script>`;
    await story.fill(typed);
    await photo.setInputFiles(PORTRAIT);
    await submit.click();
    await expect(box).toHaveAccessibleDescription('Please fill in all required fields');
    await expect(box).toBeFocused();
    await expect(story).toHaveAccessibleDescription('Your story is too long: please keep it to 600 characters.');
    await expect(story, 'nothing that was typed is lost').toHaveValue(typed);
    await expect(photo).toHaveAccessibleDescription('Your photo was not sent. Please choose it again.');
    await box.fill(name);
    await story.fill('It worked.\nTwice.');
    await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<html></html>') });
    await submit.click();
    await expect(photo).toHaveAccessibleDescription('Please select a valid image file (JPEG, PNG, or WebP)');
    await expect(box).toHaveValue(name);
    await expect(story).toHaveValue('It worked.\nTwice.');

    await photo.setInputFiles(PORTRAIT);
    await submit.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(STORY_SENT);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(STORY_SENT);
    const rows = await sql`
      select experience, is_approved, image_url from public.impact_stories where name = ${name}`;
    expect(rows, 'a reload sends nothing').toEqual([
      {
        experience: 'It worked.\nTwice.',
        is_approved: false,
        image_url: expect.stringMatching(/\/mentor_images\/impact-stories\/\d{13}-[0-9a-f]{16}-320\.webp$/),
      },
    ]);
    await page.getByRole('link', { name: 'Read the stories' }).click();
    await expect(page).toHaveURL(/\/wall-of-impact$/);
  });

  test('Without scripts a visitor applies as a mentor, and each fault stands at its field', { tag: '@main' }, async ({
    page,
    sql,
  }) => {
    const name = newName('Meera');
    await page.goto('/join-as-mentor');
    const box = (label: string) => application(page).getByLabel(label, { exact: true });
    const submit = application(page).getByRole('button', { name: 'Submit Application' });
    await box('Full Name').fill(name);
    await box('Phone Number').fill('12');
    await box('Email (optional)').fill('meera@startup');
    await submit.click();
    for (const [label, sentence, value] of [
      ['Full Name', '', name],
      ['Phone Number', 'Please provide a valid phone number', '12'],
      [
        'LinkedIn Profile',
        'Please provide a valid LinkedIn URL (e.g., www.linkedin.com/in/yourprofile)',
        'https://www.linkedin.com/in/',
      ],
      ['Email (optional)', 'Please enter a valid email address.', 'meera@startup'],
    ] as const) {
      await expect(box(label)).toHaveAccessibleDescription(sentence);
      await expect(box(label)).toHaveValue(value);
    }
    await expect(box('Phone Number')).toBeFocused();
    await box('Phone Number').fill('+91 98765 43210');
    await box('LinkedIn Profile').fill('linkedin.com/in/meera-iyer?utm=1');
    await box('Email (optional)').fill('');
    await submit.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(APPLICATION_SENT);
    await page.reload();
    // The same once more, as from a page that was kept open: it is one application.
    const form = {
      name,
      phone: '+91 98765 43210',
      linkedin: 'linkedin.com/in/meera-iyer?utm=1',
      email: '',
      website: '',
    };
    const post = (headers: Record<string, string>, data: Record<string, string> = form) =>
      page.request.post('/join-as-mentor', { headers, form: data, maxRedirects: 0 });
    expect((await post({ origin: new URL(page.url()).origin })).status()).toBe(303);
    const other = newName('Mallory');
    const foreign = await post({ origin: 'https://evil.example' }, { ...form, name: other });
    expect([foreign.status(), await foreign.text()]).toEqual([
      403,
      expect.stringContaining('This form was not sent from a page of this site.'),
    ]);
    const rows = await sql`
      select name, phone, email, linkedin, status from public.mentor_applications where name in (${name}, ${other})`;
    expect(rows).toEqual([
      {
        name,
        phone: '+91 98765 43210',
        email: null,
        linkedin: 'https://linkedin.com/in/meera-iyer',
        status: 'pending',
      },
    ]);
  });
});

test('A form that is sent while the scripts still load is answered, and goes on with them', { tag: '@ci' }, async ({
  page,
  newAuthor,
  sql,
}) => {
  allowConsoleError(/status of 422/);
  const name = newAuthor();
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await loaded;
    await route.continue().catch(() => {});
  });
  await page.goto('/join-as-mentor', { waitUntil: 'commit' });
  const box = (label: string) => application(page).getByLabel(label, { exact: true });
  await box('Full Name').fill(name);
  await box('LinkedIn Profile').fill('linkedin.com/in/asha');
  await application(page).getByRole('button', { name: 'Submit Application' }).click();
  await expect(box('Phone Number')).toHaveAccessibleDescription('Please provide a valid phone number');
  load();
  await page.unroute('**/assets/*.js');
  // Once it runs, the page's code clears the sentence as soon as the field is right.
  await expect(async () => {
    await box('Phone Number').fill('');
    await box('Phone Number').fill('+91 98765 43210');
    await expect(box('Phone Number')).not.toHaveAttribute('aria-invalid', { timeout: 500 });
  }).toPass();
  await expect(box('Full Name')).toHaveValue(name);
  await application(page).getByRole('button', { name: 'Submit Application' }).click();
  await expect(page).toHaveURL(/\/mentors$/);
  await expect(page.getByText(APPLICATION_SENT)).toBeVisible();
  expect(await sql`select from public.mentor_applications where name = ${name}`).toHaveLength(1);

  // With scripts the page of the story counts characters, and posts.
  await page.goto('/share-your-story');
  await storyForm(page).getByLabel('Your experience').fill('It worked.');
  await expect(storyForm(page).getByText('590 characters left')).toBeVisible();
  await expectAccessible(page);
  await storyForm(page).getByRole('button', { name: 'Submit Story' }).click();
  await expect(storyForm(page).getByLabel('Your name')).toBeFocused();
  await expect(storyForm(page).getByLabel('Your experience')).toHaveValue('It worked.');
  await expectAccessible(page);
  await storyForm(page).getByLabel('Your name').fill(name);
  // A photo as phones take it has more pixels than the server accepts: the browser makes it smaller, and the form waits.
  const camera = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#f00' } })
    .jpeg()
    .toBuffer();
  await storyForm(page)
    .getByLabel('Photo (optional)')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: camera });
  await storyForm(page).getByRole('button', { name: 'Submit Story' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(STORY_SENT);
  const [story] = await sql`select image_url from public.impact_stories where name = ${name}`;
  expect(story?.image_url).toMatch(/impact-stories/);
});

test('What is typed into a refused form before its scripts run is kept and counted when they do', {
  tag: '@ci',
}, async ({ page }) => {
  allowConsoleError(/status of 422/);
  let held: (() => void)[] | undefined;
  await page.route('**/assets/*.js', async (route) => {
    await new Promise<void>((resolve) => (held ? held.push(resolve) : resolve()));
    await route.continue().catch(() => {});
  });
  for (const { path, submit, refused, typed, count } of [
    {
      path: '/mentors/match',
      submit: 'Find three mentors',
      refused: { 'Your problem': 'Too short' },
      typed: { 'Your problem': 'Our first sales to hospitals.' },
    },
    {
      path: '/share-your-story',
      submit: 'Submit Story',
      refused: { 'Your name': '', 'Your experience': 'It worked.' },
      typed: { 'Your name': 'Asha', 'Your experience': 'It worked twice.' },
      count: '584 characters left',
    },
    {
      path: '/ask-us?q=toys',
      submit: 'Send request',
      refused: { 'What do you need help with?': 'Toys', Email: 'asha' },
      typed: { 'What do you need help with?': 'Who sells toys?', Email: 'asha@startup.example' },
      count: '15 of 500',
    },
    {
      path: '/join-as-mentor',
      submit: 'Submit Application',
      refused: { 'Full Name': 'Asha', 'Phone Number': '12' },
      typed: { 'Full Name': 'Asha Rao', 'Phone Number': '+91 98765 43210' },
    },
  ] as { path: string; submit: string; refused: object; typed: object; count?: string }[]) {
    held = [];
    const fill = async (texts: object) => {
      for (const [label, text] of Object.entries(texts)) {
        await page.getByRole('main').getByLabel(label, { exact: true }).fill(text);
      }
    };
    await page.goto(path, { waitUntil: 'commit' });
    await fill(refused);
    await page.getByRole('button', { name: submit }).click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    await fill(typed);
    const waiting = held;
    held = undefined;
    for (const resume of waiting) resume();
    await waitUntilHydrated(page);
    for (const [label, text] of Object.entries(typed)) {
      await expect(page.getByRole('main').getByLabel(label, { exact: true }), path).toHaveValue(text);
    }
    if (count) await expect(page.getByText(count, { exact: true })).toBeVisible();
  }
});
