import { expect, type Locator, type Page } from '@playwright/test';
import { formatDateFull, formatTimeRange, istToday } from '#rules/ist.ts';
import { mentorPath } from '#rules/mentor-path.ts';
import { choiceQuery } from '#rules/slots.ts';
import { storyHost } from './start-host.ts';

export type Offer = {
  mentor: { id: string; name: string; title: string; price: number };
  path: string;
  slot: { date: string; startTime: string; endTime: string };
};

interface ListedSlot {
  mentor_id: string;
  date: string;
  start_time: string;
  end_time: string;
}

/** A slot that nobody has bought or is paying for: by chance, because all stories of a run share one catalogue. */
export async function findOffer(page: Page): Promise<Offer> {
  const { url, keys } = storyHost();
  const headers = { apikey: keys.publishable };
  const read = async (path: string) => (await page.request.get(`${url}/rest/v1/${path}`, { headers })).json();
  // The list does not know of holds, and what is posted is never answered from memory.
  const isFree = async (slot: ListedSlot): Promise<boolean> => {
    const answer = await page.request.post(`${url}/rest/v1/rpc/mentor_slots`, {
      headers,
      data: { p_mentor_id: slot.mentor_id },
    });
    const slots: (ListedSlot & { is_booked: boolean; is_held: boolean })[] = await answer.json();
    return slots.some(
      (one) => one.date === slot.date && one.start_time === slot.start_time && !one.is_booked && !one.is_held,
    );
  };
  const dayAfter = istToday(new Date(Date.now() + 86_400_000));
  const slots: ListedSlot[] = await read(
    `mentor_availability?select=mentor_id,date,start_time,end_time&is_booked=is.false&date=gt.${dayAfter}`,
  );
  for (let tries = 0; tries < 20; tries += 1) {
    const slot = slots[Math.floor(Math.random() * slots.length)];
    if (!slot || !(await isFree(slot))) continue;
    const [mentor] = await read(`mentors?select=id,name,title,price&id=eq.${slot.mentor_id}`);
    return {
      mentor,
      slot: { date: slot.date, startTime: slot.start_time, endTime: slot.end_time },
      path: mentorPath(mentor),
    };
  }
  throw new Error('No mentor has a free slot left.');
}

/** The address of an offer with its slot already chosen, as the way back from signing in has it. */
export function pathWithChoice({ path, slot }: Offer): string {
  return `${path}?${choiceQuery(slot)}`;
}

/** Opens a profile and waits until it answers to clicks: what is pressed earlier is lost on a busy machine. */
export async function openProfile(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await expectAwake(page);
}

/** React has taken over every button of the page, lazily loaded ones included. */
export async function expectAwake(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main button')].every((button) =>
      Object.keys(button).some((key) => key.startsWith('__reactProps')),
    ),
  );
}

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** The panel beside the profile, or the sheet on a phone. */
export async function openPicker(page: Page) {
  if (!isPhone(page)) return page.getByRole('complementary', { name: 'Book a Session' });
  await page.getByRole('button', { name: 'Select a Time Slot' }).click();
  return page.getByRole('dialog', { name: 'Book a Session' });
}

/** Chooses the offer's day and time in the calendar, then presses 'Confirm Booking'. */
export async function chooseSlot(page: Page, { slot }: Offer): Promise<void> {
  const picker = await openPicker(page);
  const day = picker.getByRole('button', { name: `${formatDateFull(slot.date)}, slots open` });
  await expect(picker.getByRole('grid')).toBeVisible();
  if (!(await day.isVisible())) await picker.getByRole('button', { name: 'Next month' }).click();
  await day.click();
  await picker.getByRole('radio', { name: timeOf(slot), exact: true }).check();
  await picker.getByRole('button', { name: 'Confirm Booking' }).click();
}

export function timeOf(slot: Offer['slot']): string {
  return formatTimeRange(slot.startTime, slot.endTime);
}

/** Presses 'Confirm Booking' for a slot that is chosen already. */
export async function confirmChoice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm Booking' }).click();
}

/** From the confirm dialog into the payment dialog. */
export async function proceedToPayment(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Confirm Booking' })
    .getByRole('button', { name: 'Proceed to Payment' })
    .click();
  await expect(paymentDialog(page)).toBeVisible();
}

export const paymentDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Complete your booking payment' });

/** Opens the provider's checkout from the payment dialog. */
export async function openCheckout(page: Page) {
  await paymentDialog(page)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
  const checkout = page.getByRole('dialog', { name: 'Payment to Point 0' });
  await expect(checkout.getByRole('button', { name: /^Pay ₹/ })).toBeEnabled();
  return checkout;
}

/** From a profile with the slot chosen to the payment dialog. */
export async function startPaying(page: Page, offer: Offer): Promise<void> {
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  await proceedToPayment(page);
}

/** From a profile whose slot is held for the person already to the payment dialog. */
export async function continuePaying(page: Page, offer: Offer): Promise<void> {
  await openProfile(page, pathWithChoice(offer));
  await page.getByRole('button', { name: 'Continue payment', exact: true }).click();
  await expect(paymentDialog(page)).toBeVisible();
}

/** Presses 'Pay' in the open checkout. */
export async function payIn(checkout: Locator): Promise<void> {
  await checkout.getByRole('button', { name: /^Pay ₹/ }).click();
}

/** Ids of the bookings that the signed-in person has. */
export function ownBookings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { supabaseAnonKey: apikey } = JSON.parse(
      document.getElementById('public-env')?.textContent ?? '{}',
    );
    const { access_token } = JSON.parse(localStorage.getItem('point-0-session') ?? '{}');
    const headers = { apikey, authorization: `Bearer ${access_token}` };
    const rows: { id: string }[] = await (
      await fetch('/rest/v1/bookings?select=id,status', { headers })
    ).json();
    return rows.map(({ id }) => id);
  });
}

/** Counts the payments that the provider takes from this page. */
export function countPayments(page: Page): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/checkout/payments') && response.ok()) count += 1;
  });
  return () => count;
}
