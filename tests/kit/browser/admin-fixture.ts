import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { addMinutes } from 'date-fns/addMinutes';
import postgres from 'postgres';
import { istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import type { AppClient, Founder } from '../app-client.ts';
import { administratorToken } from './accounts.ts';
import { buyOffer, findOffer, type Offer } from './booking-flow.ts';

interface NewBooking {
  mentorName: string;
  status: string;
  start: Date;
  minutes?: number;
  notes?: string;
  link?: string;
  ageMinutes?: number;
}

export type AdminFixture = ReturnType<typeof openAdminFixture>;

/** Minutes. */
export const HOUR = 60;
export const DAY = 24 * HOUR;

/** A meeting's address, as an administrator would enter it. */
export const LINK = 'https://meet.example/abc-defg';

/** A booking in the dashboard's list. */
export const card = (page: Page, mentorName: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: mentorName, exact: true }) });

/** What happens without the test's browser: purchases, an administrator's decisions, bookings of any age. */
export function openAdminFixture(app: AppClient) {
  const { sql } = app;

  /** A founder without a browser. */
  async function addFounder(name: string): Promise<Founder> {
    const founder = await app.addFounder();
    await sql`update public.profiles set name = ${name} where id = ${founder.id}`;
    return founder;
  }

  /** Buys a free slot as the founder, over HTTP. */
  async function buyBooking(founder: Founder): Promise<Offer & { bookingId: string }> {
    const offer = await findOffer();
    return { ...offer, bookingId: await buyOffer(app, founder, offer) };
  }

  return {
    addFounder,
    buyBooking,

    /** A founder without a browser, who has bought a free slot. */
    async addPaidBooking(name: string) {
      const founder = await addFounder(name);
      return { founder, ...(await buyBooking(founder)) };
    },

    /** Adds a booking of no mentor's calendar. */
    async addBooking({ id: userId }: Founder, booking: NewBooking): Promise<string> {
      const id = randomUUID();
      const endTime = endTimeOf(booking.start, booking.minutes ?? 30);
      await sql`
        insert into public.bookings
          (id, mentor_name, date, start_time, end_time, status, user_id, notes, google_meet_link, created_at)
        values (${id}, ${booking.mentorName}, ${istToday(booking.start)}, ${istTimeOfDay(booking.start)},
          ${endTime}, ${booking.status}, ${userId}, ${booking.notes ?? null}, ${booking.link ?? null},
          now() - ${booking.ageMinutes ?? 0} * interval '1 minute')`;
      return id;
    },

    /** Changes a booking as the demonstration's administrator does, through the data API. */
    async changeBooking(bookingId: string, change: Record<string, string>): Promise<void> {
      const { body } = await app.rest(`bookings?id=eq.${bookingId}`, {
        by: { token: await administratorToken() },
        method: 'PATCH',
        body: change,
        prefer: 'return=representation',
      });
      expect(body, JSON.stringify(body)).toHaveLength(1);
    },

    /** Rejects a booking as the demonstration's administrator does; `suggestions` are offered instead. */
    async rejectBooking(bookingId: string, suggestions: object[] = []): Promise<void> {
      const { status, body } = await app.rest('rpc/reject_booking', {
        by: { token: await administratorToken() },
        body: { p_booking_id: bookingId, p_reason_code: 'mentor_not_available', p_suggestions: suggestions },
      });
      expect(status, JSON.stringify(body)).toBe(204);
    },

    backdate: app.backdate,

    /** Moves a sold session, and its claim on the mentor's time, against every rule: to `minutes` from now, or ago. */
    moveBooking,
  };

  async function moveBooking(bookingId: string, minutes: number): Promise<void> {
    const start = minutes > -LENGTH && minutes < 0 ? startOfSessionUnderWay(minutes) : startIn(minutes);
    const times = { date: istToday(start), startTime: istTimeOfDay(start), endTime: endTimeOf(start, LENGTH) };
    await app.moveBooking(bookingId, times).catch((error: unknown) => {
      if (!(error instanceof postgres.PostgresError && error.code === '23P01')) throw error;
      // Another test has moved a session of this mentor to the same time.
      return moveBooking(bookingId, minutes + LENGTH + 1);
    });
  }
}

/** Minutes of a session that is moved. */
const LENGTH = 30;

/**
 * A full minute at least `minutes` from now that leaves an hour of its day in India: a session does not cross midnight.
 */
export function startIn(minutes: number): Date {
  const start = minuteIn(minutes);
  while (istToday(start) !== istToday(addMinutes(start, 60))) start.setTime(start.getTime() + 60_000);
  return start;
}

/** A full minute of today in India, `minutes` from now (below 0) unless the day is younger. */
export function startOfSessionUnderWay(minutes: number): Date {
  const start = minuteIn(minutes);
  while (istToday(start) < istToday(new Date())) start.setTime(start.getTime() + 60_000);
  return start;
}

/** At which time of day in India such a session ends: at the latest in the last minute of the day it began. */
function endTimeOf(start: Date, minutes: number): string {
  const end = addMinutes(start, minutes);
  return istToday(end) === istToday(start) ? istTimeOfDay(end) : '23:59';
}

const minuteIn = (minutes: number) => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + minutes * 60_000);
