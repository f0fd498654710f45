import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { signInAsMentor } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Your calendar' });
const lost = 'Google Calendar is disconnected. Your hours still apply, but we no longer see when you are busy.';

const newGoogleAccount = () => `own-${randomUUID().slice(0, 8)}@mail.example`;

/** On Google's pages: which account, and whether the box of the busy times stays ticked. */
async function consent(
  page: Page,
  email: string,
  options: { isTicked?: boolean; button?: string } = {},
): Promise<void> {
  const { isTicked = true, button = 'Continue' } = options;
  await page.getByLabel('Name', { exact: true }).fill('Asha Rao');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Next' }).click();
  const box = page.getByLabel('See your availability in your calendars');
  await expect(box).toBeChecked();
  await box.setChecked(isTicked);
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test('A mentor connects the own calendar, is hidden while busy, and disconnects it', { tag: '@faults' }, async ({
  page,
  sql,
  addMentor,
}) => {
  allowConsoleError(/status of 422/);
  const mentor = await addMentor();
  const [slot] = await sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    values (${mentor.id}, private.today() + 3, '10:00', '11:00') returning id, date::text as date`;
  const hidden = async () =>
    (await sql`select hidden_because from public.mentor_availability where id = ${slot?.id}`)[0]?.hidden_because;
  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/hours');
  await expect(section(page)).toContainText('We only see when you are busy: no titles, no guests, no places.');
  await expectAccessible(page);

  const google = newGoogleAccount();
  await section(page).getByRole('button', { name: 'Connect Google Calendar' }).click();
  await consent(page, google);
  await expect(page).toHaveURL(/\/mentor-dashboard\/hours$/);
  await expect(page.getByText('Google Calendar is connected')).toBeVisible();
  await expect(section(page)).toContainText(`Connected as ${google}`);
  await expect(section(page)).toContainText('Checked just now');

  // An appointment in the own calendar, as Google's page has it.
  await page.goto(`/sandbox/google/calendar?email=${google}`);
  await page.getByLabel('Date').fill(slot?.date);
  await page.getByLabel('From').fill('10:30');
  await page.getByLabel('To', { exact: true }).fill('11:30');
  await page.getByRole('button', { name: 'Add busy time' }).click();
  await expect(page.getByRole('heading', { name: 'Busy', exact: true }).first()).toBeVisible();
  await page.goto('/mentor-dashboard/hours');
  await section(page).getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Your calendar was checked.')).toBeVisible();
  expect(await hidden()).toBe('calendar');
  await expect(page.getByText('Busy in your calendar')).toBeVisible();

  const field = section(page).getByLabel('Address of a calendar');
  await field.fill('travel');
  await field.press('Enter');
  await expect(section(page)).toContainText('Please enter the address of a calendar, such as name@example.com.');
  // Meanwhile another device adds one, which this page does not show.
  await sql`
    update private.mentor_calendars set calendars = '{family@mail.example}' where mentor_id = ${mentor.id}`;
  await field.fill('stranger@mail.example');
  await section(page).getByRole('button', { name: 'Add calendar' }).click();
  await expect(section(page)).toContainText('Google does not show us stranger@mail.example.');
  await expect(section(page)).toContainText('Google does not show us family@mail.example.');
  await expect(field).toHaveValue('');
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
  await section(page).getByRole('button', { name: 'Remove stranger@mail.example' }).click();
  await expect(section(page).getByText('stranger@mail.example')).toHaveCount(0);
  await expect(section(page).getByText('family@mail.example', { exact: true })).toBeVisible();

  await section(page).getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect Google Calendar?' });
  await expect(dialog).toContainText('Signing in with Google may ask for your consent again.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(section(page).getByRole('button', { name: 'Connect Google Calendar' })).toBeVisible();
  expect(await hidden()).toBeNull();
});

test('A consent without busy times connects nothing, and a lost permission is said on every page until it is given again', {
  tag: '@faults',
}, async ({ page, sql, addMentor }) => {
  allowConsoleError(/status of 422/);
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/settings');
  const google = newGoogleAccount();
  await section(page).getByRole('button', { name: 'Connect Google Calendar' }).click();
  await consent(page, google, { isTicked: false });
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('You did not allow Point 0 to see when you are busy. Nothing was connected.');
  // Google's code is out of the address.
  await expect(page).toHaveURL(/\/mentor-dashboard\/calendar-callback$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await consent(page, google, { button: 'Cancel' });
  await expect(failure).toContainText('Google Calendar was not connected.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await consent(page, google);
  await expect(page.getByText('Google Calendar is connected')).toBeVisible();
  await expect(page).toHaveURL(/\/mentor-dashboard\/settings$/);
  await expect(section(page)).toContainText(`Connected as ${google}`);

  const revoked = await page.request.post('/sandbox/google/tokens/revoke', { data: { email: google } });
  expect(revoked.status()).toBe(204);
  await section(page).getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(lost)).toBeVisible();
  await expect(section(page)).toContainText(`No longer connected as ${google}`);
  await page.goto('/mentor-dashboard');
  await expect(page.getByText(lost)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Connect again' }).click();
  await consent(page, google);
  await expect(page).toHaveURL(/\/mentor-dashboard$/);
  await expect(page.getByText('Google Calendar is connected')).toBeVisible();
  await expect(page.getByText(lost)).toHaveCount(0);

  await sql`
    update private.mentor_calendars set checked_at = now() - interval '25 hours' where mentor_id = ${mentor.id}`;
  await page.reload();
  await expect(page.getByText(/^Google Calendar could not be read since .+\. Your hours still apply/)).toBeVisible();
});
