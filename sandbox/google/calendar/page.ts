/**
 * What is in the calendars and what their owner's guests would have been sent: for people as a page, for tests as JSON.
 */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Sql } from 'postgres';
import { calendarSandbox as copy } from '#copy/google-sandbox.ts';
import type { Markup } from '../../html-document.ts';
import { PAGE_POLICY, renderDocument } from '../pages.ts';
import type { Calendar } from './calendars.ts';
import { conferenceFields } from './conference.ts';
import { type EventRow, eventResource } from './event-row.ts';
import type { Attendee } from './event-shape.ts';
import { type Invitation, listInvitations } from './invitations.ts';

type Entry = EventRow & { calendar: Calendar };

const SHOWN_EVENTS = 100;

/**
 * `/calendar` and `/calendar.json`; `?event=` asks for one event, and `?guest=` for the JSON as in the calendar of the
 * guest with this address.
 */
export function createCalendarPage(sql: Sql): Hono {
  const api = new Hono();

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

  api.get('/calendar', async (c) => {
    const { events, invitations } = await read(c.req.query('event'));
    return c.html(render(events, invitations), 200, {
      'cache-control': 'no-store',
      'content-security-policy': PAGE_POLICY,
    });
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

function render(events: readonly Entry[], invitations: readonly Invitation[]): string {
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
      ${events.length > 0 ? html`<p>${copy.shown(events.length)}</p>` : ''}
      ${
        events.length === 0
          ? html`<h2>${copy.emptyTitle}</h2><p>${copy.empty}</p>`
          : html`<ol>${events.map((event) => renderEvent(event, sentFor(event)))}</ol>`
      }`,
  });
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
