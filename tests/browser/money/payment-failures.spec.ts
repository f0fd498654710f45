import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { founderOf, signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import {
  chooseSlot,
  confirmChoice,
  continuePaying,
  findOffer,
  openCheckout,
  openPicker,
  openProfile,
  pathWithChoice,
  payIn,
  paymentDialog,
  proceedToPayment,
  startPaying,
  timeOf,
  waitUntilHydrated,
} from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

const ORDER = '**/functions/v1/create-payment-order';
const HOLDS = '**/rest/v1/rpc/my_holds';
const SCRIPT = '**/checkout.js';

const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm Booking' });
const payButton = (page: Page) => paymentDialog(page).getByRole('button', { name: /^Pay ₹/ });

/** The keyboard goes on where the person is: inside the open dialog. */
async function expectFocusIn(dialog: ReturnType<typeof paymentDialog>): Promise<void> {
  await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
}

test('Without a network a payment dialog says so itself, before the code of messages came', { tag: '@faults' }, async ({
  page,
  context,
}) => {
  allowConsoleError(/Failed to load resource/);
  await page.route('**/assets/sonner-toaster-*', () => {});
  await signInAsNewFounder(page);
  await openProfile(page, pathWithChoice(await findOffer()));
  await confirmChoice(page);
  const proceed = confirmDialog(page).getByRole('button', { name: 'Proceed to Payment' });
  await expect(proceed).toBeVisible();
  await context.setOffline(true);
  await proceed.click();
  await expect(
    confirmDialog(page).getByText(
      'Failed to create payment order: No internet connection. Please check your network and try again.',
    ),
  ).toBeInViewport();
  await expectAccessible(page);
  // What the dialog said is still said when it has closed.
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmDialog(page)).toHaveCount(0);
  await expect(page.getByText(/^Failed to create payment order: No internet connection/)).toBeInViewport();
  await context.setOffline(false);
});

test('A payment order that cannot be made says why, and the next try makes it once', { tag: '@ci' }, async ({
  page,
  context,
}) => {
  test.slow();
  allowConsoleError(/Failed to load resource/);
  await signInAsNewFounder(page);
  await openProfile(page, pathWithChoice(await findOffer()));
  await confirmChoice(page);
  const proceed = confirmDialog(page).getByRole('button', { name: 'Proceed to Payment' });

  await page.route(ORDER, (route) => route.fulfill({ json: {} }));
  await proceed.click();
  await expect(page.getByText('Failed to create payment order. Please try again.')).toBeVisible();
  await expectFocusIn(confirmDialog(page));

  await page.unroute(ORDER);
  await page.route(ORDER, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await proceed.click();
  await expect(
    page.getByText('Failed to create payment order: The server answered with an error. Please try again in a moment.'),
  ).toBeVisible();
  await expect(page.getByText('HTTP 502: Bad Gateway')).toBeHidden();
  await page.getByText('Details', { exact: true }).click();
  await expect(page.getByText('HTTP 502: Bad Gateway')).toBeVisible();

  await page.unroute(ORDER);
  await page.route(ORDER, (route) => route.abort());
  await proceed.click();
  await expect(
    page.getByText(
      'Failed to create payment order: Network error calling create-payment-order. Please check your connection.',
    ),
  ).toBeVisible();

  await page.unroute(ORDER);
  await context.setOffline(true);
  await proceed.click();
  await expect(
    page.getByText('Failed to create payment order: No internet connection. Please check your network and try again.'),
  ).toBeVisible();
  await context.setOffline(false);

  let orders = 0;
  await page.route(ORDER, (route) => {
    orders += 1;
    return route.continue();
  });
  await proceed.dblclick();
  await expect(paymentDialog(page)).toBeVisible();
  expect(orders).toBe(1);
  await expectFocusIn(paymentDialog(page));
  await expectAccessible(page);
});

test('A server without an answer is given up after 15 s, a gateway after 10', { tag: '@ci' }, async ({ page }) => {
  test.slow();
  await signInAsNewFounder(page);
  const offer = await findOffer();
  await page.clock.install();
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  let isAsked = false;
  const hang = () => {
    isAsked = true;
  };
  await page.route(ORDER, hang);
  await confirmDialog(page).getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect.poll(() => isAsked).toBe(true);
  await page.clock.fastForward(15_000);
  await expect(
    page.getByText('Failed to create payment order: create-payment-order request timed out. Please try again.'),
  ).toBeVisible();
  await page.unroute(ORDER);
  await proceedToPayment(page);

  isAsked = false;
  await page.route(SCRIPT, hang);
  await payButton(page).click();
  await expect(paymentDialog(page).getByRole('button', { name: 'Opening checkout...' })).toBeDisabled();
  await expect(paymentDialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect.poll(() => isAsked).toBe(true);
  await page.clock.fastForward(10_000);
  await expect(page.getByText('Failed to load payment gateway')).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  await expectFocusIn(paymentDialog(page));
});

test('A payment gateway that fails is told, and paying goes on once it works', { tag: '@faults' }, async ({ page }) => {
  test.slow();
  await signInAsNewFounder(page);
  const offer = await findOffer();
  await startPaying(page, offer);

  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await payButton(page).click();
  await expect(page.getByText('Payment gateway could not be loaded')).toBeVisible();

  await page.evaluate(() => {
    window.Razorpay = class {
      constructor() {
        throw new Error('No key passed');
      }
    } as never;
  });
  await payButton(page).click();
  await expect(
    page.getByText(
      'Failed to initialize payment: The payment window could not be opened. Please reload the page and try again.',
    ),
  ).toBeVisible();
  await expect(page.getByText('No key passed')).toBeHidden();

  // A checkout that reports success without saying which.
  await page.evaluate(() => {
    window.Razorpay = class {
      options: { handler: (response: object) => void };
      constructor(options: { handler: (response: object) => void }) {
        this.options = options;
      }
      on() {}
      close() {}
      open() {
        this.options.handler({});
      }
    } as never;
  });
  await payButton(page).click();
  await expect(page.getByText('Invalid payment response. Please contact support.')).toBeVisible();
  await expect(payButton(page)).toBeEnabled();

  await page.unroute(SCRIPT);
  await page.evaluate(() => {
    window.Razorpay = undefined as never;
  });
  await payIn(await openCheckout(page));
  await expect(page).toHaveURL(/\/booking-success\//, { timeout: 20_000 });
});

test('A site without a payment account says that paying does not work', async ({ page }) => {
  await signInAsNewFounder(page);
  const offer = await findOffer();
  await page.route(ORDER, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), key_id: '' } });
  });
  await startPaying(page, offer);
  await payButton(page).click();
  await expect(page.getByText('Payment initialization error. Please try again later.')).toBeVisible();
});

test('A hold that is about to end says so, and is taken anew before paying', { tag: '@faults' }, async ({ page }) => {
  test.slow();
  await signInAsNewFounder(page);
  const offer = await findOffer();
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  await page.route(HOLDS, async (route) => {
    const response = await route.fetch();
    const [hold] = await response.json();
    await route.fulfill({ response, json: [{ ...hold, seconds_left: 45 }] });
  });
  await proceedToPayment(page);
  const dialog = paymentDialog(page);
  await expect(dialog.getByRole('status')).toHaveText(
    'The hold is about to end. If you pay now, the slot is held again while it is free.',
  );
  await expect(dialog.locator('[data-countdown]')).toHaveText(/^Held for you for 0:[0-4]\d$/);
  await expectAccessible(page);

  await page.route(ORDER, (route) => route.fulfill({ json: {} }));
  await payButton(page).click();
  await expect(page.getByText('Payment order not created. Please try again.')).toBeVisible();

  await page.unroute(ORDER);
  await page.unroute(HOLDS);
  await openCheckout(page);
});

test('A dismissed checkout ends on the listing; a failed payment is paid again', async ({ page }) => {
  test.slow();
  // The sandbox refuses like the provider does.
  allowConsoleError(/status of 400 .*\/sandbox\//);
  await signInAsNewFounder(page);
  const offer = await findOffer();

  await startPaying(page, offer);
  await (await openCheckout(page)).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/mentors$/);

  // The hold is the founder's own: the page does not say that another founder is paying.
  await continuePaying(page, offer);
  await (await openCheckout(page)).getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByText('Payment failed. Please try again.')).toBeVisible();
  const told = paymentDialog(page).getByRole('alert');
  await expect(told).toContainText('This payment did not go through');
  await expect(told).toContainText('The bank declined this payment. Try another payment method, or ask your bank.');
  await expect(told).toContainText(/Your slot is held until \d{1,2}:\d\d [AP]M IST\./);
  await expect(told).toContainText('Try UPI or another card');
  await expectFocusIn(paymentDialog(page));
  await expectAccessible(page);
  const checkout = await openCheckout(page);
  await checkout.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page).toHaveURL(/\/booking-success\//, { timeout: 20_000 });
});

test('A founder whose slot was just taken is told, and sees other times', async ({ page, browser, baseURL }) => {
  test.slow();
  allowConsoleError(/status of 409/);
  await signInAsNewFounder(page);
  const offer = await findOffer();
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  const dialog = confirmDialog(page);
  await expect(dialog).toBeVisible();

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const rival = await context.newPage();
  await signInAsNewFounder(rival, 'Rival Buyer');
  await openProfile(rival, pathWithChoice(offer));
  await confirmChoice(rival);
  await proceedToPayment(rival);

  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click();
  const lost = page.getByRole('dialog', { name: 'This slot is gone' });
  await expect(lost).toContainText('This slot was just taken. Please choose another time.');
  await expect(dialog).toBeHidden();
  await expect(lost).toContainText('You have not paid for it.');
  await expect(lost.getByRole('list', { name: `The nearest free times of ${offer.mentor.name}` })).toBeVisible();
  await expectAccessible(page);
  await lost.getByRole('button', { name: 'See all times' }).click();
  const picker = await openPicker(page);
  const taken = picker.getByRole('radio', { name: new RegExp(timeOf(offer.slot)) });
  await expect(taken).toBeDisabled();
  await expect(picker.getByText('Someone is paying for this slot')).toBeVisible();
  await expect(picker.getByRole('button', { name: 'Select a Time Slot' })).toBeDisabled();
  await context.close();
});

// docs/product/payments.md#price
test('A price that rises under an open dialog is shown there, and the next press orders at the new one', async ({
  page,
  app,
  sql,
  addMentor,
}) => {
  test.slow();
  allowConsoleError(/status of 409/);
  const mentor = await addMentor();
  const slot = await app.addSlot({ mentorId: mentor.id });
  const setPrice = (price: number) => sql`update public.mentors set price = ${price} where id = ${mentor.id}`;
  await signInAsNewFounder(page);
  const { id: userId } = await founderOf(page);
  const orders = () => sql`
    select o.amount_paise from private.payment_orders o join private.slot_claims c on c.order_id = o.id
    where o.user_id = ${userId} and c.released_at is null and c.expires_at > now() and o.provider_order_id is not null`;
  await page.goto(`/mentors?q=${encodeURIComponent(mentor.name)}`, { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  const listed = page.getByRole('article').filter({ hasText: mentor.name });
  await expect(listed).toContainText('₹3,500');
  await listed.getByRole('link', { name: mentor.name }).click();
  await chooseSlot(page, { mentor: { ...mentor, title: '', price: 3500 }, path: '', slot });
  const confirm = confirmDialog(page);
  const proceed = confirm.getByRole('button', { name: 'Proceed to Payment' });
  const told = (price: string) =>
    page.getByText(
      `The price of this session has changed to ${price}. Nothing has been charged. To book at the new price, proceed again.`,
    );
  const amount = confirm.getByRole('definition').filter({ hasText: '₹' });
  await expect(amount).toHaveText('₹3,500');

  await setPrice(6700);
  await proceed.click();
  await expect(told('₹6,700')).toHaveCount(1);
  await expect(confirm.getByRole('alert')).toBeInViewport();
  await expect(amount).toHaveText('₹6,700');
  await expectFocusIn(confirm);
  await expectAccessible(page);
  expect(await orders()).toEqual([]);
  await setPrice(6800);
  await proceed.click();
  await expect(told('₹6,800')).toHaveCount(1);
  await expect(page.getByText(/The price of this session has changed/)).toHaveCount(1);
  await proceed.click();
  await expect(payButton(page)).toHaveText('Pay ₹6,800');
  expect(await orders()).toEqual([{ amount_paise: 680_000 }]);

  await test.step('also where the hold has ended before the payment', async () => {
    await setPrice(7000);
    await sql`update private.slot_claims set expires_at = now() - interval '1 second' where user_id = ${userId}`;
    await payButton(page).click();
    await expect(told('₹7,000')).toHaveCount(1);
    await expect(amount).toHaveText('₹7,000');
    await proceed.click();
    await expect(payButton(page)).toHaveText('Pay ₹7,000');
    expect(await orders()).toEqual([{ amount_paise: 700_000 }]);
  });

  await test.step('and the listing of this tab has the new price', async () => {
    await paymentDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(paymentDialog(page)).toBeHidden();
    await page.goBack();
    await expect(listed).toContainText('₹7,000');
  });
});
