import { signInAsMentor } from '#tests/kit/browser/accounts.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { CONDITIONS } from './conditions.ts';
import { goBack, KEEPS_PAGES, watchReturn } from './left-and-back.ts';
import { runJourneys } from './run-journeys.ts';

test.use({ launchOptions: KEEPS_PAGES });

runJourneys(CONDITIONS.filter(({ needs }) => needs === 'kept pages'));

test('A button that led to Google for a sign-in can be pressed again by who comes back', { tag: '@ci' }, async ({
  page,
}) => {
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Continue with Google' });
  await watchReturn(page);
  await button.click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await goBack(page);
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
});

test('A button that led to Google for a calendar can be pressed again by who comes back', { tag: '@ci' }, async ({
  page,
  addMentor,
}) => {
  const mentor = await addMentor();
  // This page is not always kept. What the browser tells a page that it kept is told it here.
  // An answer without content leaves a browser where it is. Of a redirect only the first address can be answered.
  await page.route('**/connect-calendar?consent=*', (route) => route.fulfill({ status: 204 }));
  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/hours');
  const button = page.getByRole('button', { name: 'Connect Google Calendar' });
  await button.click();
  await expect(page.getByText('Opening Google…')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(button).toBeEnabled();
  await expect(page.getByText('Opening Google…')).toHaveCount(0);
});
