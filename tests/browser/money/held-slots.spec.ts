import type { Page, Request } from '@playwright/test';
import { formatDateShort, formatMonthYear, formatTime, formatTimeRange } from '#rules/shell/ist.ts';
import type { AppClient } from '#tests/kit/app-client.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { founderOf, type Person, signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import {
  buyOffer,
  confirmChoice,
  findOffer,
  keptPayments,
  type Offer,
  openCheckout,
  openMonths,
  openProfile,
  orderOffer,
  ownBookings,
  pathWithChoice,
  payIn,
  paymentDialog,
  startPaying,
  timeOf,
} from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift, forgetLayoutShifts } from '#tests/kit/browser/layout-shift.ts';
import { linkIn } from '#tests/kit/browser/mailbox.ts';
import { isPhone } from '#tests/kit/browser/widths.ts';

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue payment', exact: true });

const heldBar = (page: Page) => page.getByRole('complementary', { name: 'Slots held for you' });
const holding = ({ mentor, slot }: Offer) =>
  `You are holding ${formatDateShort(slot.date)}, ${formatTime(slot.startTime)} IST with ${mentor.name}`;
const continueWith = ({ mentor }: Offer) => `Continue payment for the session with ${mentor.name}`;
const giveBackOf = ({ mentor }: Offer) => `Release this slot: ${mentor.name}`;

/** How many slots are held for a person. */
async function holdsOf(app: AppClient, { email }: Person): Promise<number> {
  const [row] = await app.sql`
    select count(*)::int as held from private.slot_claims c join public.profiles p on p.id = c.user_id
    where p.email = ${email} and c.kind = 'hold' and c.released_at is null and c.expires_at > now()`;
  return row?.held;
}

/** As if the person's time to pay were over. */
async function endHolds(app: AppClient, { email }: Person): Promise<void> {
  await app.sql`
    update private.slot_claims c set expires_at = now() - interval '1 second' from public.profiles p
    where p.id = c.user_id and p.email = ${email} and c.kind = 'hold' and c.released_at is null`;
}

/**
 * Resolves once the page has not asked for its holds for a while: each answer counts anew, by the page's clock as it
 * is then.
 */
function watchHolds(page: Page): () => Promise<void> {
  const asked = new Set<unknown>();
  let lastAt = 0;
  const isAbout = (request: Request) => request.url().includes('/rpc/my_holds');
  const end = (request: Request) => {
    if (asked.delete(request)) lastAt = Date.now();
  };
  page.on('request', (request) => isAbout(request) && asked.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () =>
    expect.poll(() => asked.size === 0 && lastAt > 0 && Date.now() - lastAt > 700, 'holds at rest').toBe(true);
}

test('A held slot counts down, ends unpaid, is held again, and given back with its dialog', { tag: '@ci' }, async ({
  page,
  app,
}) => {
  test.slow();
  const person = await signInAsNewFounder(page);
  const offer = await findOffer();
  await page.clock.install();
  const holdsRest = watchHolds(page);
  await startPaying(page, offer);
  const dialog = paymentDialog(page);
  const spoken = dialog.getByRole('status');
  const clock = dialog.locator('[data-countdown]');
  await expect(spoken).toHaveText(/^This slot is held for you until \d{1,2}:\d\d [AP]M IST\.$/);
  await expect(clock).toHaveText(/^Held for you for 1[45]:\d\d$/);
  // The running clock is for the eyes alone: it stands outside of what is spoken, and is hidden.
  await expect(clock).toHaveAttribute('aria-hidden', 'true');
  await expect(spoken.locator('[data-countdown]')).toHaveCount(0);

  await holdsRest();
  await page.clock.fastForward(10 * 60_000 + 5000);
  await expect(spoken).toHaveText(/^5 minutes are left to pay\. The slot is held for you until .* IST\.$/);
  await expect(clock).toHaveText(/^Held for you for 4:\d\d$/);
  await page.clock.fastForward(4 * 60_000);
  await expect(spoken).toHaveText('The hold is about to end. If you pay now, the slot is held again while it is free.');
  await endHolds(app, person);
  await page.clock.fastForward(60_000);
  await expect(spoken).toHaveText(
    'The hold has ended. You have not paid, and others can book this slot again. If it is still ' +
      'free, you can hold it once more.',
  );
  await expect(clock).toBeHidden();
  await expectAccessible(page);
  expect(await holdsOf(app, person)).toBe(0);

  await dialog.getByRole('button', { name: 'Hold it again' }).click();
  // The server's seconds count, however wrong this browser's clock is by now.
  await expect(clock).toHaveText(/^Held for you for 1[45]:\d\d$/);
  await expect(dialog.getByRole('button', { name: /^Pay ₹/ })).toBeVisible();
  expect(await holdsOf(app, person)).toBe(1);

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => holdsOf(app, person)).toBe(0);

  // The dashboard tells of what is held, and stops when the time is over.
  await orderOffer(app, await founderOf(page), offer);
  await page.goto('/dashboard');
  await expect(heldBar(page)).toContainText(holding(offer));
  await expect(heldBar(page).locator('[data-countdown]')).toHaveText(/^Held for you for 1[45]:\d\d$/);
  await expectAccessible(page);
  await endHolds(app, person);
  await page.clock.fastForward(15 * 60_000);
  await expect(heldBar(page)).toBeHidden();
});

test('Leaving the payment dialog, or the one about too many slots, leads the focus back to the choice of a time', {
  tag: '@both',
}, async ({ page, app }) => {
  allowConsoleError(/status of 409/);
  const person = await signInAsNewFounder(page);
  const offer = await findOffer();
  const place = isPhone(page)
    ? page.locator('main [data-bottom-bar]').getByRole('button')
    : page.getByRole('heading', { name: 'Book a Session' });
  await startPaying(page, offer);
  await page.keyboard.press('Escape');
  await expect(paymentDialog(page)).toBeHidden();
  await expect.poll(() => holdsOf(app, person)).toBe(0);
  await expect(continueButton(page)).toHaveCount(0);
  await expect(place).toBeFocused();

  const founder = await founderOf(page);
  for (const other of [await findOffer(), await findOffer()]) await orderOffer(app, founder, other);
  await confirmChoice(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  const limit = page.getByRole('dialog', { name: 'Two slots are held for you' });
  await limit.getByRole('button', { name: 'Cancel' }).click();
  await expect(limit).toBeHidden();
  await expect(place).toBeFocused();
});

test('A held slot is found on the mentor’s page; a third hold waits until one is given back', {
  tag: '@faults',
}, async ({ page, app }) => {
  test.slow();
  allowConsoleError(/status of 409/);
  const person = await signInAsNewFounder(page);
  const offers: Offer[] = [];
  while (offers.length < 3) {
    const offer = await findOffer();
    if (!offers.some(({ mentor }) => mentor.id === offer.mentor.id)) offers.push(offer);
  }
  const [first, second, third] = offers as [Offer, Offer, Offer];

  // Leaving the page with the payment dialog open gives the slot back.
  await startPaying(page, first);
  expect(await holdsOf(app, person)).toBe(1);
  await page.goto('/contact');
  await expect.poll(() => holdsOf(app, person)).toBe(0);

  // Once the checkout was open a payment may be on its way: the slot stays held.
  await startPaying(page, first);
  await (await openCheckout(page)).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/mentors$/);
  await expect(
    page.getByText(/^The slot stays held for you until .* IST, in case your payment is still on its way\.$/),
  ).toBeVisible();

  // The listing tells of it when the message is gone as well, and moves nothing.
  await page.goto('/mentors');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
  await forgetLayoutShifts(page);
  await expect(heldBar(page)).toContainText(holding(first));
  await expect(heldBar(page).locator('[data-countdown]')).toHaveText(/^Held for you for 1\d:\d\d$/);
  await expectNoLayoutShift(page);
  await expectAccessibleInBothThemes(page);
  await heldBar(page)
    .getByRole('link', { name: continueWith(first) })
    .click();
  await expect(page).toHaveURL(new RegExp(`${first.mentor.id}\\?day=${first.slot.date}`));
  await expect(heldBar(page)).toBeHidden();
  await expect(continueButton(page)).toBeEnabled();
  if (!isPhone(page)) {
    await expect(page.getByRole('radio', { name: new RegExp(`${timeOf(first.slot)} ?Held for you`) })).toBeChecked();
    await openMonths(page.getByRole('complementary', { name: 'Book a Session' }));
    await expect(page.getByRole('grid')).toHaveAccessibleName(formatMonthYear(first.slot.date));
    await expectAccessible(page);
  }
  await continueButton(page).click();
  await expect(paymentDialog(page).locator('[data-countdown]')).toHaveText(/^Held for you for 1\d:\d\d$/);
  expect(await holdsOf(app, person), 'the same hold').toBe(1);
  await paymentDialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await holdsOf(app, person)).toBe(1);

  // The second one in another browser of the same person.
  await orderOffer(app, await founderOf(page), second);
  await openProfile(page, pathWithChoice(third));
  await confirmChoice(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  const limit = page.getByRole('dialog', { name: 'Two slots are held for you' });
  await expect(
    limit.getByText('You are already paying for other slots. Finish or leave those payments first.'),
  ).toBeVisible();
  await expect(limit.getByRole('listitem')).toHaveCount(2);
  await expect(
    limit.getByRole('link', { name: `Continue payment for the session with ${second.mentor.name}` }),
  ).toHaveAttribute('href', new RegExp(`${second.mentor.id}\\?day=${second.slot.date}`));
  await expectAccessible(page);
  const proceed = limit.getByRole('button', { name: 'Proceed to Payment' });
  await expect(proceed).toBeDisabled();
  await limit.getByRole('button', { name: `Release this slot: ${first.mentor.name}` }).click();
  await expect(limit.getByRole('listitem')).toHaveCount(1);
  await proceed.click();
  await expect(paymentDialog(page)).toBeVisible();
  expect(await holdsOf(app, person)).toBe(2);
  // The checkout keeps the third slot held when the page is left.
  await (await openCheckout(page)).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/mentors$/);
  await expect(heldBar(page).getByRole('listitem')).toHaveText([
    new RegExp(`^${holding(second)}`),
    new RegExp(`^${holding(third)}`),
  ]);
  await heldBar(page)
    .getByRole('button', { name: giveBackOf(third) })
    .click();
  await expect(page.getByText(/^The slot is open to others again\. If your payment still arrives/)).toBeVisible();
  await expect(heldBar(page).getByRole('listitem')).toHaveCount(1);
  await expect.poll(() => holdsOf(app, person)).toBe(1);

  await openProfile(page, second.path);
  if (isPhone(page)) await page.getByRole('button', { name: 'Book a Session' }).click();
  await page.getByRole('button', { name: 'Release this slot' }).click();
  await expect(page.getByText('The slot is open to others again. You have not paid for it.')).toBeVisible();
  await expect(
    (isPhone(page) ? page.getByRole('dialog') : page.getByRole('complementary')).getByRole('button', {
      name: 'Confirm Booking',
    }),
  ).toBeEnabled();
  await expect(page.getByRole('radio', { checked: true })).toBeFocused();
  await expect.poll(() => holdsOf(app, person)).toBe(0);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Your Sessions' })).toBeVisible();
  await expect(heldBar(page)).toHaveCount(0);
});

test('A founder who loses the slot after paying reads of the refund and other times, also on the dashboard', {
  tag: '@faults',
}, async ({ page, app, sql, mailbox }) => {
  test.slow();
  const person = await signInAsNewFounder(page);
  const offer = await findOffer();
  await startPaying(page, offer);
  const checkout = await openCheckout(page);
  await endHolds(app, person);
  await buyOffer(app, await app.addFounder(), offer);
  await payIn(checkout);

  const refund = page.getByRole('region', { name: 'Your refund' });
  await expect(refund).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/booking-processing\//);
  await expect(
    page.getByRole('heading', { level: 1, name: /^Your (money is on its way back|payment was refunded)$/ }),
  ).toBeVisible();
  await expect(page.getByText(/^This slot was taken while you were paying\. Your payment /)).toBeVisible();
  await expect(refund).toContainText('Payment received (done)');
  await expect(refund).toContainText(/Refund sent \((done|under way)\)/);
  await expect(refund).toContainText(/pay_\w+/);
  const others = page.getByRole('region', { name: `The nearest free times of ${offer.mentor.name}` });
  await expect(others).toContainText('All times are India Standard Time (IST).');
  const other = others.getByRole('list').getByRole('link').first();
  await expect(other).toBeVisible();
  await expectAccessible(page);
  expect(await ownBookings(page)).toEqual([]);
  await expect.poll(() => keptPayments(page)).toEqual([]);

  const mail = await mailbox.waitFor(person.email, /^Refunded: your payment for a session with /);
  await page.goto(linkIn(mail, /booking-processing/));
  await expect(refund).toContainText(/pay_\w+/);

  await page.goto('/dashboard');
  const entry = page.getByRole('region', { name: 'Payments without a session' });
  await expect(entry).toContainText(offer.mentor.name);
  await expect(entry).toContainText(`${formatDateShort(offer.slot.date)}, ${timeOf(offer.slot)} IST`);
  await expect(page.getByText('A payment is not finished yet')).toBeHidden();
  await expectAccessible(page);
  await entry.getByRole('link', { name: /^See your refund/ }).click();
  await expect(refund).toBeVisible();
  // Where the provider could not, we returned it ourselves.
  const paymentId = (await refund.getByText(/^pay_\w+$/).textContent()) ?? '';
  const [row] = await sql`
    update private.refunds set state = 'processed', processed_at = now(),
      outside_reference = upper(left(replace(id::text, '-', ''), 16))
    where payment_id = ${paymentId} returning outside_reference`;
  await page.reload();
  await expect(refund).toContainText(
    new RegExp(`Sent to your bank account on .+\\. The bank’s reference is ${row?.outside_reference}\\.`),
  );

  // Each of the other times leads to the mentor with that slot chosen.
  const words = (await other.textContent()) ?? '';
  await other.click();
  await expect(page).toHaveURL(new RegExp(`${offer.mentor.id}\\?day=.*&slot=`));
  const chosen = new URL(page.url()).searchParams;
  const [start = '', end = ''] = (chosen.get('slot') ?? '').split('-');
  expect(words).toBe(`${formatDateShort(chosen.get('day') ?? '')} ${formatTimeRange(start, end)}`);
  await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeEnabled();
});
