import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { addPerson, confirmEmail, logIn, logOut, newPerson, signUp } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { loseNextAnswer, watchRequests } from '#tests/kit/browser/network.ts';
import { PHONE } from '#tests/kit/browser/widths.ts';

async function fillSignUp(
  page: Page,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<void> {
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
}

test.describe('signing up', () => {
  test('Who presses again because the answer was lost is told where the e-mail went', { tag: '@ci' }, async ({
    page,
    mailbox,
  }) => {
    allowConsoleError(/Failed to load resource/);
    const person = newPerson();
    await page.goto('/signup');
    await fillSignUp(page, person);
    await loseNextAnswer(page, '**/auth/v1/signup*');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('alert').getByText('Failed to create account. Please try again.')).toBeVisible();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    await expect(page.getByText(`We sent a confirmation link to ${person.email}.`)).toBeVisible();
    await confirmEmail(page, mailbox, person);
  });

  test('The sign-up form names every fault and loses nothing that was typed', async ({ page }) => {
    await page.goto('/signup');
    await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
    await expectAccessibleAtBothWidths(page);
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
    await expectAccessibleAtBothWidths(page);

    await page.getByLabel('Password', { exact: true }).fill('123456');
    await page.getByLabel('Confirm Password', { exact: true }).fill('654321');
    await expect(page.getByText("Passwords don't match")).toBeVisible();
  });

  test('Who signs up confirms the address by e-mail, reads so on the login page, and logs in', async ({
    page,
    mailbox,
  }) => {
    const person = newPerson('Asha Rao');
    await page.setViewportSize({ width: 360, height: 640 });
    await signUp(page, person);
    const answer = page.getByRole('heading', { level: 1, name: 'Check your inbox' });
    await expect(answer).toBeFocused();
    await expect(answer, 'the form was longer than the screen').toBeInViewport({ ratio: 1 });
    await page.setViewportSize(PHONE);
    await expect(page.getByText('Account created! Please check your email to confirm your account.')).toBeVisible();
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

  test('Who signs up while the mail server is away reads that we keep trying, until the e-mail is sent', async ({
    page,
  }) => {
    await page.clock.install();
    const address = '**/rest/v1/rpc/is_mail_away';
    await page.route(address, (route) => route.fulfill({ json: true }));
    await signUp(page, newPerson());
    const away = page.getByText('We could not send the e-mail yet. We keep trying.');
    await expect(away).toBeVisible();
    await expectAccessible(page);
    await page.route(address, (route) => route.fulfill({ json: false }));
    await page.clock.runFor(6_000);
    await expect(away).toBeHidden();
  });

  test('After signing up, the e-mail may be sent again after a countdown; the server decides', async ({ page }) => {
    allowConsoleError(/status of 429/);
    await page.clock.install();
    await signUp(page, newPerson());
    const resend = page.getByRole('button', { name: 'Resend Confirmation Email' });
    await expect(resend).toHaveText(/^Resend Confirmation Email \(\d+ s\)$/);
    await expect(resend).toBeDisabled();
    await page.clock.fastForward(61_000);
    await expect(resend).toHaveText('Resend Confirmation Email');
    await resend.click();
    await expect(
      page.getByText(/^We just sent one\. Please wait \d+ seconds? before asking for another\.$/),
    ).toBeVisible();
    await expect(resend).toBeDisabled();
  });

  test('The sign-up form offers to send the confirmation e-mail again', async ({ page }) => {
    allowConsoleError(/status of 500/);
    await page.goto('/signup');
    const resend = page.getByRole('button', { name: 'Send It Again' });
    await resend.click();
    await expect(page.getByText('Please fill in your details first.')).toBeVisible();
    await page.getByLabel('Email').fill('asha@');
    await resend.click();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill(newPerson().email);
    await page.route('**/auth/v1/resend**', (route) => route.fulfill({ status: 500, json: { msg: 'down' } }));
    await resend.click();
    await expect(page.getByText('Failed to resend confirmation email.')).toBeVisible();
    await page.unroute('**/auth/v1/resend**');
    await resend.click();
    await expect(page.getByText('Confirmation email resent! Please check your inbox.')).toBeVisible();
    await expect(resend).toBeDisabled();
    await expectAccessible(page);
  });

  test('Signing up with an address that is taken is refused', async ({ page }) => {
    const person = await addPerson();
    await page.goto('/signup');
    await fillSignUp(page, { ...person, name: 'Somebody Else', email: person.email.toUpperCase() });
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('This email is already registered. Please log in instead.').first()).toBeVisible();
    await expect(page.getByLabel('Full Name')).toHaveValue('Somebody Else');
  });

  test('The sign-up form says what Auth objects to', async ({ page }) => {
    allowConsoleError(/status of (400|422|500)|Failed to load resource/);
    let answer: { status: number; json: object } | null = null;
    await page.route('**/auth/v1/signup**', (route) => (answer ? route.fulfill(answer) : route.abort('failed')));
    await page.goto('/signup');
    await fillSignUp(page, newPerson());
    for (const [status, code, message, sentence] of [
      [422, 'weak_password', 'Password should contain a digit', 'Password must be at least 6 characters long.'],
      [400, 'email_address_invalid', 'Email address is invalid', 'Please enter a valid email address.'],
      [
        422,
        'signup_disabled',
        'Signups not allowed',
        'Registration failed: New accounts cannot be created right now. Please try again later.',
      ],
      [
        500,
        'unexpected_failure',
        'Database error saving new user',
        'Registration failed: Something went wrong on our side. Please try again.',
      ],
    ] as const) {
      answer = { status, json: { code: status, error_code: code, msg: message } };
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByRole('main').getByText(sentence, { exact: true })).toBeVisible();
    }
    // No words of Auth reach the page, not even among details.
    const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
    answer = { status: 422, json: { code: 422, error_code: 'invented', msg: 'secret detail' } };
    await page.getByRole('button', { name: 'Create Account' }).click();
    expect((await warned).text()).toContain('invented');
    await expect(page.getByText('Registration failed: Something went wrong on our side.').first()).toBeVisible();
    const html = await page.content();
    for (const text of ['secret detail', 'Database error', 'Signups not allowed']) expect(html).not.toContain(text);
    answer = null;
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('main').getByText('Failed to create account. Please try again.')).toBeVisible();
    await expectAccessible(page);
  });

  test('The sign-up form takes odd texts as text, and endless ones not at all', { tag: '@faults' }, async ({
    page,
    mailbox,
  }) => {
    const person = newPerson('<script>alert(1)</script> 🦄 عائشة');
    await page.goto('/signup');
    const submit = page.getByRole('button', { name: 'Create Account' });
    const book = 'x'.repeat(100_000);
    await fillSignUp(page, { name: book, email: `${book}@example.test`, password: book });
    await submit.click();
    await expect(page.getByText('Name must be at most 120 characters.')).toBeVisible();
    await expect(page.getByText('Email must be at most 254 characters.')).toBeVisible();
    await expect(
      page.getByText('Password must be at most 72 characters; accents and emoji count more than once.'),
    ).toBeVisible();
    const name = page.getByLabel('Full Name');
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Name must be at most 120 characters.');
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);

    const requests = watchRequests(page, (request) => request.url().includes('/auth/v1/signup'));
    const password = '  खाली जगह  ';
    await fillSignUp(page, { name: `  ${person.name} `, email: `  ${person.email.toUpperCase()} `, password });
    await submit.dblclick();
    await expect(page.getByRole('button', { name: 'Resend Confirmation Email' })).toBeVisible();
    expect(requests).toHaveLength(1);
    await confirmEmail(page, mailbox, person);
    await logIn(page, { email: ` ${person.email}`, password });
    await expect(page.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible();
  });

  test('The sign-up form works with password managers, shows the password on demand and warns of Caps Lock', async ({
    page,
  }) => {
    await page.goto('/signup');
    await expect(page.getByLabel('Full Name')).toHaveAttribute('autocomplete', 'name');
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email');
    const password = page.getByLabel('Password', { exact: true });
    await expect(password).toHaveAttribute('autocomplete', 'new-password');
    await password.fill('correct horse');
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).first().click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue('correct horse');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
    await password.evaluate((input) =>
      input.dispatchEvent(new KeyboardEvent('keyup', { key: 'A', modifierCapsLock: true, bubbles: true })),
    );
    await expect(password).toHaveAccessibleDescription('Caps Lock is on.');
  });
});

test.describe('logging in', () => {
  test('The login refuses each fault in its own words', async ({ page }) => {
    allowConsoleError(/status of (400|429)/);
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
      page.getByText('Please confirm your email before logging in. Check your inbox for a confirmation link.').first(),
    ).toBeVisible();

    const resend = page.getByRole('button', { name: 'Resend Confirmation Email' });
    await resend.click();
    await expect(page.getByText(/^We just sent one\. Please wait \d+ seconds?/)).toBeVisible();
    await expect(resend).toBeDisabled();

    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await submit.click();
    await expect(page.getByText('Invalid email or password.').first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await expectAccessible(page);
  });

  test('The login says so when nothing answers', async ({ page }) => {
    allowConsoleError(/Failed to (load resource|fetch)|ERR_FAILED/);
    await page.goto('/login');
    await page.route('**/auth/v1/token**', (route) => route.abort('failed'));
    await page.getByLabel('Email').fill('asha@example.test');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('Login failed. Please try again.').first()).toBeVisible({ timeout: 20_000 });
    const banner = page.getByRole('main').getByRole('alert');
    await expect(banner).toContainText('The server could not be reached. Please check your connection and try again.');
    // What was thrown is for who wants to know.
    await expect(banner.getByText('Failed to fetch')).toBeHidden();
    await banner.getByText('Details').click();
    await expect(banner.getByText('Failed to fetch')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('asha@example.test');
  });

  test('The login says what Auth objects to', async ({ page }) => {
    allowConsoleError(/status of 429/);
    await page.goto('/login');
    await page.route('**/auth/v1/token**', (route) =>
      route.fulfill({
        status: 429,
        json: { error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
      }),
    );
    await page.getByLabel('Email').fill('asha@example.test');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(
      page
        .getByText('Login failed: Too many attempts from your network. Please wait five minutes and try again.')
        .first(),
    ).toBeVisible();
  });

  test('The login page sends on those who are signed in, never to another site', { tag: '@faults' }, async ({
    page,
  }) => {
    const person = await addPerson();
    await page.goto('/login?returnUrl=//elsewhere.example/mentors');
    await logIn(page, person);
    await expect(page).toHaveURL('/dashboard');

    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/rest/v1/profiles**', async (route) => {
      await held;
      await route.fallback();
    });
    await page.goto('/login?returnUrl=%2Fabout-us%3Ffrom%3Dlogin');
    await expect(page.getByText('Checking authentication...')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    letGo();
    await expect(page).toHaveURL('/about-us?from=login');
    await page.goto('/signup');
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('the dashboard', () => {
  test('The dashboard asks a visitor to log in, and comes back afterwards', async ({ page }) => {
    const person = await addPerson('Ravi Iyer');
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

  test('The dashboard says that bookings cannot be read, and tries again', async ({ page }) => {
    allowConsoleError(/status of 503/);
    const person = await addPerson();
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

  test('Logging out on the dashboard leads to the home page, and logs out every tab', async ({ page, context }) => {
    // What the other tab is reading in that moment is refused.
    allowConsoleError(/status of 401.+rest\/v1\/rpc\/my_(holds|policy_changes)/);
    const person = await addPerson();
    await logIn(page, person);
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(other.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible();

    await logOut(page);
    await expect(page.getByText('Logged out successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(other).toHaveURL(/\/login$/);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('A visitor of an address that leads nowhere is told so, with status 404', async ({ page }) => {
  allowConsoleError(/status of 404/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByText("Oops! The page you're looking for doesn't exist.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await expectAccessible(page);
});
