import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import type { GoogleAccount } from '../accounts.ts';
import { needsWriter, notFound } from './errors.ts';

export interface Calendar {
  id: string;
  summary: string;
  timeZone: string;
  isPrimary: boolean;
  accessRole: 'owner' | 'reader';
}

/** In every account's list; no account may write into it. */
const HOLIDAYS: Calendar = {
  id: 'en.indian#holiday@group.v.calendar.google.com',
  summary: 'Holidays in India',
  timeZone: 'Asia/Kolkata',
  isPrimary: false,
  accessRole: 'reader',
};
const HOME_ZONE = 'Asia/Kolkata';

/** The calendars of an account: its own one, which has the account's address for an id, and those that it makes. */
export function createCalendars(sql: Sql) {
  async function list({ sub, email }: GoogleAccount): Promise<Calendar[]> {
    await sql`
      insert into sandbox.google_calendars (id, owner_sub, summary, time_zone, is_primary)
      values (${email}, ${sub}, ${email}, ${HOME_ZONE}, true) on conflict do nothing`;
    const own = await sql<Calendar[]>`
      select id, summary, time_zone as "timeZone", is_primary as "isPrimary", 'owner' as "accessRole"
      from sandbox.google_calendars where owner_sub = ${sub} order by is_primary desc, summary, id`;
    return [...own, HOLIDAYS];
  }

  /** Throws notFound for a calendar that the account does not see. */
  async function find(account: GoogleAccount, id: string): Promise<Calendar> {
    const calendar = (await list(account)).find((one) =>
      id === 'primary' ? one.isPrimary : one.id.toLowerCase() === id.toLowerCase(),
    );
    if (!calendar) throw notFound();
    return calendar;
  }

  return {
    list,
    find,

    /** As find, for a caller that changes its events. */
    async findToWrite(account: GoogleAccount, id: string): Promise<Calendar> {
      const calendar = await find(account, id);
      if (calendar.accessRole === 'reader') throw needsWriter();
      return calendar;
    },

    async make(account: GoogleAccount, options: { summary: string; timeZone: string }): Promise<Calendar> {
      const id = `c_${randomBytes(32).toString('hex')}@group.calendar.google.com`;
      await sql`
        insert into sandbox.google_calendars (id, owner_sub, summary, time_zone, is_primary)
        values (${id}, ${account.sub}, ${options.summary}, ${options.timeZone}, false)`;
      return { id, ...options, isPrimary: false, accessRole: 'owner' };
    },
  };
}

const CONFERENCES = { allowedConferenceSolutionTypes: ['hangoutsMeet'] };

export function calendarResource({ id, summary, timeZone }: Calendar): object {
  return { kind: 'calendar#calendar', etag: '"sandbox"', id, summary, timeZone, conferenceProperties: CONFERENCES };
}

export function calendarListEntry({ id, summary, timeZone, isPrimary, accessRole }: Calendar): object {
  return {
    kind: 'calendar#calendarListEntry',
    etag: '"sandbox"',
    id,
    summary,
    timeZone,
    selected: true,
    accessRole,
    defaultReminders: isPrimary ? [{ method: 'popup', minutes: 30 }] : [],
    ...(isPrimary && { primary: true }),
    conferenceProperties: CONFERENCES,
  };
}
