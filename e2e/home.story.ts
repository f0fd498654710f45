import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { expectNoLayoutShift } from './layout-shift.ts';

test('the home page makes its promise and shows the way', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(
    page.getByRole('heading', { level: 1, name: 'Find the perfect mentor for your startup journey' }),
  ).toBeVisible();
  expect(
    fetched.filter((url) => url.includes('/rest/')),
    'the featured mentors come with the page',
  ).toEqual([]);
  await expect(page.getByText('500+')).toHaveCount(2);
  await expect(page.getByText('Incubated at a business school')).toBeVisible();

  const featured = page.getByRole('region', { name: 'Meet Our Expert Mentors' });
  await expect(featured.getByRole('article')).toHaveCount(4);
  await expect(featured.getByRole('link', { name: 'View All Mentors' })).toHaveAttribute('href', '/mentors');
  await expect(page.getByRole('list', { name: 'Featured mentors' }).getByRole('link')).toHaveCount(3);

  for (const title of [
    'Expert Mentors',
    'Flexible Scheduling',
    'Specialized Expertise',
    'Startup Resources',
    'Learning Programs',
    'Growth Community',
    'Find Your Mentor',
    'Book a Session',
    'Meet Virtually',
    'Grow & Succeed',
  ]) {
    await expect(page.getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();

  const community = page.getByRole('main').getByRole('link', { name: 'Join Our Community' });
  await expect(community).toHaveCount(2);
  await expect(community.first()).toHaveAttribute('target', '_blank');

  await expectNoLayoutShift(page);
  await expectAccessible(page);

  await page.getByRole('main').getByRole('link', { name: 'Find Your Mentor' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Find the Perfect Mentor' })).toBeVisible();
});

test('without the featured mentors, their section shows nothing', async ({ page, expectComplaint }) => {
  expectComplaint(/500 \(Internal Server Error\).*mentors/);
  await page.goto('/mentors', { waitUntil: 'networkidle' });
  await page.route(/\/rest\/v1\/mentors/, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await page.getByRole('banner').getByRole('link', { name: 'Point 0', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Meet Our Expert Mentors' })).toHaveCount(0);
  await expect(page.getByText('An error occurred while fetching data.')).toHaveCount(0);
});

test('a password-recovery link that lands here goes on to the reset page', async ({ page }) => {
  await page.goto('/#type=recovery&note=kept');
  // What the hash said is read, and leaves the address bar.
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
});
