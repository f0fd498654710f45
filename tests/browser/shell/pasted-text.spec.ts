import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { uncachedWallPath, waitForWall } from '#tests/kit/browser/impact-stories.ts';

/** As a chat program gives it to the clipboard. */
const PASTED = '\u202a+91\u00a098\u00a0765\u201143210\u202c';

async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill('');
  await page.getByLabel(label, { exact: true }).focus();
  await page.keyboard.insertText(text);
}

test('A phone number between controls of writing direction is taken by both forms, and stored as it is read', {
  tag: '@ci',
}, async ({ page, sql }) => {
  const name = `Meera ${randomUUID().slice(0, 8)}`;
  await page.goto('/join-as-mentor', { waitUntil: 'networkidle' });
  await paste(page, 'Full Name', `\u200b${name}\u3164`);
  await paste(page, 'LinkedIn Profile', 'https://www.linkedin.com/in/meera\u200b');
  await paste(page, 'Phone Number', '98765 O3210');
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(
    'Please write the phone number with digits only, for example +91 98765 43210.',
  );
  await paste(page, 'Phone Number', PASTED);
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByText("Application submitted successfully! We'll be in touch soon.")).toBeVisible();
  const [application] = await sql`
    select name, phone, linkedin from public.mentor_applications where name like ${`%${name}%`}`;
  const stored = { name, phone: '+91 98 765\u201143210', linkedin: 'https://www.linkedin.com/in/meera' };
  expect(application).toEqual(stored);

  const founder = await signInAsNewFounder(page);
  await page.goto('/dashboard');
  await page.locator('summary').click();
  await paste(page, 'Startup name', '\u2066Kisan\u2069\u00a0Cart');
  await paste(page, 'Industry', 'Agriculture');
  await paste(page, 'Your idea', 'Cold storage by the hour\u200b');
  await paste(page, 'Phone number', PASTED);
  await page.getByRole('button', { name: 'Connect me with investors' }).click();
  await expect(page.getByText("Thank you! We'll get back to you with a personalized tracker soon.")).toBeVisible();
  const [profile] = await sql`select phone, startup_name, idea from public.profiles where email = ${founder.email}`;
  expect(profile).toEqual({ phone: stored.phone, startup_name: 'Kisan Cart', idea: 'Cold storage by the hour' });
});

test('A name of which nothing can be seen signs nobody up; of an address a pasted "mailto:" is dropped', async ({
  page,
  sql,
}) => {
  const local = `asha-${randomUUID().slice(0, 8)}&co`;
  await page.goto('/signup', { waitUntil: 'networkidle' });
  await page.getByLabel('Full Name').fill('\u3164\u3164\u3164');
  await page.getByLabel('Email').fill(`\u200bmailto:${local}@उदाहरण.भारत`);
  await page.getByLabel('Password', { exact: true }).fill('a quiet harbour 7');
  await page.getByLabel('Confirm Password', { exact: true }).fill('a quiet harbour 7');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Name must be at least 2 characters.')).toBeVisible();
  await page.getByLabel('Full Name').fill('\u202eAme\u0301lie\u202c');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeVisible();
  const email = `${local}@xn--p1b6ci4b4b3a.xn--h2brj9c`;
  expect([...(await sql`select name from public.profiles where email = ${email}`)]).toEqual([{ name: 'Amélie' }]);
});

test('A search that begins with a zero-width space, or in decomposed letters, finds its mentor', {
  tag: '@ci',
}, async ({ page, sql }) => {
  const [mentor] = await sql`select name from public.mentors where listing_state = 'listed' order by name limit 1`;
  const name: string = mentor?.name;
  await page.goto('/mentors', { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  await page.getByPlaceholder('Search by name or expertise...').fill(`\u200b${name.normalize('NFD')}`);
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([name]);
  await page.goto(`/mentors?q=${encodeURIComponent(`\u200b${name.normalize('NFD')}`)}`);
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([name]);
});

test('A founder whose name is written from right to left is welcomed with the name in an isolate', async ({ page }) => {
  await signInAsNewFounder(page, 'آشا راؤ');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 }).locator('bdi')).toHaveText('آشا راؤ');
});

test('A biography that is written from right to left reads from the right', async ({ page, addMentor, sql }) => {
  const mentor = await addMentor();
  await sql`update public.mentors set bio = ${'میں بانیوں کی مدد کرتی ہوں۔\n\nI speak Urdu.'} where id = ${mentor.id}`;
  await page.goto(`/mentors/${mentor.id}`);
  await expect(page.getByText('میں بانیوں کی مدد کرتی ہوں۔')).toHaveCSS('direction', 'rtl');
  await expect(page.getByText('I speak Urdu.')).toHaveCSS('direction', 'ltr');
});

test('A name that is written from right to left stands beside its picture on the wall, as others do', async ({
  page,
  request,
  sql,
}) => {
  const name = `فاطمہ ${randomUUID().slice(0, 8)}`;
  await sql`
    insert into public.impact_stories (id, name, experience, is_approved)
    values (gen_random_uuid(), ${name}, 'میں نے قیمت طے کرنا سیکھا۔', true)`;
  try {
    await waitForWall(request, name);
    await page.goto(uncachedWallPath());
    const card = page.getByRole('article', { name });
    // Where its letters begin, not the box that they stand in.
    const left = (text: Locator) =>
      text.evaluate((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect().left;
      });
    expect(await left(card.getByText(name))).toBeCloseTo(await left(card.locator('time')), 0);
    await expect(card.getByText('میں نے قیمت طے کرنا سیکھا۔')).toHaveCSS('direction', 'rtl');
  } finally {
    await sql`delete from public.impact_stories where name = ${name}`;
  }
});
