import { expect, type Locator, type Page } from '@playwright/test';
import { choiceQuery, mentorPath } from '#rules/mentors/mentor-path.ts';
import { formatDateFull, formatDateShort, formatTimeRange } from '#rules/shell/ist.ts';
import type { AppClient, Founder } from '../app-client.ts';
import { sharedSql } from './start-host.ts';
import { startScripts } from './start-scripts.ts';
import { isPhone } from './widths.ts';

export type Offer = {
  mentor: { id: string; name: string; title: string; price: number };
  path: string;
  slot: { date: string; startTime: string; endTime: string };
};

/** A free slot of the demonstration's mentors that no other test gets. */
export async function findOffer(): Promise<Offer> {
  // Mentors whom a test adds (see fixtures.ts) are deleted with it.
  const [row] = await sharedSql()`
    with shares as (
      select o.mentor_id, count(g.slot_id)::float / count(*) as share
      from public.mentor_availability o left join browser_tests.given_slots g on g.slot_id = o.id
      group by o.mentor_id),
    given as (
      insert into browser_tests.given_slots (slot_id)
      select a.id from public.mentor_availability a join public.mentors m on m.id = a.mentor_id
        join shares s on s.mentor_id = a.mentor_id
      where a.date > private.today() + 1 and not a.is_booked and m.name not like 'Test Mentor %'
        and lower(a.during) >= private.bookable_from(m)
        and a.hidden_because is null
        -- Until it is read for the first time, a connected calendar hides no time, and refuses the sale.
        and not exists (select from private.mentor_calendars k where k.mentor_id = m.id)
        and not exists (select from browser_tests.given_slots g where g.slot_id = a.id)
        and not exists (
          select from private.slot_claims c where c.mentor_id = a.mentor_id and c.during && a.during
            and c.released_at is null and (c.expires_at is null or c.expires_at > now()))
      -- Spread over the mentors: a slot that is sold beside an open profile moves what is below the calendar. By the share
      -- of their times, so that those with few times keep some to choose from.
      order by s.share, random()
      limit 1
      on conflict do nothing returning slot_id)
    select m.id, m.slug, m.name, m.title, m.price, a.date::text, a.start_time::text as "startTime",
      a.end_time::text as "endTime"
    from given g join public.mentor_availability a on a.id = g.slot_id join public.mentors m on m.id = a.mentor_id`;
  // Another worker took the same slot at the same moment.
  if (!row) return findOffer();
  const { id, slug, name, title, price, date, startTime, endTime } = row;
  const mentor = { id, slug, name, title, price };
  return { mentor, slot: { date, startTime, endTime }, path: mentorPath(mentor) };
}

/** Holds an offer's slot and makes its order, as a browser does. */
export function orderOffer(app: AppClient, founder: Founder, { mentor, slot }: Offer) {
  return app.order(founder, { ...slot, mentorId: mentor.id, mentorName: mentor.name, price: mentor.price });
}

/** Buys an offer over HTTP; its booking's id. */
export async function buyOffer(app: AppClient, founder: Founder, offer: Offer): Promise<string> {
  const order = await orderOffer(app, founder, offer);
  const verified = await app.call('verify-payment', await app.paid(order), founder);
  expect(verified.body, 'the payment').toMatchObject({ verified: true });
  return order.booking_id;
}

/** The address of an offer with its slot already chosen, as the way back from signing in has it. */
export function pathWithChoice({ path, slot }: Offer): string {
  return `${path}?${choiceQuery(slot)}`;
}

/** Opens a profile and waits until it answers to clicks: what is pressed earlier is lost on a busy machine. */
export async function openProfile(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
}

/** Moves the mouse, at which a page asks for its scripts, and waits until React has taken over every button and link, lazy ones too. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await startScripts(page);
  // What an extension adds is in an element of its own.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main, main :is(a, button):not(:not(:defined) *)')].every((button) =>
      Object.keys(button).some((key) => key.startsWith('__reactProps')),
    ),
  );
}

/** The panel beside the profile, or the sheet on a phone. */
export async function openPicker(page: Page) {
  if (!isPhone(page)) return page.getByRole('complementary', { name: 'Book a Session' });
  await page.locator('[data-bottom-bar]').getByRole('button', { name: 'Select a Time Slot' }).click();
  return page.getByRole('dialog', { name: 'Book a Session' });
}

/** A day among the first ones of the picker. */
export function dayLink(picker: Locator, date: string): Locator {
  return picker
    .getByRole('link', { name: new RegExp(`^${formatDateShort(date, date)}(, fully booked)?$`) })
    .filter({ visible: true });
}

/** Opens the months of the picker. */
export async function openMonths(picker: Locator): Promise<void> {
  await picker.getByText('More days').click();
  await expect(picker.getByRole('grid')).toBeVisible();
}

/** Chooses a day, in the months where it is none of the first ones. */
export async function pickDay(picker: Locator, date: string): Promise<void> {
  await expect(picker.getByText('Pick a date')).toBeVisible();
  const link = dayLink(picker, date);
  if (await link.isVisible()) return link.click();
  await openMonths(picker);
  const day = picker.getByRole('button', { name: formatDateFull(date) });
  while (!(await day.isVisible())) await picker.getByRole('button', { name: 'Next month' }).click();
  await day.click();
}

/** Chooses the offer's day and time in the calendar, then presses 'Confirm Booking'. */
export async function chooseSlot(page: Page, { slot }: Offer): Promise<void> {
  const picker = await openPicker(page);
  await pickDay(picker, slot.date);
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

export const paymentDialog = (page: Page) => page.getByRole('dialog', { name: 'Complete your booking payment' });

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
    const { supabaseAnonKey: apikey, supabaseUrl } = JSON.parse(
      document.getElementById('public-env')?.textContent ?? '{}',
    );
    const { access_token } = JSON.parse(localStorage.getItem('point-0-session') ?? '{}');
    const headers = { apikey, authorization: `Bearer ${access_token}` };
    const rows: { id: string }[] = await (
      await fetch(`${supabaseUrl}/rest/v1/bookings?select=id,status`, { headers })
    ).json();
    return rows.map(({ id }) => id);
  });
}

/** What this browser remembers of its payments. */
export const keptPayments = (page: Page): Promise<[string, string][]> =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('payment_')));

/** Counts the payments that the provider takes from this page. */
export function countPayments(page: Page): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/checkout/payments') && response.ok()) count += 1;
  });
  return () => count;
}
