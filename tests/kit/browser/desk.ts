/** What happens behind a founder's page: purchases without the browser, an administrator's decisions, bookings of any age. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { istTimeOfDay, istToday } from '#rules/ist.ts';
import { type Founder, openAppClient } from '../app-client.ts';
import { enter } from './accounts.ts';
import { findOffer, type Offer } from './booking.ts';
import { test as base } from './fixtures.ts';
import type { Mailbox } from './mailbox.ts';
import { storyHost } from './start-host.ts';

const SESSION_KEY = 'point-0-session';

interface EnteredBooking {
  mentorName: string;
  status: string;
  start: Date;
  minutes?: number;
  notes?: string;
  link?: string;
  ageMinutes?: number;
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Minutes. */
export const HOUR = 60;
export const DAY = 24 * HOUR;

/** A meeting's address, as an administrator would enter it. */
export const LINK = 'https://meet.example/abc-defg';

/** The stories' test, with a back office. */
export const test = base.extend<{ desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  desk: async ({}, use) => {
    const desk = await openDesk();
    await use(desk);
    await desk.close();
  },
});

/** A new person who has filled the investor form in already, on the dashboard. */
export async function enterAgain(page: Page, mailbox: Mailbox, desk: Desk) {
  const person = await enter(page, mailbox);
  await desk.sql`
    update public.profiles set profile_completed = true, vc_interest_submitted = true where email = ${person.email}`;
  return person;
}

/** A booking in the dashboard's list. */
export const card = (page: Page, mentorName: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: mentorName, exact: true }) });

async function openDesk() {
  const host = storyHost();
  if (!host.logins) throw new Error("The stories' host has no demonstration logins.");
  const { email, password } = host.logins.admin;
  const shop = await openAppClient(host);
  const { sql } = shop;

  /** A founder without a browser. */
  async function addFounder(name: string): Promise<Founder> {
    const founder = await shop.addFounder();
    await sql`update public.profiles set name = ${name} where id = ${founder.id}`;
    return founder;
  }

  /** Buys a free slot as the founder, at the provider's counter instead of in the browser; the page's founder unless named. */
  async function buy(page: Page, buyer?: Founder): Promise<Offer & { bookingId: string }> {
    const founder = buyer ?? (await founderOf(page));
    for (let attempt = 1; ; attempt += 1) {
      const offer = await findOffer(page);
      const slot = {
        ...offer.slot,
        mentorId: offer.mentor.id,
        mentorName: offer.mentor.name,
        price: offer.mentor.price,
      };
      const wish = shop.wish(founder, slot);
      const order = await shop.call('create-payment-order', wish, founder);
      // Another story may have been quicker with this slot.
      if (order.status === 409 && attempt < 5) continue;
      expect(order.status, JSON.stringify(order.body)).toBe(200);
      const verified = await shop.call('verify-payment', await shop.paid(order.body), founder);
      expect(verified.body, 'the payment').toMatchObject({ verified: true });
      return { ...offer, bookingId: order.body.booking_id };
    }
  }

  /** Enters a booking by hand, of no mentor's calendar. */
  async function enterBooking(page: Page, booking: EnteredBooking): Promise<string> {
    const { id: userId } = await founderOf(page);
    const id = randomUUID();
    const end = new Date(booking.start.getTime() + (booking.minutes ?? 30) * 60_000);
    await sql`
      insert into public.bookings
        (id, mentor_name, date, start_time, end_time, status, user_id, notes, google_meet_link, created_at)
      values (${id}, ${booking.mentorName}, ${istToday(booking.start)}, ${istTimeOfDay(booking.start)},
        ${istTimeOfDay(end)}, ${booking.status}, ${userId}, ${booking.notes ?? null}, ${booking.link ?? null},
        now() - ${booking.ageMinutes ?? 0} * interval '1 minute')`;
    return id;
  }

  /** Changes a booking as the demonstration's administrator does, through the data API. */
  async function decide(bookingId: string, change: Record<string, string>): Promise<void> {
    const headers = { apikey: shop.keys.publishableKey, 'content-type': 'application/json' };
    const session = await shop.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password }),
    });
    const answer = await shop.request(`/rest/v1/bookings?id=eq.${bookingId}`, {
      method: 'PATCH',
      headers: {
        ...headers,
        authorization: `Bearer ${session.body.access_token}`,
        prefer: 'return=representation',
      },
      body: JSON.stringify(change),
    });
    expect(answer.body, JSON.stringify(answer.body)).toHaveLength(1);
  }

  return { sql, addFounder, buy, enterBooking, decide, close: shop.close };
}

/** The founder who is logged in on the page. */
export async function founderOf(page: Page): Promise<Founder> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
  const session = JSON.parse(stored ?? 'null');
  return { id: session.user.id, email: session.user.email, token: session.access_token };
}

/**
 * A full minute at least `minutes` from now that leaves an hour of its day in India: a session does not cross midnight.
 */
export function startIn(minutes: number): Date {
  const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + minutes * 60_000);
  while (istToday(start) !== istToday(new Date(start.getTime() + 3_600_000))) {
    start.setTime(start.getTime() + 60_000);
  }
  return start;
}
