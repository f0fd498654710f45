import { formatInr } from '#rules/money/rupees.ts';
import { formatDateFull, formatDateShort } from '#rules/shell/ist.ts';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { confirmEmail, logIn, newPerson } from '#tests/kit/browser/accounts.ts';
import {
  chooseSlot,
  confirmChoice,
  findOffer,
  keptPayments,
  openCheckout,
  openPicker,
  openProfile,
  paymentDialog,
  pickDay,
  timeOf,
  waitUntilHydrated,
} from '#tests/kit/browser/booking-flow.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift } from '#tests/kit/browser/layout-shift.ts';
import { isPhone } from '#tests/kit/browser/widths.ts';

test('A visitor picks a slot, signs up, pays and finds the booking on the dashboard', { tag: '@main' }, async ({
  page,
  context,
  mailbox,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const offer = await findOffer();
  const { mentor, slot } = offer;
  const price = formatInr(mentor.price);

  await test.step('the profile', async () => {
    await openProfile(page, offer.path);
    await expect(page.getByRole('heading', { level: 1, name: mentor.name })).toBeVisible();
    await expectNoLayoutShift(page);
    await expectAccessible(page);
    await chooseSlot(page, offer);
  });

  const person = newPerson();
  await test.step('login is required; signing up leads back to the chosen slot', async () => {
    const dialog = page.getByRole('dialog', { name: 'Login Required' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Log In' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL(/\/signup/);
    const time = timeOf(slot).split(' – ')[0];
    const held = page.getByText(`${mentor.name}, ${formatDateShort(slot.date)}, ${time} is held in this browser.`);
    await expect(held).toBeVisible();
    await expect(page.getByText(/By creating an account you confirm that you are 18 or older/)).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    await expect(held).toBeVisible();
    await expect(page.getByText(/By creating an account/)).toHaveCount(0);
    // Opened anew, the address alone leads to the same sentence.
    await page.reload();
    await expect(held).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(held).toBeVisible();
    await page.getByLabel('Full Name').fill(person.name);
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('button', { name: 'Resend Confirmation Email' })).toBeVisible();
    await confirmEmail(page, mailbox, person);
    await expectAccessible(page);
    await logIn(page, person);
    await expect(page).toHaveURL(new RegExp(`${offer.path}\\?`));
    if (isPhone(page)) {
      await expect(page.locator('[data-bottom-bar]')).toContainText(formatDateShort(slot.date));
    } else {
      await expect(page.getByRole('radio', { name: timeOf(slot), exact: true })).toBeChecked();
    }
  });

  await test.step('confirming', async () => {
    await waitUntilHydrated(page);
    await confirmChoice(page);
    const dialog = page.getByRole('dialog', { name: 'Confirm Booking' });
    await expect(dialog).toContainText(mentor.name);
    await expect(dialog).toContainText(formatDateFull(slot.date));
    await expect(dialog).toContainText(`${timeOf(slot)} IST`);
    await expect(dialog).toContainText(price);
    await expect(dialog).toContainText('Cancellations are allowed up to 24 hours before the session.');
    await expect(dialog).toContainText(/By paying you accept the Terms.* and the cancellation and refund rules.*\./);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Proceed to Payment' }).click();
  });

  await test.step('paying', async () => {
    await expect(page.getByRole('heading', { name: 'Complete your booking payment' })).toBeVisible();
    await expect(paymentDialog(page)).toContainText('This slot is held for you until');
    await expectAccessible(page);
    const checkout = await openCheckout(page);
    await expect(paymentDialog(page)).toBeHidden();
    await expect(checkout).toContainText(`Mentoring Session with ${mentor.name}`);
    await expectAccessible(page);
    await checkout.getByRole('button', { name: `Pay ${price}` }).click();
    await expect(page.getByText('Payment verified! Redirecting to confirmation...')).toBeVisible();
  });

  await test.step('processing', async () => {
    await expect(page).toHaveURL(/\/booking-processing\/[0-9a-f-]{36}\?.*verified=true/);
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(page).not.toHaveURL(/signature|paymentId|orderId/);
    await expect(page.getByText('Booking confirmed!')).toBeVisible();
    // The picture is the database's: the address, which anybody can write, names none that is read.
    const summary = page.getByRole('region', { name: 'Session summary' });
    await expect(summary.getByRole('presentation')).not.toHaveAttribute('src', '/placeholder.svg');
    await expectAccessible(page);
  });

  let code = '';
  await test.step('success', async () => {
    await expect(page).toHaveURL(/\/booking-success\/[0-9a-f-]{36}\?/);
    const address = new URL(page.url());
    expect([...address.searchParams.keys()]).not.toContain('signature');
    expect([...address.searchParams.keys()]).not.toContain('paymentId');
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(page.getByText('Your booking has been submitted for review')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Booking Under Review' })).toBeVisible();
    const details = page.getByRole('region', { name: 'Session details' });
    for (const text of [mentor.name, formatDateFull(slot.date), timeOf(slot), price, 'Paid']) {
      await expect(details).toContainText(text);
    }
    await expect(details, 'the short code stands there, no UUID').not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/);
    await expect(page.getByText(/^Expect the answer by .+ IST\.$/)).toBeVisible();
    const copy = details.getByRole('button', { name: /^Copy booking code P0-[0-9A-HJKMNP-TV-Z]{6}$/ });
    await copy.click();
    await expect(page.getByText('Booking code copied')).toBeVisible();
    code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toBe(await copy.textContent());
    await expectAccessible(page);
    await expect.poll(() => keptPayments(page), 'payment records left').toEqual([]);

    // The address only fills the first paint: without its query the booking comes from the database.
    await page.goto(address.pathname);
    const stored = page.getByRole('region', { name: 'Session details' });
    await expect(stored).toContainText(mentor.name);
    await expect(stored).toContainText(price);
  });

  await test.step('the dashboard', async () => {
    await page.getByRole('link', { name: 'Go to My Dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('Pending Review').first()).toBeVisible();
    await expect(page.getByText('Awaiting admin confirmation').first()).toBeVisible();
    await expect(page.getByText(mentor.name).first()).toBeVisible();
    await expect(page.getByText(/^Expect the answer by .+ IST\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: `Copy booking code ${code}` })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the slot is taken for everyone else', async () => {
    await openProfile(page, offer.path);
    const taken = page.getByRole('radio', { name: new RegExp(`${timeOf(slot)}.*\\(Booked\\)`) });
    await pickDay(await openPicker(page), slot.date);
    await expect(taken).toBeDisabled();
  });
});
