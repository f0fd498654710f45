import { expectAccessible } from './accessibility.ts';
import { confirmEmail, logIn, newPerson, signUp } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { linkIn } from './mailbox.ts';

test.describe('signing up', () => {
  test('names every fault and loses nothing that was typed', async ({ page }) => {
    await page.goto('/signup');
    await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Full Name').fill('A');
    await page.getByLabel('Email').fill('asha@');
    await page.getByLabel('Password', { exact: true }).fill('12345');
    await page.getByLabel('Confirm Password', { exact: true }).fill('1234');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Name must be at least 2 characters.')).toBeVisible();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters.', { exact: true })).toBeVisible();
    await expect(page.getByText('Confirm password must be at least 6 characters.')).toBeVisible();
    await expect(page.getByLabel('Full Name')).toHaveValue('A');
    await expect(page.getByLabel('Email')).toHaveValue('asha@');
    await expectAccessible(page);

    await page.getByLabel('Password', { exact: true }).fill('123456');
    await page.getByLabel('Confirm Password', { exact: true }).fill('654321');
    await expect(page.getByText("Passwords don't match")).toBeVisible();
  });

  test('confirms by e-mail, says so on the login page, and lets the person in', async ({ page, mailbox }) => {
    const person = newPerson('Asha Rao');
    await signUp(page, person);
    await expect(
      page.getByText('Account created! Please check your email to confirm your account.'),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible();
    await expectAccessible(page);

    await confirmEmail(page, mailbox, person);
    await expect(
      page.getByText('Email confirmed successfully! You can now log in to your account.').first(),
    ).toBeVisible();
    await expectAccessible(page);

    await logIn(page, person);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Welcome, Asha Rao' })).toBeVisible();
    await expect(page.getByText('Login successful!')).toBeVisible();
  });

  test('says so when the link in the e-mail is opened a second time', async ({ page, mailbox }) => {
    const person = newPerson();
    await signUp(page, person);
    await confirmEmail(page, mailbox, person);
    const mail = await mailbox.waitFor(person.email, /confirm/i);
    await page.goto(linkIn(mail, /verify/));
    await expect(page.getByText('This link no longer works')).toBeVisible();
    await expect(page.getByText('Email Confirmed', { exact: true })).toBeHidden();
    await logIn(page, person);
  });

  test('refuses an address that is taken, and a second e-mail within a minute', async ({
    page,
    mailbox,
    expectComplaint,
  }) => {
    expectComplaint(/status of 429/);
    const person = newPerson();
    await signUp(page, person);
    await page.getByRole('button', { name: 'Resend Confirmation Email' }).click();
    await expect(
      page.getByText('We just sent one. Please wait a minute before asking for another.'),
    ).toBeVisible();

    await confirmEmail(page, mailbox, person);
    await page.goto('/signup');
    await page.getByLabel('Full Name').fill('Somebody Else');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('another secret');
    await page.getByLabel('Confirm Password', { exact: true }).fill('another secret');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(
      page.getByText('This email is already registered. Please log in instead.').first(),
    ).toBeVisible();
    await expect(page.getByLabel('Full Name')).toHaveValue('Somebody Else');
  });
});

test.describe('logging in', () => {
  test('refuses what is wrong, each in its own words', async ({ page, expectComplaint }) => {
    expectComplaint(/status of 400/);
    const person = newPerson();
    await signUp(page, person);
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    await expectAccessible(page);

    const submit = page.getByRole('main').getByRole('button', { name: 'Log In', exact: true });
    await submit.click();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible();

    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await submit.click();
    await expect(
      page
        .getByText('Please confirm your email before logging in. Check your inbox for a confirmation link.')
        .first(),
    ).toBeVisible();

    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await submit.click();
    await expect(page.getByText('Invalid email or password.').first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await expectAccessible(page);
  });

  test('says what happened when nothing answers', async ({ page, expectComplaint }) => {
    expectComplaint(/Failed to (load resource|fetch)|ERR_FAILED/);
    await page.goto('/login');
    await page.route('**/auth/v1/token**', (route) => route.abort('failed'));
    await page.getByLabel('Email').fill('asha@example.test');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('Login failed. Please try again.').first()).toBeVisible({ timeout: 20_000 });
    await expect(page.getByLabel('Email')).toHaveValue('asha@example.test');
  });
});

test.describe('the dashboard', () => {
  test('asks a visitor to log in first, and comes back', async ({ page, mailbox }) => {
    const person = newPerson('Ravi Iyer');
    await signUp(page, person);
    await confirmEmail(page, mailbox, person);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Please log in to access your dashboard.')).toBeVisible();
    await logIn(page, person);
    await expect(page).toHaveURL(/\/dashboard$/);

    await expect(page.getByRole('heading', { name: 'Your Sessions' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Browse Mentors' })).toHaveAttribute('href', '/mentors');
    await expect(page.getByRole('link', { name: 'Find New Mentors' })).toHaveAttribute('href', '/mentors');
    await page.getByRole('button', { name: 'Refresh Bookings' }).click();
    await expect(page.getByText('Bookings refreshed')).toBeVisible();
    await expectAccessible(page);
  });

  test('tells when the bookings cannot be read, and tries again on request', async ({
    page,
    mailbox,
    expectComplaint,
  }) => {
    expectComplaint(/status of 503/);
    const person = newPerson();
    await signUp(page, person);
    await confirmEmail(page, mailbox, person);
    let isDown = true;
    await page.route('**/rest/v1/bookings**', (route) =>
      isDown ? route.fulfill({ status: 503, json: { message: 'down' } }) : route.fallback(),
    );
    await logIn(page, person);
    const failure = page.getByText('Failed to load your bookings.');
    await expect(failure.first()).toBeVisible({ timeout: 15_000 });
    isDown = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('You have no sessions yet.')).toBeVisible();
  });

  test('logs out to the home page, in every tab', async ({ page, mailbox, context }) => {
    const person = newPerson();
    await signUp(page, person);
    await confirmEmail(page, mailbox, person);
    await logIn(page, person);
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(other.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible();

    await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText('Logged out successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(other).toHaveURL(/\/login$/);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('an address that leads nowhere says so', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByText("Oops! The page you're looking for doesn't exist.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await expectAccessible(page);
});
