/**
 * What is in the calendars and what their owner's guests would have been sent: for people as a page, for tests as JSON.
 */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { calendarSandbox as copy } from '#copy/office/google-sandbox.ts';
import type { Markup } from '../../html-document.ts';
import { type Accounts, CALENDAR_OWNER } from '../accounts.ts';
import { PAGE_POLICY, renderDocument } from '../pages.ts';
import { type Calendar, createCalendars } from './calendars.ts';
import { conferenceFields } from './conference.ts';
import { type EventRow, eventResource } from './event-row.ts';
import { type Attendee, readEvent } from './event-shape.ts';
import { createEvents } from './events.ts';
import { type Invitation, listInvitations } from './invitations.ts';

type Entry = EventRow & { calendar: Calendar };

const SHOWN_EVENTS = 100;

const eventForm = z.object({
  email: z.email().max(320),
  date: z.iso.date(),
  start: z.iso.time({ precision: -1 }),
  end: z.iso.time({ precision: -1 }),
});

type Typed = Partial<Record<keyof z.output<typeof eventForm>, string>>;

/** An event that a person adds or deletes here is told to no guest. */
const QUIETLY = { conferenceDataVersion: 0, sendUpdates: 'none', outcome: 'success', ifMatch: undefined } as const;

/**
 * `/calendar` and `/calendar.json`; `?event=` asks for one event, and `?guest=` for the JSON as in the calendar of the
 * guest with this address. The page's forms make a person busy, and free again.
 */
export function createCalendarPage(sql: Sql, accounts: Accounts): Hono {
  const api = new Hono();
  const [calendars, ownEvents] = [createCalendars(sql), createEvents(sql)];

  const listEvents = (id: string | undefined) => sql<Entry[]>`
    select e.*, jsonb_build_object(
      'id', c.id, 'summary', c.summary, 'timeZone', c.time_zone, 'isPrimary', c.is_primary, 'accessRole', 'owner'
    ) as calendar
    from sandbox.google_events e join sandbox.google_calendars c on c.id = e.calendar_id
    where e.id = ${id ?? null} or ${id ?? null}::text is null
    order by e.updated_at desc, e.id limit ${SHOWN_EVENTS}`;

  async function read(id: string | undefined) {
    const events = await listEvents(id);
    const ids = events.map((event) => event.id);
    return { events, invitations: await listInvitations(sql, ids) };
  }

  async function page(c: Context, form: { typed: Typed; failure?: string }) {
    const { events, invitations } = await read(c.req.query('event'));
    return c.html(render(events, invitations, form), form.failure ? 400 : 200, {
      'cache-control': 'no-store',
      'content-security-policy': PAGE_POLICY,
    });
  }

  api.get('/calendar', (c) => page(c, { typed: { email: c.req.query('email') ?? '' } }));

  api.post('/calendar', async (c) => {
    const typed: Typed = Object.fromEntries(new URLSearchParams(await c.req.text()));
    const form = eventForm.safeParse(typed);
    if (!form.success || form.data.end <= form.data.start) return page(c, { typed, failure: copy.add.invalid });
    const { email, date, start, end } = form.data;
    const account = await accounts.findByEmail(email);
    if (!account) return page(c, { typed, failure: copy.add.unknownAccount });
    const at = (time: string) => ({ dateTime: `${date}T${time}:00`, timeZone: 'Asia/Kolkata' });
    const body = readEvent({ summary: copy.add.summary, start: at(start), end: at(end) });
    await ownEvents.insert(await calendars.find(account, 'primary'), body, QUIETLY);
    return c.redirect('calendar', 303);
  });

  api.post('/calendar/delete', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const [event] = await listEvents(form.get('event') ?? '');
    if (event && event.status !== 'cancelled') await ownEvents.remove(event.calendar, event.id, QUIETLY);
    return c.redirect('../calendar', 303);
  });

  api.get('/calendar.json', async (c) => {
    const { events, invitations } = await read(c.req.query('event'));
    const guest = c.req.query('guest');
    const isInvited = ({ attendees }: Entry) => attendees.some(({ email }) => email === guest?.toLowerCase());
    return c.json(
      {
        events: events
          .filter((event) => guest === undefined || isInvited(event))
          .map(({ calendar, ...event }) => ({
            calendarId: guest ?? calendar.id,
            ...eventResource(event, calendar, calendar.timeZone, guest),
          })),
        invitations,
      },
      200,
      { 'cache-control': 'no-store' },
    );
  });
  return api;
}

function render(
  events: readonly Entry[],
  invitations: readonly Invitation[],
  form: { typed: Typed; failure?: string },
): string {
  const sentFor = (event: Entry) =>
    invitations.filter((one) => one.eventId === event.id && one.calendarId === event.calendar.id);
  return renderDocument({
    title: copy.title,
    ribbon: copy.ribbon,
    nav: html`<nav aria-label="${copy.title}">
      <a href="/">${copy.back}</a> <a href="/sandbox/mailbox">${copy.mailbox}</a>
      <a href="/sandbox/google/calendar">${copy.refresh}</a>
    </nav>`,
    body: html`<h1>${copy.heading}</h1>
      <p>${copy.hint}</p>
      ${renderForm(form)}
      ${events.length > 0 ? html`<p>${copy.shown(events.length)}</p>` : ''}
      ${
        events.length === 0
          ? html`<h2>${copy.emptyTitle}</h2><p>${copy.empty}</p>`
          : html`<ol>${events.map((event) => renderEvent(event, sentFor(event)))}</ol>`
      }`,
  });
}

function renderForm({ typed, failure }: { typed: Typed; failure?: string }): Markup {
  const { add } = copy;
  const field = (name: keyof Typed, type: string) => html`<p>
    <label>${add[name]}<input name="${name}" type="${type}" required value="${typed[name] ?? ''}" /></label>
  </p>`;
  return html`<details ${failure || typed.email ? 'open' : ''}>
    <summary>${add.title}</summary>
    <p>${add.hint}</p>
    ${failure ? html`<p role="alert">${failure}</p>` : ''}
    <form method="post" action="/sandbox/google/calendar" aria-label="${add.title}">
      ${field('email', 'email')}${field('date', 'date')}${field('start', 'time')}${field('end', 'time')}
      <button>${add.submit}</button>
    </form>
  </details>`;
}

function renderDelete({ id, status, calendar, attendees }: Entry): Markup {
  // The sessions of the site are its own to delete.
  if (status === 'cancelled' || calendar.id === CALENDAR_OWNER.email || attendees.length > 0) return html``;
  return html`<form method="post" action="/sandbox/google/calendar/delete">
    <button name="event" value="${id}">${copy.add.delete}</button>
  </form>`;
}

function renderEvent(event: Entry, sent: readonly Invitation[]): Markup {
  return html`<li>
    <article id="${event.id}" aria-labelledby="${event.id}-title">
      <h2 id="${event.id}-title">${event.fields.summary ?? copy.untitled}</h2>
      <p>${copy.status[event.status]}</p>
      <dl>
        <dt>${copy.when}</dt>
        <dd><time datetime="${event.starts_at.toISOString()}">${whenOf(event)}</time></dd>
        <dt>${copy.guests}</dt>
        <dd>${event.attendees.length === 0 ? copy.noGuests : html`<ul>${event.attendees.map(renderGuest)}</ul>`}</dd>
        <dt>${copy.guestList}</dt>
        <dd>${copy.guestListStates[event.fields.guestsCanSeeOtherGuests === false ? 'hidden' : 'shown']}</dd>
        <dt>${copy.video}</dt>
        <dd>${renderVideo(event)}</dd>
        <dt>${copy.invitations}</dt>
        <dd>${sent.length === 0 ? copy.noInvitations : html`<ul>${sent.map(renderInvitation)}</ul>`}</dd>
        <dt>${copy.calendar}</dt>
        <dd>${event.calendar.summary}</dd>
        <dt>${copy.eventId}</dt>
        <dd><code>${event.id}</code></dd>
      </dl>
      ${renderDelete(event)}
    </article>
  </li>`;
}

function renderGuest({ email, responseStatus, organizer }: Attendee): Markup {
  return html`<li>${email}: ${organizer ? copy.organizer : copy.answers[responseStatus]}</li>`;
}

function renderVideo({ conference }: Entry): Markup {
  if (conference?.status !== 'success') return html`${copy.videoStates[conference?.status ?? 'none']}`;
  const { hangoutLink } = conferenceFields(conference) as { hangoutLink: string };
  return html`<a href="${hangoutLink}" rel="noreferrer">${hangoutLink}</a>`;
}

function renderInvitation({ kind, email, sentAt }: Invitation): Markup {
  return html`<li>${copy.invitation[kind](email, `${moment.format(sentAt)} IST`)}</li>`;
}

const zone = { timeZone: 'Asia/Kolkata' } as const;
const moment = new Intl.DateTimeFormat('en-IN', { ...zone, dateStyle: 'medium', timeStyle: 'short' });
const range = new Intl.DateTimeFormat('en-IN', { ...zone, dateStyle: 'full', timeStyle: 'short' });

function whenOf({ starts_at, ends_at }: Entry): string {
  return `${range.formatRange(starts_at, ends_at)} IST`;
}
