import { eventually } from '#tests/kit/app-client.ts';
import { addPerson, administratorToken, newPerson, requestSession, SESSION_KEY } from '#tests/kit/browser/accounts.ts';
import { findOffer } from '#tests/kit/browser/booking-flow.ts';
import { bookingsPath } from '#tests/kit/browser/booking-list.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';
import { type EngineWindow, PATIENCE_MS } from './engine.ts';
import type { Target } from './look.ts';
import type { Site } from './site.ts';

interface Parts {
  site: Site;
  window: EngineWindow;
  isPhone: boolean;
  /** Notes what was done, for whoever reads the run. */
  did: (step: string) => void;
}

/** What a person must be able to do in every engine, with the service worker at work. */
export const JOURNEYS: Record<string, (parts: Parts) => Promise<void>> = {
  async confirm({ site, window, did }) {
    const person = newPerson();
    await window.open(`${site.url}/signup`);
    await window.type(field('Full Name'), person.name);
    await window.type(field('Email'), person.email);
    await window.type(field('Password'), person.password);
    await window.type(field('Confirm Password'), person.password);
    await window.press(button('Create Account'));
    await waitFor(window, { role: 'heading', name: 'Check your inbox' });
    did('signed up');
    const link = await site.mailedLink(person.email, /confirm/i, /verify|confirm/i);
    const requests = await site.countRequests(new URL(link).pathname, async () => {
      await window.open(link);
      await window.press(button('Confirm my email'));
      await waitForAddress(window, /\/login\?.*confirmed=true/);
    });
    expectSame(requests, 1, 'requests for the mailed link');
    did('opened the mailed link with one request, and pressed its button');
    await window.type(field('Email'), person.email);
    await window.type(field('Password'), person.password);
    await window.press(button('Log In'));
    await waitForAddress(window, /^(?!.*\/login)/);
    did('logged in');
  },

  async google({ site, window, did }) {
    const { name, email } = newPerson('Nandita Gogoi');
    await signOut(site, window);
    await window.open(`${site.url}/login`);
    await window.press(button('Continue with Google'));
    await window.press({ role: 'button', name: /Use another account/ });
    await window.type(field('Name'), name);
    await window.type(field('Email'), email);
    await window.press(button('Next'));
    const requests = await site.countRequests('/auth/v1/callback', async () => {
      await window.press(button('Continue'));
      await waitForAddress(window, /\/dashboard/);
    });
    expectSame(requests, 1, "requests for Google's way back");
    await waitFor(window, { role: 'heading', name: new RegExp(name) });
    did('signed in with Google, one request');
  },

  async book({ site, window, isPhone, did }) {
    await signInAsFounder(site, window);
    if (isPhone) {
      await window.open(`${site.url}/mentors`);
      await window.press({ role: 'button', name: /^Filters/ });
      await waitFor(window, { role: 'button', name: /^Show (\d+ )?mentors?$/ });
      await expectSheet(window, '.sheet:popover-open', 'the filters');
      did('opened the filters');
    }
    const offer = await findOffer();
    await window.open(site.url + offer.path);
    if (isPhone) {
      await window.press(button('Select a Time Slot'));
      await expectSheet(window, '#booking', 'the booking sheet', 300);
      did('opened the booking sheet');
    }
    await window.press({ role: 'radio', name: /[AP]M/ });
    await window.press(button('Confirm Booking'));
    did('chose a slot');
    await window.press(button('Proceed to Payment'));
    await waitFor(window, text('Complete your booking payment'));
    await window.press({ role: 'button', name: /^Pay ₹/ });
    await waitFor(window, text('Payment to Point 0'));
    await window.press({ role: 'button', name: /^Pay ₹/ });
    await waitForAddress(window, /\/booking-success\//);
    await waitFor(window, text('Booking Under Review'));
    did('paid');
    await window.press({ role: 'link', name: 'Go to My Dashboard' });
    await waitFor(window, text('Awaiting admin confirmation'));
    did('saw the booking');
  },

  async cancel({ site, window, did }) {
    const founder = await signInAsFounder(site, window);
    const { bookingId } = await site.fixture.buyBooking(founder);
    await window.open(`${site.url}/dashboard`);
    await window.press({ role: 'button', name: /^Cancel booking/ });
    await window.press(button('Yes, cancel session'));
    await waitForStatus(site, bookingId, 'cancelled');
    await waitFor(window, text('Cancelled'));
    did('cancelled a booking');
  },

  async answer({ site, window, did }) {
    const { app } = site;
    await signOut(site, window);
    const founder = await site.fixture.addFounder('Ravi Kumar');
    const email = `mentor-${founder.id.slice(0, 8)}@mentors.example`;
    const mentor = await app.addMentor({ email });
    const order = await app.order(founder, await app.addSlot({ mentorId: mentor.id }));
    await app.call('verify-payment', await app.paid(order), founder);
    await window.open(await site.mailedLink(email, /^New booking request: Ravi Kumar on /, /answer=accept/));
    await window.press(button('Accept'));
    await waitFor(window, { role: 'heading', name: /^Thank you\. We confirm with Ravi Kumar by / });
    did('accepted a request from the e-mail');
  },

  async approve({ site, window, did }) {
    const { founder, bookingId } = await site.fixture.addPaidBooking('Ravi Kumar');
    await administratorToken();
    await signIn(site, window, await requestSession(sharedHost().logins.admin));
    await window.open(site.url + bookingsPath(founder));
    await window.press({ role: 'button', name: /^Approve the booking of Ravi Kumar/ });
    await waitForStatus(site, bookingId, 'confirmed');
    did('approved a booking');
  },

  async offline({ site, window, did }) {
    await signOut(site, window);
    await site.whileOffline(async () => {
      await window.open(`${site.url}/mentors`);
      await waitFor(window, { role: 'heading', name: 'Point 0 could not be reached' });
      did('read the offline page');
    });
    await window.press(button('Try again')).catch((error: Error) => {
      // The page may have come back by itself.
      if (!error.message.startsWith('no button')) throw error;
    });
    await waitFor(window, { role: 'heading', name: 'Find the Perfect Mentor' });
    did('came back with the network');
  },
};

/** Waits until the service worker of the site answers for the pages of this window. */
export async function putWorkerToWork(site: Site, window: EngineWindow): Promise<void> {
  await window.open(site.url);
  await eventually(async () => {
    const state = await window.run(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
    expectSame(state, 'activated', 'the state of the service worker');
  }, 3 * PATIENCE_MS);
  await window.open(site.url);
  expectSame(
    await window.run(() => Boolean(navigator.serviceWorker.controller)),
    true,
    'whether the worker controls it',
  );
}

const button = (name: string): Target => ({ role: 'button', name });
const field = (name: string): Target => ({ role: 'field', name });
const text = (name: string): Target => ({ role: 'text', name });

async function waitFor(window: EngineWindow, target: Target): Promise<void> {
  await eventually(async () => {
    if (!(await window.sees(target))) throw new Error(`no ${target.role} ${target.name} on ${await window.address()}`);
  }, PATIENCE_MS);
}

async function waitForAddress(window: EngineWindow, pattern: RegExp): Promise<void> {
  await eventually(async () => {
    const address = await window.address();
    if (!pattern.test(address)) throw new Error(`the address is ${address}, and should match ${pattern}`);
  }, PATIENCE_MS);
}

async function waitForStatus(site: Site, bookingId: string, status: string): Promise<void> {
  await eventually(async () => {
    const [row] = await site.app.sql`select status from public.bookings where id = ${bookingId}`;
    expectSame(row?.status, status, 'the status of the booking');
  }, PATIENCE_MS);
}

/** A sheet is tall enough to be used, and its content does not move sideways. */
async function expectSheet(window: EngineWindow, selector: string, what: string, least = 200): Promise<void> {
  await eventually(async () => {
    const [height = 0, sideways = 0] = await window.run((wanted) => {
      const sheet = document.querySelector(wanted);
      if (!sheet) return [];
      const canMove = getComputedStyle(sheet).overflowX !== 'hidden';
      return [sheet.getBoundingClientRect().height, canMove ? sheet.scrollWidth - sheet.clientWidth : 0];
    }, selector);
    if (height <= least) throw new Error(`${what} is ${height} px high`);
    expectSame(sideways, 0, `how far ${what} moves sideways`);
  }, PATIENCE_MS / 4);
}

/** Leaves a session in the window, as logging in would have. */
async function signIn(site: Site, window: EngineWindow, session: string): Promise<void> {
  await window.open(`${site.url}/healthz`);
  await window.run(
    ([key = '', value = '']) => {
      localStorage.clear();
      localStorage.setItem(key, value);
    },
    [SESSION_KEY, session],
  );
}

async function signOut(site: Site, window: EngineWindow): Promise<void> {
  await window.open(`${site.url}/healthz`);
  await window.run(() => localStorage.clear());
}

async function signInAsFounder(site: Site, window: EngineWindow) {
  const person = await addPerson();
  await site.app.sql`
    update public.profiles set profile_completed = true, vc_interest_submitted = true where email = ${person.email}`;
  const session = await requestSession(person);
  await signIn(site, window, session);
  const { user, access_token: token } = JSON.parse(session);
  return { id: user.id, email: user.email, token };
}

function expectSame(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) throw new Error(`${what}: ${actual}, and should be ${expected}`);
}
