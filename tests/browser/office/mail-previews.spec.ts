import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';

test('The previews, reached from the mailbox, show an e-mail in both themes and as text, and fit a phone', {
  tag: '@ci',
}, async ({ page }) => {
  await page.goto('/sandbox/mailbox');
  await page.getByRole('link', { name: 'See every e-mail with sample data' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Founders', 'Mentors', 'Administrators']);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Asha Rao offers another time times_offered' }).click();
  const background = (theme: string) =>
    page
      .frameLocator(`iframe[title="${theme} theme"]`)
      .locator('.card')
      .evaluate((card) => getComputedStyle(card).backgroundColor);
  expect([await background('Light'), await background('Dark')]).toEqual(['rgb(255, 255, 255)', 'rgb(28, 25, 22)']);
  await expect(page.getByText('Asha Rao cannot meet on').first()).toContainText('Choose a time');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('link', { name: 'All e-mails' }).click();
  await expect(page).toHaveURL(/\/sandbox\/mails$/);

  // A long name makes no e-mail wider than the smallest phone, wherever it stands.
  await page.setViewportSize({ width: 320, height: 640 });
  for (const mail of ['mentor/story_name/2', 'founder/check_in/2', 'mentor/booking_confirmed/3']) {
    await page.goto(`/sandbox/mails/${mail}/light`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), mail).toBe(320);
  }
});
