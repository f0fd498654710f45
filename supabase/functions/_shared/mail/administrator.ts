import { Fragment, createElement as h, type ReactNode } from 'react';
import { z } from 'zod';
import { mentorMail } from '#copy/mentors/mentor-mail.ts';
import { discrepancyKinds } from '#copy/money/discrepancy-kinds.ts';
import { alertsCopy } from '#copy/office/alerts.ts';
import { failuresCopy, overviewCopy } from '#copy/office/overview.ts';
import { healthCopy } from '#copy/office/system-health.ts';
import { formatInr, paidAmount } from '#rules/money/rupees.ts';
import { formatDateShort, formatMoment, formatTimeRange, istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import { singleLine } from '#rules/shell/text.ts';
import { sessionShape, timeFor } from '../sessions/booking.ts';
import { anchor, button, detail, factMail, footer, footerWithSite, list, mail, paragraph, subtitle } from './layout.ts';

const copy = alertsCopy.mail;
/** Most lines of a list in an e-mail; the back office shows the rest. */
const LIST_LIMIT = 20;

const booking = {
  booking_id: z.guid(),
  code: z.string(),
  founder: z.string().nullable(),
  mentor: z.string(),
  starts_at: z.coerce.date(),
  ends_at: z.coerce.date(),
  answer_by: z.coerce.date(),
  amount_paise: z.int().nullable(),
};
const itemShape = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('waiting_booking'), ...booking }),
  z.object({ topic: z.literal('new_booking'), ...booking }),
  z.object({ topic: z.literal('mentor_declined'), ...booking }),
  z.object({ topic: z.literal('change_request'), ...booking }),
  z.object({ topic: z.literal('new_application'), name: z.string() }),
  z.object({ topic: z.literal('new_story'), name: z.string() }),
  z.object({ topic: z.literal('new_help_request'), email: z.string() }),
  z.object({ topic: z.literal('failed_job'), job_kind: z.string() }),
  z.object({ topic: z.literal('failed_refund'), amount_paise: z.int(), currency: z.string(), payment_id: z.string() }),
  z.object({ topic: z.literal('discrepancy'), finding: z.string(), subject: z.string() }),
  z.object({ topic: z.literal('broken_promise'), rule: z.string() }),
  z.object({ topic: z.literal('chain'), entry: z.string() }),
]);

/** What the database's alert_for_jobs answers. */
export const alertShape = z.object({ email: z.string(), items: z.array(itemShape) });
export type AlertItem = z.output<typeof itemShape>;
type Topic = AlertItem['topic'];
type Item<Name extends Topic> = Extract<AlertItem, { topic: Name }>;

/** One part of an e-mail: a title over lines. */
interface Part {
  title: string | null;
  lead?: string;
  lines: Line[];
  onward: [path: string, label: string];
}
interface Line {
  text: string;
  /** Below the text, smaller. */
  detail?: string;
  path?: string;
}

interface AlertData {
  /** At least one. */
  items: readonly AlertItem[];
  /** "Time left" counts from here. */
  now: Date;
}

/** What an administrator sends to themselves (docs/product/back-office.md#open-your-marketplace). */
export const mailCheck = factMail(z.object({}), (_, siteUrl) => {
  const { subject, title, lead } = alertsCopy.mailCheck;
  return { subject, title, preview: lead, content: [paragraph(lead)], footer: footerWithSite(copy.footer, siteUrl) };
});

/** What waits for an administrator, and what failed (docs/product/notifications.md#alerts-to-administrators). */
export const alert = mail<AlertData>(({ items, now }, siteUrl) => {
  const parts = partsOf(items, now);
  const subject = subjectOf(items);
  const isDigest = parts.length > 1;
  return {
    subject,
    title: isDigest ? copy.digest.title : (parts[0]?.title ?? subject),
    preview: parts[0]?.lines[0]?.text ?? subject,
    content: parts.map((part, index) => partOf(part, { siteUrl, hasTitle: isDigest, index })),
    footer: footer(copy.footer, anchor(new URL('/admin?tab=notifications', siteUrl).href, copy.choose)),
  };
});

function subjectOf(items: readonly AlertItem[]): string {
  if (only(items, 'chain').length > 0) return copy.chain.subject;
  const waiting = only(items, 'waiting_booking');
  if (waiting.length > 0) return copy.waiting.subject(waiting.length);
  const [asked] = only(items, 'change_request');
  if (asked) return copy.changeRequest.subject(whoMeets(asked));
  const failures = items.filter((item) => isFailure(item.topic)).length;
  if (failures > 0) return copy.failures.subject(failures);
  const [first] = items;
  if (items.length === 1) {
    if (first?.topic === 'new_booking') return copy.newBooking.subject(whoMeets(first));
    if (first?.topic === 'mentor_declined') return copy.mentorDeclined.subject(singleLine(first.mentor, 80));
    if (first?.topic === 'new_application') return copy.newApplication.subject(first.name);
    if (first?.topic === 'new_story') return copy.newStory.subject(first.name);
    if (first?.topic === 'new_help_request') return copy.newHelpRequest.subject(first.email);
  }
  return copy.digest.subject(
    (
      [
        ['new_booking', copy.newBooking],
        ['mentor_declined', copy.mentorDeclined],
        ['new_application', copy.newApplication],
        ['new_story', copy.newStory],
        ['new_help_request', copy.newHelpRequest],
      ] as const
    )
      .map(([topic, { title }]) => [only(items, topic).length, title] as const)
      .filter(([n]) => n > 0)
      .map(([n, title]) => title(n))
      .join(', '),
  );
}

function partsOf(items: readonly AlertItem[], now: Date): Part[] {
  const parts: Part[] = [];
  const changes = only(items, 'chain');
  if (changes.length > 0) {
    parts.push({
      title: copy.chain.subject,
      lines: changes.map(({ entry }) => ({ text: copy.chain.text(entry) })),
      onward: ['/admin?tab=system-health', copy.open.health],
    });
  }
  const waiting = only(items, 'waiting_booking');
  if (waiting.length > 0) {
    parts.push({
      title: copy.waiting.subject(waiting.length),
      lead: copy.waiting.lead(waiting.length),
      lines: waiting.map((item) => bookingLine(item, timeLeft(item, now))),
      onward: onwardOf(waiting),
    });
  }
  const asked = only(items, 'change_request');
  if (asked.length > 0) {
    parts.push({
      title: copy.changeRequest.title(asked.length),
      lead: copy.changeRequest.lead,
      lines: asked.map((item) => bookingLine(item, timeLeft(item, now))),
      onward: onwardOf(asked),
    });
  }
  const bookings = only(items, 'new_booking');
  if (bookings.length > 0) {
    parts.push({
      title: copy.newBooking.title(bookings.length),
      lines: bookings.map((item) => bookingLine(item, copy.answerBy(formatMoment(item.answer_by)))),
      onward: onwardOf(bookings),
    });
  }
  const declined = only(items, 'mentor_declined');
  if (declined.length > 0) {
    parts.push({
      title: copy.mentorDeclined.title(declined.length),
      lines: declined.map((item) => bookingLine(item, copy.answerBy(formatMoment(item.answer_by)))),
      onward: onwardOf(declined),
    });
  }
  const applications = only(items, 'new_application');
  if (applications.length > 0) {
    parts.push({
      title: copy.newApplication.title(applications.length),
      lines: applications.map(({ name }) => ({ text: name })),
      onward: ['/admin?tab=applications', copy.open.applications],
    });
  }
  const stories = only(items, 'new_story');
  if (stories.length > 0) {
    parts.push({
      title: copy.newStory.title(stories.length),
      lines: stories.map(({ name }) => ({ text: name })),
      onward: ['/admin?tab=impact-stories', copy.open.stories],
    });
  }
  const requests = only(items, 'new_help_request');
  if (requests.length > 0) {
    parts.push({
      title: copy.newHelpRequest.title(requests.length),
      lines: requests.map(({ email }) => ({ text: email })),
      onward: ['/admin?tab=help-requests', copy.open.helpRequests],
    });
  }
  const failures = items.filter((item) => isFailure(item.topic));
  if (failures.length > 0) {
    parts.push({
      title: copy.failures.subject(failures.length),
      lead: copy.failures.lead,
      lines: failures.map(failureLine),
      onward: failureOnward(failures[0]?.topic),
    });
  }
  return parts;
}

function only<Name extends Topic>(items: readonly AlertItem[], topic: Name): Item<Name>[] {
  return items.filter((item): item is Item<Name> => item.topic === topic);
}

function isFailure(topic: Topic): boolean {
  return ['failed_job', 'failed_refund', 'discrepancy', 'broken_promise'].includes(topic);
}

type BookingItem = Item<'waiting_booking' | 'new_booking' | 'mentor_declined' | 'change_request'>;

function whoMeets({ founder, mentor }: BookingItem): string {
  return copy.booking(founder ?? copy.somebody, mentor);
}

function bookingLine(item: BookingItem, deadline: string): Line {
  const range = formatTimeRange(istTimeOfDay(item.starts_at), istTimeOfDay(item.ends_at));
  const facts = [
    copy.session(`${formatDateShort(istToday(item.starts_at))}, ${range}`),
    item.amount_paise === null ? null : formatInr(item.amount_paise / 100),
    item.code,
    deadline,
  ];
  return {
    text: whoMeets(item),
    detail: facts.filter((fact) => fact !== null).join(' · '),
    path: bookingPath(item.booking_id),
  };
}

function timeLeft({ answer_by }: BookingItem, now: Date): string {
  const minutes = Math.max(0, Math.floor((answer_by.getTime() - now.getTime()) / 60_000));
  const span = overviewCopy.span({
    days: Math.floor(minutes / 1440),
    hours: Math.floor((minutes % 1440) / 60),
    minutes: minutes % 60,
  });
  return copy.waiting.timeLeft(span, formatMoment(answer_by));
}

function bookingPath(id: string): string {
  return `/admin?tab=bookings&booking=${id}`;
}

function onwardOf(bookings: readonly BookingItem[]): [string, string] {
  const [first] = bookings;
  return first && bookings.length === 1
    ? [bookingPath(first.booking_id), copy.open.booking]
    : ['/admin?tab=bookings', copy.open.bookings];
}

function failureLine(item: AlertItem): Line {
  const { job, refund, discrepancy, promise } = copy.failures;
  if (item.topic === 'failed_refund')
    return { text: refund(paidAmount(item.amount_paise, item.currency), item.payment_id) };
  if (item.topic === 'discrepancy') {
    const known: Readonly<Record<string, { title: string }>> = discrepancyKinds;
    return { text: discrepancy(known[item.finding]?.title ?? item.finding), detail: item.subject };
  }
  if (item.topic === 'broken_promise') {
    return { text: promise(healthCopy.money.rules[item.rule] ?? item.rule) };
  }
  const kind = item.topic === 'failed_job' ? item.job_kind : item.topic;
  return { text: job(failuresCopy.kinds[kind] ?? failuresCopy.otherKind(kind)) };
}

function failureOnward(topic: Topic | undefined): [string, string] {
  if (topic === 'failed_refund') return ['/admin?tab=payments&view=refunds', copy.open.payments];
  if (topic === 'discrepancy') return ['/admin?tab=payments', copy.open.payments];
  if (topic === 'broken_promise') return ['/admin?tab=system-health', copy.open.health];
  return ['/admin?tab=overview', copy.open.overview];
}

function partOf(part: Part, { siteUrl, hasTitle, index }: { siteUrl: string; hasTitle: boolean; index: number }) {
  const [path, label] = part.onward;
  const rest = part.lines.length - LIST_LIMIT;
  return h(
    'div',
    { key: index, style: index > 0 ? { marginTop: '28px' } : undefined },
    hasTitle && part.title !== null && subtitle(part.title),
    part.lead !== undefined && paragraph(part.lead),
    list(part.lines.slice(0, LIST_LIMIT).map((line) => lineOf(line, siteUrl))),
    rest > 0 && paragraph(copy.more(rest), 'muted'),
    button(new URL(path, siteUrl).href, label, '8px 0 4px'),
  );
}

function lineOf(line: Line, siteUrl: string): ReactNode {
  const text = singleLine(line.text, 200);
  return h(
    Fragment,
    null,
    line.path === undefined ? text : anchor(new URL(line.path, siteUrl).href, text),
    line.detail !== undefined && detail(singleLine(line.detail, 300)),
  );
}

/** Another address than the invited one asks for a mentor's profile. */
export const claimAsked = factMail(
  z.object({ email: z.string(), mentor: z.string(), invited: z.string() }),
  ({ email, mentor, invited }, siteUrl) => {
    const wording = mentorMail.claimAsked;
    const name = singleLine(mentor, 80);
    return {
      subject: wording.subject(email, name),
      title: wording.title,
      preview: wording.lead(email, name),
      content: [
        paragraph(wording.lead(email, name)),
        paragraph(wording.invited(invited)),
        paragraph(wording.nothingYet),
        button(new URL('/admin?tab=mentors', siteUrl).href, wording.open, '8px 0 4px'),
      ],
      footer: footerWithSite(copy.footer, siteUrl),
    };
  },
);

/** From a mentor's third cancellation in 90 days on. */
export const thirdCancellation = factMail(
  z.object({
    mentor: z.string(),
    mentor_id: z.guid(),
    count: z.int(),
    session: sessionShape,
    code: z.string(),
    reason: z.string().nullable(),
  }),
  ({ mentor, mentor_id, count, session, code, reason }, siteUrl) => {
    const wording = mentorMail.thirdCancellation;
    const name = singleLine(mentor, 80);
    const words = singleLine(reason ?? '', 300);
    return {
      subject: wording.subject(name, count),
      preview: wording.lead(name, count),
      content: [
        paragraph(wording.lead(name, count)),
        paragraph(wording.latest(timeFor(session), code)),
        words !== '' && paragraph(wording.reason(words)),
        paragraph(wording.nothingHappens),
        button(new URL(`/admin/mentors/${mentor_id}/edit`, siteUrl).href, wording.open, '8px 0 4px'),
      ],
      footer: footerWithSite(copy.footer, siteUrl),
    };
  },
);
