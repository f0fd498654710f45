import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift } from '#tests/kit/browser/layout-shift.ts';
import { loseNextAnswer } from '#tests/kit/browser/network.ts';
import { DESKTOP, PHONE } from '#tests/kit/browser/widths.ts';

const CALL = '**/functions/v1/submit-mentor-application';
const FAILED = 'Failed to submit application. Please try again.';
const SUBMITTED = "Application submitted successfully! We'll be in touch soon.";

const form = (page: Page) => page.getByRole('form', { name: 'Your application' });
const box = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit Application' });

const caretOf = (page: Page) =>
  box(page, 'LinkedIn Profile').evaluate((input: HTMLInputElement) => input.selectionStart);

/** A name that no other test applies with. */
const newName = () => `Meera ${randomUUID().slice(0, 8)} <b>Iyer</b>`;

async function fill(page: Page, name: string) {
  await box(page, 'Full Name').fill(name);
  await box(page, 'Phone Number').fill('+91 98765 43210');
  await box(page, 'Phone Number').press('Tab');
  await expect(box(page, 'LinkedIn Profile')).toBeFocused();
  await expect.poll(() => caretOf(page)).toBe('https://www.linkedin.com/in/'.length);
  await page.keyboard.type('meera-iyer');
}

test('A visitor applies as a mentor, and an administrator answers it', { tag: '@ci' }, async ({ page, sql }) => {
  const name = newName();
  await page.goto('/join-as-mentor');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join as a Mentor');
  await expect(page.getByText(/We look for people with 3\+\s+years of experience/)).toBeVisible();
  await expect(box(page, 'LinkedIn Profile')).toHaveValue('https://www.linkedin.com/in/');
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await page.reload();
    await expect(box(page, 'LinkedIn Profile')).toHaveValue('https://www.linkedin.com/in/');
    await expectAccessible(page);
    await expectNoLayoutShift(page);
  }
  await page.setViewportSize(PHONE);

  await submit(page).click();
  for (const [label, sentence] of [
    ['Full Name', 'Name must be at least 2 characters'],
    ['Phone Number', 'Please provide a valid phone number'],
    ['LinkedIn Profile', 'Please provide a valid LinkedIn URL (e.g., www.linkedin.com/in/yourprofile)'],
  ] as const) {
    await expect(box(page, label)).toHaveAccessibleDescription(sentence);
    await expect(box(page, label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(box(page, 'Full Name')).toBeFocused();
  await expectAccessible(page);
  await box(page, 'LinkedIn Profile').fill('my profile');
  await expect(form(page).getByText('Please provide a valid LinkedIn URL', { exact: true })).toBeVisible();
  await box(page, 'LinkedIn Profile').fill('https://www.linkedin.com/in/');

  await fill(page, name);
  await expect(form(page).getByRole('alert')).toHaveCount(0);
  await box(page, 'Email (optional)').fill('meera@startup');
  await submit(page).click();
  await expect(box(page, 'Email (optional)')).toHaveAccessibleDescription('Please enter a valid email address.');
  await box(page, 'Email (optional)').fill('Meera@Startup.example');
  await submit(page).dblclick();
  await expect(page.getByText(SUBMITTED)).toBeVisible();
  await expect(page).toHaveURL(/\/mentors$/);
  const rows = await sql`
    select phone, email, linkedin, status from public.mentor_applications where name = ${name}`;
  expect(rows).toEqual([
    {
      phone: '+91 98765 43210',
      email: 'meera@startup.example',
      linkedin: 'https://www.linkedin.com/in/meera-iyer',
      status: 'pending',
    },
  ]);

  await signInAsAdministrator(page, `/admin?tab=applications&q=${encodeURIComponent(name.slice(0, 14))}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByRole('link', { name: /LinkedIn profile/ })).toHaveText('in/meera-iyer');
  await row.getByRole('combobox', { name: `Status of ${name}` }).selectOption('Contacted');
  await expect(page.getByText('Application status updated to contacted')).toBeVisible();
});

test('A mentor application whose answer is lost, sent again, is one application', async ({ page, sql }) => {
  allowConsoleError(/ERR_FAILED/);
  const name = newName();
  await page.goto('/join-as-mentor');
  await fill(page, name);
  await loseNextAnswer(page, CALL);
  await submit(page).click();
  await expect(form(page).getByRole('alert')).toHaveText(FAILED);
  await expectAccessible(page);
  await page.reload();
  await expect(box(page, 'Full Name')).toHaveValue(name);
  await expect(box(page, 'Phone Number')).toHaveValue('+91 98765 43210');
  await expect(box(page, 'LinkedIn Profile')).toHaveValue('https://www.linkedin.com/in/meera-iyer');
  await submit(page).click();
  await expect(page).toHaveURL(/\/mentors$/);
  expect(await sql`select from public.mentor_applications where name = ${name}`).toHaveLength(1);
  await page.goto('/join-as-mentor');
  await expect(submit(page)).toBeEnabled();
  await expect(box(page, 'Full Name'), 'the draft is gone with its success').toHaveValue('');
});

test('A mentor application that cannot be sent says why, and loses nothing', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  allowConsoleError(/429|422|500/);
  await page.goto('/join-as-mentor');
  await expect(submit(page)).toBeEnabled();
  await fill(page, 'Meera Iyer');
  const alert = form(page).getByRole('alert');
  const answer = (status: number, json: object) =>
    page.route(CALL, (route) => route.fulfill({ status, json }), { times: 1 });

  const tooMany = 'A lot has been sent through this form in a short time. Please try again in 12 minutes.';
  await answer(429, { error: tooMany });
  await submit(page).click();
  await expect(alert).toHaveText(tooMany);
  await answer(500, { error: 'Something went wrong on our side. Please try again.' });
  await submit(page).click();
  await expect(alert).toHaveText(FAILED);
  await answer(422, { error: 'Your name is too long.', problems: { name: 'Your name is too long.' } });
  await submit(page).click();
  await expect(box(page, 'Full Name')).toHaveAccessibleDescription('Your name is too long.');
  await expect(box(page, 'Full Name')).toBeFocused();

  await context.setOffline(true);
  await submit(page).click();
  await expect(alert).toHaveText('No internet connection. Please check your network and try again.');
  await context.setOffline(false);
  await expect(box(page, 'Full Name')).toHaveValue('Meera Iyer');
  await expect(box(page, 'LinkedIn Profile')).toHaveValue('https://www.linkedin.com/in/meera-iyer');
});

test('A mentor application with the hidden field filled in is answered, and not stored', { tag: '@desktop' }, async ({
  page,
  sql,
}) => {
  const name = newName();
  await page.goto('/join-as-mentor');
  await fill(page, name);
  const trap = page.locator('input[name=website]');
  await expect(trap).not.toBeInViewport();
  await expect(form(page).getByRole('textbox')).toHaveCount(4);
  await page.keyboard.press('Tab');
  await expect(box(page, 'Email (optional)')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(submit(page), 'the keyboard passes it by').toBeFocused();
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example';
  });
  await submit(page).press('Enter');
  await expect(page.getByText(SUBMITTED)).toBeVisible();
  expect(await sql`select from public.mentor_applications where name = ${name}`).toEqual([]);
});

test.describe('dark', () => {
  test.use({ colorScheme: 'dark' });

  test('The mentor application and its sentences keep their contrast in dark colours', async ({ page }) => {
    await page.goto('/join-as-mentor');
    await waitUntilHydrated(page);
    await submit(page).click();
    await expect(box(page, 'Full Name')).toBeFocused();
    await expectAccessible(page);
  });
});

test('The page to join as a mentor comes whole from the server, also for search', async ({ request, baseURL }) => {
  const html = await (await request.get('/join-as-mentor')).text();
  expect(html).toContain('>Join as a Mentor</h1>');
  expect(html).toContain(`rel="canonical" href="${baseURL}/join-as-mentor"`);
  expect(html).toMatch(/<meta name="description" content="[^"]{60,200}"/);
  expect(html).toContain('property="og:title"');
});
