import { createEvent } from 'ics';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { mail as copy, incidentMail } from '#copy/sessions/booking-mail.ts';
import { bookingDecisions } from '#copy/sessions/bookings.ts';
import { sessionBrief as briefCopy } from '#copy/sessions/briefs.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { site } from '#copy/shell/site.ts';
import { choiceQuery, mentorPath } from '#rules/mentors/mentor-path.ts';
import { mentorMoment, mentorTime } from '#rules/mentors/mentor-time.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { cancellationSentence, rejectionText } from '#rules/sessions/booking.ts';
import { bookingEvent, calendarFileName, refoldCalendar } from '#rules/sessions/booking-calendar.ts';
import { hostOf } from '#rules/sessions/brief.ts';
import { meetingUrl } from '#rules/sessions/meeting.ts';
import { formatDateFull, formatDateShort, formatMoment, formatTime, formatTimeRange } from '#rules/shell/ist.ts';
import { singleLine } from '#rules/shell/text.ts';
import { enqueueJob } from '../database.ts';
import { readEnv } from '../env.ts';
import { answerLink, signLink } from '../people/signed-link.ts';
import { type BookingForJobs, namesIn } from '../sessions/booking.ts';
import {
  anchor,
  button,
  type ComposedMail,
  type Facts,
  factList,
  footerWithSite,
  list,
  type Mail,
  type MailParts,
  mail,
  onlyInHtml,
  paragraph,
  section,
} from './layout.ts';

export type MailRole = 'founder' | 'mentor';
/** What an e-mail is about. Reminders are named by the hours before the start; `missed`: the founder did not come. */
export type BookingMailEvent = keyof typeof copy.wording.founder | 'missed';

export interface BookingMailData {
  booking: BookingForJobs;
  /** Of the links with which the mentor answers a request; null where nobody is asked. */
  answerToken: string | null;
}

/** Characters of a reason. */
export const NOTE_LIMIT = 1000;
/** A stored brief is shorter. */
const BRIEF_LIMIT = 600;

/** These contain the meeting link and the calendar file. They are sent again if there was no link at first. */
const isScheduled = new Set<BookingMailEvent>(['confirmed', 'rescheduled']);
const isAhead = new Set<BookingMailEvent>([...isScheduled, 'reminder24', 'reminder1']);
const hasEnded = new Set<BookingMailEvent>(['rejected', 'unanswered', 'cancelled']);
/** E-mails that link to the founder's receipt. */
const HAS_RECEIPT = new Set<BookingMailEvent>(['submitted', 'confirmed']);

/** E-mails that show the founder's brief. */
const SHOWS_BRIEF: Record<MailRole, ReadonlySet<BookingMailEvent>> = {
  founder: new Set<BookingMailEvent>(['submitted', 'reminder24']),
  mentor: new Set<BookingMailEvent>(['submitted', 'confirmed', 'rescheduled', 'reminder24']),
};

export function sessionUrl({ id }: BookingForJobs, siteUrl: string): string {
  return new URL(`/sessions/${id}`, siteUrl).href;
}

/**
 * The founder's brief as a part of an e-mail; nothing if the brief is empty. The mentor's e-mail has its link only once
 * the booking is approved (docs/product/sessions.md#brief).
 */
export function briefPart(
  role: MailRole,
  booking: Pick<BookingForJobs, 'brief' | 'founder_name' | 'founder_email' | 'mentor_name'>,
  { hasLink }: { hasLink: boolean },
): ReactNode {
  const { brief } = booking;
  const link = hasLink ? (brief?.link ?? null) : null;
  if (!brief || (!brief.question && !brief.stage && !brief.language && link === null)) return null;
  const title = role === 'founder' ? briefCopy.ownTitle : briefCopy.title(namesIn(booking).founder);
  const margin = '0 0 4px';
  return section(
    title,
    brief.question && paragraph(singleLine(brief.question, BRIEF_LIMIT), 'ink', margin),
    brief.stage && paragraph(briefCopy.stageIs(briefCopy.stages[brief.stage]), 'muted', margin),
    link !== null && paragraph(linkTo(link), 'muted', margin),
    brief.language && paragraph(briefCopy.prefers(briefCopy.languages[brief.language]), 'muted', margin),
  );
}

/** A founder's link, shown as its host name. We never open it, and `rel` says that we do not recommend it. */
function linkTo(link: string): ReactNode {
  const address = singleLine(link, BRIEF_LIMIT);
  return h('span', null, `${briefCopy.linkLabel} `, anchor(address, hostOf(address), 'noopener noreferrer nofollow'));
}

/** The e-mail to one side of a booking, without the other side's address. */
function composeBookingMail(
  event: BookingMailEvent,
  role: MailRole,
  { booking, answerToken }: BookingMailData,
  siteUrl: string,
): MailParts {
  const { mentor, founder } = namesIn(booking);
  const name = role === 'founder' ? mentor : founder;
  const isAsked = event === 'submitted' && role === 'mentor' && booking.approval_mode !== 'automatic';
  const names = {
    name,
    date: formatDateShort(booking.date),
    time: formatTime(booking.start_time),
    amount: booking.payment_id === null || booking.amount_paise === null ? null : formatInr(booking.amount_paise / 100),
    answerBy: answerMoment(role, booking),
  };
  const wording = wordingOf(event, role, booking.incident);
  const isUnasked = event === 'submitted' && role === 'mentor' && !isAsked;
  const lead = isUnasked ? copy.notAsked(name) : wording.lead(names);
  // A booking that ended is removed from the reader's calendar, if it was there.
  const attachments =
    isScheduled.has(event) || (hasEnded.has(event) && booking.calendar_state !== null)
      ? [calendarFile(booking, { siteUrl, role, otherName: name, isCancelled: hasEnded.has(event) })]
      : [];
  return {
    subject: wording.subject(names),
    title: wording.title,
    preview: previewOf(booking),
    content: [
      paragraph(lead),
      event === 'rejected' && role === 'founder' && rejectionReason(booking),
      factsOf(event, role, booking, name),
      SHOWS_BRIEF[role].has(event) &&
        briefPart(role, booking, { hasLink: role === 'founder' || event !== 'submitted' }),
      ...(isAsked ? answerButtons(answerToken, siteUrl) : []),
      ...meetingParts(event, booking),
      role === 'founder' && cancellationNote(event, booking),
      role === 'founder' && refundNote(event, booking),
      role === 'founder' && suggestionList(booking, siteUrl),
      attachments.length > 0 && paragraph(hasEnded.has(event) ? copy.fileRemoves : copy.fileAttached, 'muted'),
      role === 'founder' && HAS_RECEIPT.has(event) && receiptLink(booking, siteUrl),
      opensSession(event, role, booking) && paragraph(anchor(sessionUrl(booking, siteUrl), copy.openSession), 'muted'),
      role === 'founder' && onwardPart(event, siteUrl, hasButton(event, booking)),
    ],
    footer: footerWithSite(copy.footer[role], siteUrl),
    attachments,
  };
}

function answerMoment(role: MailRole, { answer_by, mentor_zone }: BookingForJobs): string {
  const india = copy.ist(formatMoment(answer_by));
  const own = mentorMoment(answer_by, mentor_zone);
  return role === 'founder' || own === india ? india : copy.ownMoment(own, india);
}

/**
 * The buttons lead to a page that asks again, because mail scanners open links
 * (docs/product/requests.md#answer-by-link).
 */
function answerButtons(token: string | null, siteUrl: string): ReactElement[] {
  if (token === null) return [];
  const address = (answer: string) => new URL(`/mentor-answer?token=${token}&answer=${answer}`, siteUrl).href;
  return [
    button(address('accept'), copy.answer.accept, '8px 0 12px'),
    button(address('decline'), copy.answer.decline, '0 0 16px', 'plain'),
    paragraph(copy.answer.hint, 'muted'),
  ];
}

/** Whether to link the session: only a future one, for a reader who can log in. */
function opensSession(event: BookingMailEvent, role: MailRole, booking: BookingForJobs): boolean {
  const isToCome = event === 'submitted' || isAhead.has(event);
  return isToCome && (role === 'founder' || booking.mentor_has_account);
}

/** An incident adds why the session ended or moved. */
function wordingOf(event: BookingMailEvent, role: MailRole, incident: string | null) {
  if (event === 'missed') return incidentMail.missed[role];
  const ordinary = copy.wording[role][event];
  if (incident === null || (event !== 'cancelled' && event !== 'rescheduled')) return ordinary;
  return { ...ordinary, ...incidentMail[role][event][incident] };
}

function factsOf(event: BookingMailEvent, role: MailRole, booking: BookingForJobs, name: string): ReactNode {
  const facts = sessionFacts(role, booking, name);
  const { payment_id, amount_paise } = booking;
  if (event === 'submitted' && role === 'founder' && payment_id !== null && amount_paise !== null) {
    facts.push([copy.facts.paid, formatInr(amount_paise / 100)]);
  }
  const reason = singleLine(booking.notes ?? '', NOTE_LIMIT);
  // Notes about an earlier move do not say why it was cancelled.
  const isCancelledByMentor =
    event === 'cancelled' && booking.incident === 'mentor_cancels' && !reason.startsWith('Rescheduled:');
  if ((event === 'rescheduled' || isCancelledByMentor) && reason !== '') facts.push([copy.facts.reason, reason]);
  return factList(facts);
}

export function sessionFacts(role: MailRole, booking: BookingForJobs, name: string): Facts {
  const { date, start_time: startTime, end_time: endTime, mentor_zone } = booking;
  const { own, india } = mentorTime({ date, startTime, endTime }, mentor_zone);
  const facts: Facts = [
    [role === 'founder' ? copy.facts.mentor : copy.facts.founder, name],
    [copy.facts.date, formatDateFull(date)],
    [copy.facts.time, copy.ist(formatTimeRange(startTime, endTime))],
  ];
  if (role === 'mentor' && india !== null) facts.push([copy.facts.ownTime, own]);
  return [...facts, [copy.facts.code, booking.code]];
}

export function previewOf(booking: BookingForJobs): string {
  return `${formatDateFull(booking.date)}, ${copy.ist(formatTimeRange(booking.start_time, booking.end_time))}`;
}

/** Why an administrator rejected a booking, where a reason is known. */
function rejectionReason({ decision_cause: cause, decision_reason }: BookingForJobs): ReactNode {
  const reason = rejectionText(cause, decision_reason);
  return reason === null ? null : paragraph(bookingDecisions.reason(singleLine(reason, NOTE_LIMIT)));
}

function hasButton(event: BookingMailEvent, booking: BookingForJobs): boolean {
  return isAhead.has(event) && meetingUrl(booking.google_meet_link) !== null;
}

function meetingParts(event: BookingMailEvent, booking: BookingForJobs): ReactElement[] {
  if (!isAhead.has(event)) return [];
  const link = meetingUrl(booking.google_meet_link);
  if (link === null) return [paragraph(copy.linkFollows)];
  return [
    button(link, copy.join),
    onlyInHtml(paragraph(copy.joinAddress, 'muted', '0 0 4px'), paragraph(anchor(link, link), 'muted')),
  ];
}

function refundNote(event: BookingMailEvent, booking: BookingForJobs): ReactNode {
  if (booking.payment_id === null || booking.amount_paise === null) return null;
  if (event === 'missed') return paragraph(incidentMail.missedPayment);
  if (!hasEnded.has(event)) return null;
  const { min_working_days: minDays, max_working_days: maxDays } = booking;
  if (event === 'unanswered') return list(copy.refundSteps(minDays, maxDays), 'ol');
  if (booking.refund_state === null) return paragraph(copy.noRefund);
  return paragraph(copy.refund(formatInr(booking.amount_paise / 100), minDays, maxDays));
}

/** When the founder can cancel: of a new booking as it was when it was paid, of an approved one as it is now. */
function cancellationNote(event: BookingMailEvent, booking: BookingForJobs): ReactNode {
  if (event !== 'submitted' && !isScheduled.has(event)) return null;
  const paidAt = new Date(booking.created_at);
  const status = event === 'submitted' ? 'pending_admin_review' : 'confirmed';
  const now = event === 'submitted' ? paidAt : new Date();
  const sentence = cancellationSentence({ status, paidAt, startsAt: booking.starts_at }, now);
  return sentence === null ? null : paragraph(sentence, 'muted');
}

/** The link to the receipt of a paid booking. */
function receiptLink({ id, payment_id }: BookingForJobs, siteUrl: string): ReactNode {
  if (payment_id === null) return null;
  return paragraph(anchor(new URL(`/receipts/${id}`, siteUrl).href, copy.receipt), 'muted');
}

/** Other times as links that open the mentor's page with the time chosen. */
function suggestionList(booking: BookingForJobs, siteUrl: string): ReactNode {
  if (!booking.suggestions || booking.suggestions.length === 0) return null;
  const links = booking.suggestions.map(({ mentor_id, mentor_name, mentor_slug, ...slot }) => {
    const time = { date: slot.date, startTime: slot.start_time, endTime: slot.end_time };
    const path = `${mentorPath({ id: mentor_id, slug: mentor_slug })}?${choiceQuery(time)}`;
    const when = `${formatDateFull(slot.date)}, ${copy.ist(formatTimeRange(slot.start_time, slot.end_time))}`;
    const label = copy.suggestions.time(singleLine(mentor_name, 80), when);
    return anchor(new URL(path, siteUrl).href, label);
  });
  return section(copy.suggestions.title, list(links));
}

/** The founder's next page: a button, or a link if the e-mail has a button already. */
function onwardPart(event: BookingMailEvent, siteUrl: string, isButtonTaken: boolean): ReactElement {
  const [path, label] = onwardOf(event);
  const address = new URL(path, siteUrl).href;
  return isButtonTaken ? paragraph(anchor(address, label), 'muted', '0') : button(address, label, '8px 0 4px');
}

function onwardOf(event: BookingMailEvent): [path: string, label: string] {
  if (event === 'missed') return ['/contact', incidentMail.writeToUs];
  return hasEnded.has(event) ? ['/mentors', copy.findMentor] : ['/dashboard', copy.sessions];
}

/**
 * A calendar file that adds the session to the reader's calendar, or removes a cancelled one. It contains no e-mail
 * address. The dashboard's calendar file and Google's invitation have the same UID and numbering.
 */
function calendarFile(
  booking: BookingForJobs,
  options: { role: 'founder' | 'mentor'; otherName: string; isCancelled: boolean; siteUrl: string },
): ComposedMail['attachments'][number] {
  const method = options.isCancelled ? 'CANCEL' : 'PUBLISH';
  const event = bookingEvent(
    { ...booking, mentor_name: options.otherName },
    { dashboardUrl: new URL('/dashboard', options.siteUrl).href },
  );
  const forMentor = [
    event.link === null ? dashboard.calendar.defaultNote : dashboard.calendar.eventJoin(event.link),
    dashboard.calendar.eventCode(booking.code),
  ].join('\n');
  const { error, value } = createEvent({
    productId: `-//${site.productName}//EN`,
    method,
    uid: event.uid,
    sequence: event.sequence,
    title: event.title,
    // The founder's text links to the founder's dashboard.
    description: options.role === 'founder' ? event.description : forMentor,
    start: event.start.getTime(),
    end: event.end.getTime(),
    status: options.isCancelled ? 'CANCELLED' : 'CONFIRMED',
    busyStatus: options.isCancelled ? 'FREE' : 'BUSY',
    ...(event.link && { url: event.link, location: event.link }),
  });
  if (error || !value) throw error ?? new Error('The calendar library made no file');
  return {
    filename: calendarFileName(booking),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: refoldCalendar(value),
  };
}

/** The e-mails about each event of a booking, to both sides. */
export const bookingMails: Record<MailRole, Record<BookingMailEvent, Mail<BookingMailData>>> = {
  founder: mailsTo('founder'),
  mentor: mailsTo('mentor'),
};

function mailsTo(role: MailRole) {
  const of = (event: BookingMailEvent) =>
    mail<BookingMailData>((data, siteUrl) => composeBookingMail(event, role, data, siteUrl));
  return {
    submitted: of('submitted'),
    confirmed: of('confirmed'),
    rescheduled: of('rescheduled'),
    rejected: of('rejected'),
    unanswered: of('unanswered'),
    cancelled: of('cancelled'),
    reminder24: of('reminder24'),
    reminder1: of('reminder1'),
    missed: of('missed'),
  };
}

/** Enqueues the e-mails about an event of a booking, one for each recipient. Their keys prevent sending one twice. */
export async function queueBookingMails(
  event: BookingMailEvent,
  booking: BookingForJobs,
  readers: readonly MailRole[] = ['founder', 'mentor'],
): Promise<void> {
  const hasNoLink = isScheduled.has(event) && meetingUrl(booking.google_meet_link) === null;
  const name = hasNoLink ? `${event}-without-link` : event;
  const answerToken = event === 'submitted' ? answerTokenOf(booking) : null;
  for (const role of readers) {
    await queueMail(booking, role, {
      key: `booking:${booking.id}:${name}:${role}:${booking.sequence}`,
      render: (one, siteUrl) => bookingMails[role][event].render({ booking: one, answerToken }, siteUrl),
    });
  }
}

function answerTokenOf({ id, mentor_id, mentor_email, answer_by }: BookingForJobs): string | null {
  if (mentor_id === null || mentor_email === null) return null;
  return signLink(answerLink(id, { mentor_id, email: mentor_email, answer_by }));
}

/** Enqueues an e-mail to one side of a booking, once for its key; nothing where the side has no address any more. */
export async function queueMail(
  booking: BookingForJobs,
  role: MailRole,
  { key, render }: { key: string; render: (booking: BookingForJobs, siteUrl: string) => Promise<ComposedMail> },
): Promise<void> {
  const to = role === 'founder' ? booking.founder_email : booking.mentor_email;
  if (to === null) return;
  const siteUrl = readEnv('SITE_URL');
  await enqueueJob('email', await mailPayload(to, role, booking, (one) => render(one, siteUrl)), key);
}

/**
 * The payload of an e-mail about a booking. A mentor's e-mail has a second text without the founder, which is sent if
 * the founder deletes the account first (docs/decisions/047).
 */
export async function mailPayload(
  to: string,
  role: MailRole,
  booking: BookingForJobs,
  render: (booking: BookingForJobs) => Promise<ComposedMail>,
) {
  const mail = { to, ...(await render(booking)) };
  if (role === 'founder') return mail;
  const nobody = { founder_name: null, founder_email: null, brief: null, notes: null };
  return { ...mail, without_founder: await render({ ...booking, ...nobody }) };
}
