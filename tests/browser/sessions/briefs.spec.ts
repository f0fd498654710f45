import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import {
  addPerson,
  confirmEmail,
  founderOf,
  logIn,
  newPerson,
  openDashboard,
  signInAsNewFounder,
} from '#tests/kit/browser/accounts.ts';
import { card } from '#tests/kit/browser/admin-fixture.ts';
import {
  buyOffer,
  chooseSlot,
  confirmChoice,
  findOffer,
  openCheckout,
  openProfile,
  pathWithChoice,
  payIn,
  proceedToPayment,
  waitUntilHydrated,
} from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

const QUESTION = 'What do you want to leave with?';
const TEXT = 'How do I price a <b>pilot</b> & whom do I ask first?';

test('What a visitor typed is in the dialog after signing up in a new tab, and on the booking', {
  tag: '@faults',
}, async ({ page, context, mailbox }) => {
  test.slow();
  const offer = await findOffer();
  const person = newPerson();

  await test.step('before the login, in a closed part of the dialog', async () => {
    await openProfile(page, offer.path);
    await chooseSlot(page, offer);
    const dialog = page.getByRole('dialog', { name: 'Login Required' });
    const part = dialog.getByRole('button', { name: 'Say what you want to leave with (optional)' });
    await expect(dialog.getByLabel(QUESTION)).toBeHidden();
    await part.click();
    await expect(dialog).toContainText('We keep it in this browser until you have logged in.');
    await dialog.getByLabel(QUESTION).fill(TEXT);
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Sign Up' }).click();
    await page.getByLabel('Full Name').fill(person.name);
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('button', { name: 'Resend Confirmation Email' })).toBeVisible();
  });

  const tab = await context.newPage();
  await confirmEmail(tab, mailbox, person);
  await logIn(tab, person);
  await expect(tab).toHaveURL(new RegExp(`${offer.path}\\?`));
  await waitUntilHydrated(tab);
  await confirmChoice(tab);
  const dialog = tab.getByRole('dialog', { name: 'Confirm Booking' });

  await test.step('a wrong link takes no hold and gets the focus', async () => {
    await expect(dialog.getByLabel(QUESTION)).toHaveValue(TEXT);
    await expect(dialog).toContainText(
      'Optional. Your mentor and our team read it before the session. It is never public.',
    );
    await dialog.getByRole('button', { name: 'Add more' }).click();
    await dialog.getByLabel('Where are you?').selectOption('Prototype');
    await dialog.getByLabel('Language you prefer').selectOption('English');
    const link = dialog.getByLabel('Link to a deck or site (optional)');
    await link.fill('http://deck.example');
    await dialog.getByLabel(QUESTION).fill('Too short');
    await dialog.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(dialog).toContainText('Please write at least 10 characters, or leave it empty.');
    await expect(dialog.getByLabel(QUESTION)).toBeFocused();
    await dialog.getByLabel(QUESTION).fill('x'.repeat(301));
    await expect(dialog).toContainText('301 of 300');
    await dialog.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(dialog).toContainText('Please keep it to 300 characters.');
    await dialog.getByLabel(QUESTION).fill(TEXT);
    await dialog.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(dialog).toContainText('Please enter a link that starts with https://.');
    await expect(link).toBeFocused();
    await expectAccessible(tab);
    await link.fill('https://deck.example/a');
  });

  await test.step('paying; a reload of the payment dialog keeps it', async () => {
    await proceedToPayment(tab);
    await tab.reload({ waitUntil: 'networkidle' });
    await waitUntilHydrated(tab);
    await confirmChoice(tab);
    await expect(dialog.getByLabel(QUESTION)).toHaveValue(TEXT);
    await proceedToPayment(tab);
    await payIn(await openCheckout(tab));
    await expect(tab).toHaveURL(/\/booking-success\//, { timeout: 15_000 });
    await expect(tab.getByText(TEXT)).toBeVisible();
    await expectAccessible(tab);
  });

  await test.step('the dashboard shows it, with its link as a host, and changes it', async () => {
    await openDashboard(tab, person);
    const booking = card(tab, offer.mentor.name);
    await expect(booking).toContainText('What you want to leave with');
    await expect(booking).toContainText(TEXT);
    await expect(booking).toContainText('Stage: Prototype');
    await expect(booking).toContainText('Prefers: English');
    const link = booking.getByRole('link', { name: 'deck.example' });
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await booking.getByRole('button', { name: 'Edit what you want to leave with' }).click();
    const edit = tab.getByRole('dialog', { name: 'Edit what you want to leave with' });
    await edit.getByLabel(QUESTION).fill('Whom do I ask first about my price?');
    await expectAccessible(tab);
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(tab.getByText('Saved. Your mentor sees the new text.')).toBeVisible();
    await expect(booking).toContainText('Whom do I ask first about my price?');
  });
  await tab.close();
});

test('What is kept is of one mentor, whichever the slot, goes with “Clear” and with logging out', {
  tag: '@faults',
}, async ({ page, sql }) => {
  // A list that is read in the moment of the log-out.
  allowConsoleError(/401.*my_holds/);
  await signInAsNewFounder(page, 'Ravi Kumar');
  const [offer, other] = [await findOffer(), await findOffer()];
  const open = async (one: typeof offer) => {
    await openProfile(page, pathWithChoice(one));
    await confirmChoice(page);
    return page.getByRole('dialog', { name: 'Confirm Booking' });
  };
  const dialog = await open(offer);
  await dialog.getByLabel(QUESTION).fill(TEXT);
  await open(other);
  await expect(dialog.getByLabel(QUESTION)).toHaveValue('');
  // The slot was lost, and another one of the same mentor is chosen.
  const [slot] = await sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    values (${offer.mentor.id}, private.today() + 40, '10:00', '11:00')
    returning date::text as date, '10:00' as "startTime", '11:00' as "endTime"`;
  await open({ ...offer, slot: { ...offer.slot, ...slot } });
  await expect(dialog.getByLabel(QUESTION)).toHaveValue(TEXT);
  await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(dialog.getByLabel(QUESTION)).toHaveValue('');
  await dialog.getByLabel(QUESTION).fill(TEXT);
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept:')));
  expect(await kept()).toHaveLength(1);
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  expect(await kept()).toEqual([]);
});

test('What a person typed whose session ended waits for them, and is shown to nobody else in this browser', {
  tag: '@ci',
}, async ({ page, sql }) => {
  allowConsoleError(/status of 40[13]/);
  const [person, next] = [await signInAsNewFounder(page, 'Ravi Kumar'), await addPerson('Meera Nair')];
  const offer = await findOffer();
  const open = async () => {
    await openProfile(page, pathWithChoice(offer));
    await confirmChoice(page);
    return page.getByRole('dialog', { name: /Confirm Booking|Login Required/ });
  };
  const end = async ({ email }: typeof person) => {
    await sql`delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = ${email}`;
    await page.goto('/dashboard');
    await expect(page.getByText('You were signed out. Please log in again.')).toBeVisible();
  };
  const dialog = await open();
  await dialog.getByLabel(QUESTION).fill(TEXT);
  await end(person);
  await open();
  await expect(dialog.getByRole('button', { name: 'Say what you want to leave with (optional)' })).toBeVisible();
  await expect(dialog.getByLabel(QUESTION)).toHaveValue('');
  await page.goto('/login');
  await logIn(page, person);
  await open();
  await expect(dialog.getByLabel(QUESTION)).toHaveValue(TEXT);

  await end(person);
  await logIn(page, next);
  await open();
  await expect(dialog.getByLabel(QUESTION)).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('pilot');
});

test('What a founder types for a booked session survives a session that ends, and goes with “Cancel”', {
  tag: '@ci',
}, async ({ page, app, sql }) => {
  allowConsoleError(/Failed to load resource/);
  const person = await signInAsNewFounder(page);
  const offer = await findOffer();
  await buyOffer(app, await founderOf(page), offer);
  await openDashboard(page, person);
  const open = card(page, offer.mentor.name).getByRole('button', { name: 'Say what you want to leave with' });
  const dialog = page.getByRole('dialog', { name: 'Say what you want to leave with' });
  await open.click();
  await dialog.getByLabel(QUESTION).fill(TEXT);
  await sql`delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = ${person.email}`;
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, person);
  await open.click();
  await expect(dialog.getByLabel(QUESTION)).toHaveValue(TEXT);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open.click();
  await expect(dialog.getByLabel(QUESTION)).toHaveValue('');
});
