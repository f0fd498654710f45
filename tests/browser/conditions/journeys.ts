import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Sql } from 'postgres';
import type { AppClient } from '#tests/kit/app-client.ts';
import { confirmEmail, logIn, newPerson, type Person, signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { type AdminFixture, DAY } from '#tests/kit/browser/admin-fixture.ts';
import {
  buyOffer,
  confirmChoice,
  findOffer,
  openCheckout,
  pathWithChoice,
  payIn,
  proceedToPayment,
  waitUntilHydrated,
} from '#tests/kit/browser/booking-flow.ts';
import { bookingsPath, button, rowOf } from '#tests/kit/browser/booking-list.ts';
import { allowConsoleError } from '#tests/kit/browser/fixtures.ts';
import { linkIn, type Mail, type Mailbox } from '#tests/kit/browser/mailbox.ts';
import { holdSession, makeCheckInDue } from '#tests/kit/held-session.ts';
import type { Condition, JourneyName } from './condition.ts';

/** What a journey needs of a test. */
export interface Journey {
  page: Page;
  condition: Condition;
  app: AppClient;
  sql: Sql;
  mailbox: Mailbox;
  adminFixture: AdminFixture;
  addMentor: () => Promise<{ id: string; name: string }>;
}

/** Opens an address as a person does under the condition. */
async function arrive({ page, condition }: Journey, address: string): Promise<void> {
  await page.goto(address, condition.onArrival ? { waitUntil: 'commit' } : {});
  await condition.onArrival?.(page);
}

/** The e-mail, once the condition has had it. */
async function receive({ page, condition, mailbox }: Journey, to: string, subject: RegExp): Promise<Mail> {
  const mail = await mailbox.waitFor(to, subject);
  await condition.onMail?.(mail, page);
  return mail;
}

/** Signs up, opens the link of the e-mail, logs in: the way back leads to where the person wanted to go. */
async function confirm(journey: Journey, returnUrl: string): Promise<Person> {
  const { page, mailbox, sql } = journey;
  const person = newPerson();
  await arrive(journey, `/signup?returnUrl=${encodeURIComponent(returnUrl)}`);
  await page.getByLabel('Full Name').fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('button', { name: 'Resend Confirmation Email' })).toBeVisible();
  await receive(journey, person.email, /confirm/i);
  const [account] = await sql`select email_confirmed_at from auth.users where email = ${person.email}`;
  expect(account?.email_confirmed_at, 'the person has done nothing yet').toBeNull();
  await confirmEmail(page, mailbox, person);
  await logIn(page, person);
  return person;
}

/** Chooses a time, pays, and finds the booking on the dashboard. */
async function confirmAndBook(journey: Journey): Promise<void> {
  const { page, condition } = journey;
  const offer = await findOffer();
  await confirm(journey, pathWithChoice(offer));
  await expect(page.getByRole('heading', { level: 1, name: offer.mentor.name })).toBeVisible();
  await waitUntilHydrated(page);
  await confirmChoice(page);
  await proceedToPayment(page);
  await condition.onCheckout?.(page);
  await payIn(await openCheckout(page));
  await expect(page.getByText('Your booking has been submitted for review')).toBeVisible();
  await page.getByRole('link', { name: 'Go to My Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 4, name: offer.mentor.name })).toBeVisible();
  await expect(page.getByText('Pending Review').first()).toBeVisible();
}

/** Signs in with an account of Google's stand-in. */
async function signInWithGoogle(journey: Journey): Promise<void> {
  const { page } = journey;
  await arrive(journey, '/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByText('Use another account').click();
  await page.getByLabel('Name', { exact: true }).fill('Nandita Gogoi');
  await page.getByLabel('Email', { exact: true }).fill(`nandita-${randomUUID().slice(0, 8)}@example.test`);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: /Nandita Gogoi/ })).toBeVisible();
}

/** Searches on the page of a category and among all mentors, and comes from a card's time into its booking. */
async function find(journey: Journey): Promise<void> {
  const { page } = journey;
  const search = page.getByPlaceholder('Search by name or expertise...');
  const cards = page.getByRole('article');
  await arrive(journey, '/mentors/category/fundraising');
  await expect(page.getByRole('heading', { level: 1, name: 'Fundraising mentors' })).toBeVisible();
  await waitUntilHydrated(page);
  await search.fill('zzz nobody');
  await expect(page.getByRole('heading', { name: 'No mentors found' })).toBeVisible();
  const near = page.getByRole('region', { name: 'Close to what you asked' });
  await expect(near.getByRole('article')).toHaveCount(3);
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Sales' }).click();
  await expect(page).toHaveURL(/\/mentors\/category\/sales/);
  await expect(page.getByRole('heading', { level: 1, name: 'Sales mentors' })).toBeVisible();

  await page.goto('/mentors');
  await waitUntilHydrated(page);
  await search.fill('fundrasing');
  await expect(page.getByText('Showing results for “fundraising”')).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByText('Any Language').click();
  await sheet.getByRole('checkbox', { name: 'English' }).check();
  await sheet.getByRole('button', { name: /^Show \d+ mentors?$/ }).click();
  await expect(sheet).toBeHidden();
  await page.locator('summary').filter({ hasText: 'Sort by' }).click();
  await page.getByRole('link', { name: 'Soonest available', exact: true }).click();
  await page.getByRole('link', { name: 'Free this week', exact: true }).click();
  await expect(page).toHaveURL('/mentors?q=fundrasing&lang=en&free=week&sort=soonest');
  for (const label of ['English', 'Free this week']) {
    await expect(page.getByRole('link', { name: `Remove filter: ${label}` })).toBeVisible();
  }
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /^Showing \d+ mentor/ })).toBeVisible();
  const name = (await cards.first().getByRole('heading').textContent()) ?? '';
  await cards.first().getByRole('list', { name: 'Next free times' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/mentors\/[^?]+\?day=[\d-]+&slot=/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await confirmChoice(page);
  await expect(page.getByRole('dialog', { name: 'Login Required' })).toBeVisible();
}

/** Saves a mentor, describes a problem that no mentor fits, and asks us. */
async function saveAndAsk(journey: Journey): Promise<void> {
  const { page, condition, sql } = journey;
  await forgetSubmissions(sql);
  await arrive(journey, '/mentors');
  await waitUntilHydrated(page);
  const cards = page.getByRole('article');
  const name = (await cards.first().getByRole('heading').textContent()) ?? '';
  await page.getByRole('button', { name: `Save ${name}`, exact: true }).click();
  if (condition.keepsNothing) {
    await expect(page.getByText('Not saved. Please try again.')).toBeVisible();
  } else {
    await page.getByRole('link', { name: 'Saved (1)' }).click();
    await expect(page).toHaveURL('/saved');
    await expect(cards.getByRole('heading')).toHaveText([name]);
    await page.getByRole('button', { name: `Remove ${name} from saved`, exact: true }).click();
    await expect(page.getByRole('button', { name: `Save ${name}`, exact: true })).toBeVisible();
    await page.goto('/mentors');
    await waitUntilHydrated(page);
  }

  await page.getByText('Not sure whom to ask? Describe your problem.').click();
  await page.getByLabel('Your problem').fill('qqqq wwww zzzz uuuu xxxx yyyy');
  await page.getByRole('button', { name: 'Find three mentors' }).click();
  await expect(
    page.getByText('We found no mentor for these words. These mentors are often recommended.'),
  ).toBeVisible();
  await expect(cards).toHaveCount(3);
  await page.getByRole('link', { name: 'Ask us', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Your question' })).toBeVisible();
  const email = `asks-${randomUUID().slice(0, 8)}@startup.example`;
  await page.getByLabel('What do you need help with?').fill('Who knows how to sell toys in Germany?');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText(`Thank you. We write to ${email} within 24 hours, Monday to Saturday.`)).toBeVisible();
  expect(await sql`delete from private.mentor_requests where email = ${email} returning text`).toEqual([
    { text: 'Who knows how to sell toys in Germany?' },
  ]);
}

/** All conditions ask from one address, which may ask so many times a minute. */
async function forgetSubmissions(sql: Sql): Promise<void> {
  await sql`delete from private.submission_counts where split_part(key, ':', 1) in ${sql(LIMITED)}`;
}

const LIMITED = ['problem', 'mentor_request', 'check_in', 'stop_mail'];

/** A mentor accepts a request from the e-mail. */
async function answer(journey: Journey): Promise<void> {
  const { page, app, sql, addMentor, adminFixture } = journey;
  const mentor = await addMentor();
  const email = `mentor-${mentor.id.slice(0, 8)}@mentors.example`;
  await sql`update public.mentor_private set email = ${email} where mentor_id = ${mentor.id}`;
  const slot = await app.addSlot({ mentorId: mentor.id, daysAhead: 4 });
  const offer = { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' };
  const bookingId = await buyOffer(app, await adminFixture.addFounder('Ravi Kumar'), offer);
  const mail = await receive(journey, email, /^New booking request: Ravi Kumar on /);
  await arrive(journey, linkIn(mail, /answer=accept/));
  await expect(page.getByText('Can you take this session?')).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('heading', { name: /^Thank you\. We confirm with Ravi Kumar by / })).toBeVisible();
  const [kept] = await sql`select answer from private.mentor_answers where booking_id = ${bookingId}`;
  expect(kept?.answer).toBe('accept');
}

/** A founder answers from the e-mail whether a session helped, and stops such e-mails. */
async function answerCheckIn(journey: Journey): Promise<void> {
  const { page, app, sql, adminFixture } = journey;
  await forgetSubmissions(sql);
  const { founder, bookingId } = await adminFixture.addPaidBooking('Ravi Kumar');
  await holdSession(app, bookingId, 7);
  await makeCheckInDue(app, bookingId, 7);
  const stored = async () => {
    const [row] = await sql`select answer from private.check_ins where booking_id = ${bookingId} and day = 7`;
    return row?.answer;
  };
  const mail = await receive(journey, founder.email, /^Did your session with .+ help\?$/);
  expect(await stored(), 'the person has done nothing yet').toBeNull();
  await arrive(journey, linkIn(mail, /a=partly/));
  await expect(page.getByRole('radio', { name: 'Partly' })).toBeChecked();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByText('Thank you. Your answer is saved.')).toBeVisible();
  expect(await stored()).toBe('partly');
  await page.getByLabel('What changed?').fill('A first pilot');
  await page.getByRole('button', { name: 'Save my answer' }).click();
  await expect
    .poll(() => sql`select change from private.check_ins where booking_id = ${bookingId} and day = 7`)
    .toEqual([{ change: 'A first pilot' }]);

  const stops = () => sql`select kind from private.mail_stops where user_id = ${founder.id}`;
  await arrive(journey, linkIn(mail, /Stop these e-mails/));
  await expect(page.getByRole('heading', { name: 'Stop e-mails that ask how a session went?' })).toBeVisible();
  expect(await stops(), 'the person has not pressed yet').toEqual([]);
  await page.getByRole('button', { name: 'Stop these e-mails' }).click();
  await expect(page.getByText(/^Done\. We will not send these e-mails to /)).toBeVisible();
  expect(await stops()).toEqual([{ kind: 'check_ins' }]);
}

/** An administrator approves a booking. */
async function approve(journey: Journey): Promise<void> {
  const { page, sql, adminFixture } = journey;
  // Questions that the navigation to the back office ends.
  allowConsoleError(/Failed to load resource: net::ERR_ABORTED/);
  const { founder, bookingId } = await adminFixture.addPaidBooking('Ravi Kumar');
  // A wrong clock makes the page renew its session, after which no other test could use it.
  await signInAsAdministrator(page, bookingsPath(founder), 'own');
  await journey.condition.onArrival?.(page);
  await button(page, /^Approve the booking of Ravi Kumar/).click();
  await expect(page.getByText('Booking approved successfully')).toBeVisible();
  await expect(rowOf(page, founder)).toContainText('Confirmed');
  const [booking] = await sql`select status from public.bookings where id = ${bookingId}`;
  expect(booking?.status).toBe('confirmed');
}

/** A mentor says from the e-mail that a story may name them, and not before they press. */
async function agreeToName(journey: Journey): Promise<void> {
  const { page, app, sql, addMentor, adminFixture } = journey;
  const mentor = await addMentor();
  const email = `mentor-${mentor.id.slice(0, 8)}@mentors.example`;
  await sql`update public.mentor_private set email = ${email} where mentor_id = ${mentor.id}`;
  const slot = await app.addSlot({ mentorId: mentor.id, daysAhead: 4 });
  const offer = { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' };
  const founder = await adminFixture.addFounder('Ravi Kumar');
  const bookingId = await buyOffer(app, founder, offer);
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await adminFixture.moveBooking(bookingId, -8 * DAY);
  await adminFixture.changeBooking(bookingId, { status: 'completed' });
  const story = { p_booking_id: bookingId, p_name: 'Ravi K.', p_text: 'It helped.', p_has_agreed: true };
  await app.rest('rpc/share_story', { by: founder, body: { ...story, p_names_mentor: true } });
  await sql`
    update public.impact_stories set is_approved = true
    where id = (select story_id from private.story_sessions where booking_id = ${bookingId})`;
  const answer = async () =>
    (await sql`select mentor_answer from private.story_sessions where booking_id = ${bookingId}`)[0]?.mentor_answer;
  const mail = await receive(journey, email, /^May we name you with Ravi K\.'s story\?$/);
  expect(await answer(), 'the person has done nothing yet').toBeNull();
  await arrive(journey, linkIn(mail, /Yes, name me/));
  await expect(page.getByRole('radio', { name: 'Yes, name me' })).toBeChecked();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByText('Thank you. Your answer is saved: your name stands with the story.')).toBeVisible();
  expect(await answer()).toBe('yes');
}

export const JOURNEYS: Record<JourneyName, (journey: Journey) => Promise<void>> = {
  'confirm and book': confirmAndBook,
  Google: signInWithGoogle,
  find,
  'save and ask': saveAndAsk,
  answer,
  'check-in': answerCheckIn,
  approve,
  'name in a story': agreeToName,
};
