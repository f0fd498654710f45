import { Hr } from '@react-email/hr';
import { render } from '@react-email/render';
import { Section } from '@react-email/section';
import { createEvent } from 'ics';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { bookingDecisions } from '#copy/booking.ts';
import { dashboard } from '#copy/dashboard.ts';
import { mail as copy, incidentMail } from '#copy/mail.ts';
import { sessionBrief as briefCopy } from '#copy/session-brief.ts';
import { site } from '#copy/site.ts';
import { rejectionText } from '#rules/booking.ts';
import { bookingEvent, calendarFileName, refoldCalendar } from '#rules/booking-calendar.ts';
import { hostOf } from '#rules/brief.ts';
import { formatDateFull, formatDateLong, formatMoment, formatTime, formatTimeRange } from '#rules/ist.ts';
import { meetingUrl } from '#rules/meeting.ts';
import { choiceQuery, mentorPath } from '#rules/mentor-path.ts';
import { mentorMoment, mentorTime } from '#rules/mentor-time.ts';
import { formatInr } from '#rules/money.ts';
import { type BookingForJobs, namesIn, singleLine } from './booking.ts';
import { query, serviceClient } from './database.ts';
import { readEnv } from './env.ts';
import { anchor, button, color, FONT, mailPage, paragraph, textOf } from './mail-layout.ts';
import { answerLink, signLink } from './signed-link.ts';
import type { Mail } from './smtp.ts';

export type MailRole = 'founder' | 'mentor';
/** What an e-mail is about. Reminders are named by the hours before the start; `missed`: the founder did not come. */
export type BookingMailEvent = keyof typeof copy.wording.founder | 'missed';

export type ComposedMail = Omit<Mail, 'to'>;

const NOTE_LIMIT = 1000;
const SUMMARY_LIMIT = 2000;
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

/** Enqueues the e-mails about an event of a booking, one for each recipient. Their keys prevent sending one twice. */
export async function queueBookingMails(
  event: BookingMailEvent,
  booking: BookingForJobs,
  readers: readonly MailRole[] = ['founder', 'mentor'],
): Promise<void> {
  const hasNoLink = isScheduled.has(event) && meetingUrl(booking.google_meet_link) === null;
  const recipients: [MailRole, string | null][] = [
    ['founder', booking.founder_email],
    ['mentor', booking.mentor_email],
  ];
  for (const [role, to] of recipients) {
    if (to === null || !readers.includes(role)) continue;
    const options = { siteUrl: readEnv('SITE_URL') };
    const p_payload = await mailPayload(to, role, booking, (one) => composeBookingMail(event, role, one, options));
    const name = hasNoLink ? `${event}-without-link` : event;
    await query(
      serviceClient().rpc('enqueue_job', {
        p_kind: 'email',
        p_payload,
        p_key: `booking:${booking.id}:${name}:${role}:${booking.sequence}`,
      }),
    );
  }
}

/**
 * The payload of an e-mail about a booking. A mentor's e-mail has a second text without the founder, which is sent if
 * the founder deletes the account first (docs/decisions/047).
 */
export async function mailPayload(
  to: string,
  role: MailRole,
  booking: BookingForJobs,
  compose: (booking: BookingForJobs) => Promise<ComposedMail>,
) {
  const mail = { to, ...(await compose(booking)) };
  if (role === 'founder') return mail;
  const nobody = { founder_name: null, founder_email: null, brief: null, notes: null };
  return { ...mail, without_founder: await compose({ ...booking, ...nobody }) };
}

/** Enqueues the e-mail that tells a founder of a request that was not granted. */
export async function queueRequestMail(
  request: { id: string; kind: 'cancel' | 'move'; state: 'declined' | 'expired'; decline_reason: string | null },
  booking: BookingForJobs,
): Promise<void> {
  if (booking.founder_email === null) return;
  const mail = await composeRequestMail(request, booking, readEnv('SITE_URL'));
  await query(
    serviceClient().rpc('enqueue_job', {
      p_kind: 'email',
      p_payload: { to: booking.founder_email, ...mail },
      p_key: `request:${request.id}:${request.state}`,
    }),
  );
}

/** Enqueues the e-mail that tells the mentor of an approved session that the founder changed the brief. */
export async function queueBriefMail(booking: BookingForJobs): Promise<void> {
  if (booking.mentor_email === null) return;
  const compose = (one: BookingForJobs) => composeBriefMail(one, readEnv('SITE_URL'));
  await query(
    serviceClient().rpc('enqueue_job', {
      p_kind: 'email',
      p_payload: await mailPayload(booking.mentor_email, 'mentor', booking, compose),
      p_key: `booking:${booking.id}:brief-changed:mentor:${booking.brief_revision}`,
    }),
  );
}

/** The e-mail to a mentor whose founder changed the brief. */
export async function composeBriefMail(booking: BookingForJobs, siteUrl: string): Promise<ComposedMail> {
  const { founder } = namesIn(booking);
  const subject = singleLine(copy.briefChanged.subject(founder), 200);
  const html = await render(
    mailPage({
      subject,
      preview: previewOf(booking),
      title: copy.briefChanged.subject(founder),
      content: [
        paragraph(copy.briefChanged.lead(founder)),
        briefPart('mentor', booking, { hasLink: true }),
        factList(sessionFacts('mentor', booking, founder)),
        booking.mentor_has_account && button(sessionUrl(booking, siteUrl), copy.openSession, '8px 0 4px'),
      ],
      footer: footer('mentor', siteUrl),
    }),
  );
  return { subject, html, text: textOf(html), attachments: [] };
}

/** What `summary_for_jobs` answers. */
export interface SummaryForJobs {
  body: string;
  items: { owner: MailRole; text: string; due_on: string | null }[];
}

/** Enqueues the e-mails with a session's summary, to both sides; `number` counts how often it is sent. */
export async function queueSummaryMails(
  booking: BookingForJobs,
  summary: SummaryForJobs,
  number: number,
): Promise<void> {
  const recipients: [MailRole, string | null][] = [
    ['founder', booking.founder_email],
    ['mentor', booking.mentor_email],
  ];
  for (const [role, to] of recipients) {
    if (to === null) continue;
    const compose = (one: BookingForJobs) => composeSummaryMail(role, one, summary, readEnv('SITE_URL'));
    await query(
      serviceClient().rpc('enqueue_job', {
        p_kind: 'email',
        p_payload: await mailPayload(to, role, booking, compose),
        p_key: `booking:${booking.id}:summary:${role}:${number}`,
      }),
    );
  }
}

/** The e-mail with a session's summary and action items. */
export async function composeSummaryMail(
  role: MailRole,
  booking: BookingForJobs,
  summary: SummaryForJobs,
  siteUrl: string,
): Promise<ComposedMail> {
  const names = namesIn(booking);
  const name = role === 'founder' ? names.mentor : names.founder;
  const lead = role === 'founder' ? copy.summary.lead(name) : copy.summary.ownLead(name);
  const subject = singleLine(copy.summary.subject(name, formatDateLong(booking.date)), 200);
  const lines = summary.body.split(/\r?\n/).map((line) => singleLine(line, SUMMARY_LIMIT));
  const items = summary.items.map(({ owner, text, due_on }) => {
    const what = singleLine(text, 200);
    if (due_on === null) return copy.summary.item(what, names[owner]);
    return copy.summary.itemBy(what, names[owner], formatDateLong(due_on));
  });
  const html = await render(
    mailPage({
      subject,
      preview: lead,
      title: copy.summary.title,
      content: [
        paragraph(lead),
        ...lines.filter((line) => line !== '').map((line) => paragraph(line)),
        items.length > 0 && paragraph(h('strong', null, copy.summary.items), undefined, '8px 0 8px'),
        items.length > 0 &&
          h(
            'ul',
            { style: { margin: '0 0 16px', paddingLeft: '22px', fontFamily: FONT } },
            items.map((item) => h('li', { key: item, style: { margin: '0 0 6px', lineHeight: '24px' } }, item)),
          ),
        (role === 'founder' || booking.mentor_has_account) &&
          button(sessionUrl(booking, siteUrl), copy.openSession, '8px 0 4px'),
      ],
      footer: footer(role, siteUrl),
    }),
  );
  return { subject, html, text: textOf(html), attachments: [] };
}

function sessionUrl({ id }: BookingForJobs, siteUrl: string): string {
  return new URL(`/sessions/${id}`, siteUrl).href;
}

/**
 * The founder's brief as a part of an e-mail; nothing if the brief is empty. The mentor's e-mail has its link only once
 * the booking is approved (docs/product/sessions.md#brief).
 */
function briefPart(
  role: MailRole,
  booking: Pick<BookingForJobs, 'brief' | 'founder_name' | 'founder_email' | 'mentor_name'>,
  { hasLink }: { hasLink: boolean },
): ReactNode {
  const { brief } = booking;
  const link = hasLink ? (brief?.link ?? null) : null;
  if (!brief || (!brief.question && !brief.stage && !brief.language && link === null)) return null;
  const title = role === 'founder' ? briefCopy.ownTitle : briefCopy.title(namesIn(booking).founder);
  const margin = '0 0 4px';
  return h(
    Section,
    { style: { margin: '0 0 16px', fontFamily: FONT } },
    paragraph(h('strong', null, title), undefined, margin),
    brief.question && paragraph(singleLine(brief.question, BRIEF_LIMIT), undefined, margin),
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

/** The e-mail to a founder whose request was declined, or was not answered before the session. */
export async function composeRequestMail(
  request: { kind: 'cancel' | 'move'; state: 'declined' | 'expired'; decline_reason: string | null },
  booking: BookingForJobs,
  siteUrl: string,
): Promise<ComposedMail> {
  const { mentor } = namesIn(booking);
  const isDeclined = request.state === 'declined';
  const wording = copy.request;
  const facts = sessionFacts('founder', booking, mentor);
  const reason = singleLine(request.decline_reason ?? '', NOTE_LIMIT);
  if (isDeclined && reason !== '') facts.push([copy.facts.reason, reason]);
  const [path, label] = isDeclined ? ['/dashboard', copy.sessions] : ['/contact', wording.writeToUs];
  const subject = singleLine(wording.subject(mentor), 200);
  const html = await render(
    mailPage({
      subject,
      preview: previewOf(booking),
      title: isDeclined ? wording.declined[request.kind] : wording.expired,
      content: [
        paragraph(isDeclined ? wording.declinedLead(mentor) : wording.expiredLead(mentor)),
        factList(facts),
        button(new URL(path, siteUrl).href, label, '8px 0 4px'),
      ],
      footer: footer('founder', siteUrl),
    }),
  );
  return { subject, html, text: textOf(html), attachments: [] };
}

/** The e-mail to one side of a booking, without the other side's address. */
export async function composeBookingMail(
  event: BookingMailEvent,
  role: MailRole,
  booking: BookingForJobs,
  options: { siteUrl: string },
): Promise<ComposedMail> {
  const { mentor, founder } = namesIn(booking);
  const name = role === 'founder' ? mentor : founder;
  const isAsked = event === 'submitted' && role === 'mentor' && booking.approval_mode !== 'automatic';
  const names = {
    name,
    date: formatDateLong(booking.date),
    time: formatTime(booking.start_time),
    amount: booking.payment_id === null || booking.amount_paise === null ? null : formatInr(booking.amount_paise / 100),
    answerBy: answerMoment(role, booking),
  };
  const wording = wordingOf(event, role, booking.incident);
  const subject = singleLine(wording.subject(names), 200);
  const isUnasked = event === 'submitted' && role === 'mentor' && !isAsked;
  const lead = isUnasked ? copy.notAsked(name) : wording.lead(names);
  // A booking that ended is removed from the reader's calendar, if it was there.
  const attachments =
    isScheduled.has(event) || (hasEnded.has(event) && booking.calendar_state !== null)
      ? [calendarFile(booking, { ...options, role, otherName: name, isCancelled: hasEnded.has(event) })]
      : [];
  const page = mailPage({
    subject,
    preview: previewOf(booking),
    title: wording.title,
    content: [
      paragraph(lead),
      event === 'rejected' && role === 'founder' && rejectionReason(booking),
      factsOf(event, role, booking, name),
      SHOWS_BRIEF[role].has(event) &&
        briefPart(role, booking, { hasLink: role === 'founder' || event !== 'submitted' }),
      ...(isAsked ? answerButtons(booking, options.siteUrl) : []),
      ...meetingParts(event, booking),
      role === 'founder' && refundNote(event, booking),
      role === 'founder' && suggestionList(booking, options.siteUrl),
      attachments.length > 0 && paragraph(hasEnded.has(event) ? copy.fileRemoves : copy.fileAttached, 'muted'),
      role === 'founder' && HAS_RECEIPT.has(event) && receiptLink(booking, options.siteUrl),
      opensSession(event, role, booking) &&
        paragraph(anchor(sessionUrl(booking, options.siteUrl), copy.openSession), 'muted'),
      role === 'founder' && onwardPart(event, options.siteUrl, hasButton(event, booking)),
    ],
    footer: footer(role, options.siteUrl),
  });
  const html = await render(page);
  return { subject, html, text: textOf(html), attachments };
}

function answerMoment(role: MailRole, { answer_by, mentor_zone }: BookingForJobs): string {
  const india = copy.ist(formatMoment(answer_by));
  const own = mentorMoment(answer_by, mentor_zone);
  return role === 'founder' || own === formatMoment(answer_by) ? india : copy.ownMoment(own, india);
}

/**
 * The buttons lead to a page that asks again, because mail scanners open links
 * (docs/product/requests.md#answer-by-link).
 */
function answerButtons({ id, mentor_id, mentor_email, answer_by }: BookingForJobs, siteUrl: string): ReactElement[] {
  if (mentor_id === null || mentor_email === null) return [];
  const token = signLink(answerLink(id, { mentor_id, email: mentor_email, answer_by }));
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

type Facts = [label: string, value: string][];

function sessionFacts(role: MailRole, booking: BookingForJobs, name: string): Facts {
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

function previewOf(booking: BookingForJobs): string {
  return `${formatDateFull(booking.date)}, ${copy.ist(formatTimeRange(booking.start_time, booking.end_time))}`;
}

/** Why an administrator rejected a booking, where a reason is known. */
function rejectionReason({ decision_cause: cause, decision_reason }: BookingForJobs): ReactNode {
  const reason = rejectionText(cause, decision_reason);
  return reason === null ? null : paragraph(bookingDecisions.reason(singleLine(reason, NOTE_LIMIT)));
}

function factList(facts: Facts): ReactNode {
  return h(
    Section,
    { style: { margin: '4px 0 20px' } },
    h(Hr, { className: 'rule', style: { margin: '0 0 14px', borderTop: `1px solid ${color.line}` } }),
    facts.map(([label, value]) =>
      h(
        'p',
        { key: label, style: { margin: '0 0 10px', fontFamily: FONT, wordBreak: 'break-word' } },
        h('span', { className: 'muted', style: { fontSize: '13px', lineHeight: '19px', color: color.muted } }, label),
        h('br'),
        h(
          'strong',
          { className: 'ink', style: { fontSize: '16px', lineHeight: '24px', fontWeight: 600, color: color.ink } },
          value,
        ),
      ),
    ),
    h(Hr, { className: 'rule', style: { margin: '14px 0 0', borderTop: `1px solid ${color.line}` } }),
  );
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
    // The text version shows the button's address already.
    h(
      'div',
      { 'data-skip-in-text': true },
      paragraph(copy.joinAddress, 'muted', '0 0 4px'),
      paragraph(anchor(link, link), 'muted'),
    ),
  ];
}

function refundNote(event: BookingMailEvent, booking: BookingForJobs): ReactNode {
  if (booking.payment_id === null || booking.amount_paise === null) return null;
  if (event === 'missed') return paragraph(incidentMail.missedPayment);
  if (!hasEnded.has(event)) return null;
  if (event === 'unanswered') {
    const steps = copy.refundSteps(booking.min_working_days, booking.max_working_days);
    return h(
      'ol',
      { style: { margin: '0 0 20px', paddingLeft: '22px', fontFamily: FONT } },
      steps.map((step) => h('li', { key: step, style: { margin: '0 0 6px', lineHeight: '24px' } }, step)),
    );
  }
  return paragraph(booking.refund_state === null ? copy.noRefund : copy.refund(formatInr(booking.amount_paise / 100)));
}

/** The link to the receipt of a paid booking. */
function receiptLink({ id, payment_id }: BookingForJobs, siteUrl: string): ReactNode {
  if (payment_id === null) return null;
  return paragraph(anchor(new URL(`/receipts/${id}`, siteUrl).href, copy.receipt), 'muted');
}

/** Other times as links that open the mentor's page with the time chosen. */
function suggestionList(booking: BookingForJobs, siteUrl: string): ReactNode {
  if (!booking.suggestions || booking.suggestions.length === 0) return null;
  const links = booking.suggestions.map(({ mentor_id, mentor_name, ...slot }) => {
    const time = { date: slot.date, startTime: slot.start_time, endTime: slot.end_time };
    const path = `${mentorPath({ id: mentor_id, name: mentor_name })}?${choiceQuery(time)}`;
    const when = `${formatDateFull(slot.date)}, ${copy.ist(formatTimeRange(slot.start_time, slot.end_time))}`;
    const label = copy.suggestions.time(singleLine(mentor_name, 80), when);
    return h('li', { key: path, style: { margin: '0 0 8px' } }, anchor(new URL(path, siteUrl).href, label));
  });
  return h(
    Section,
    { style: { margin: '0 0 16px', fontFamily: FONT } },
    paragraph(h('strong', null, copy.suggestions.title), undefined, '0 0 8px'),
    h('ul', { style: { margin: 0, paddingLeft: '22px' } }, links),
  );
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

function footer(role: MailRole, siteUrl: string): ReactElement {
  const margin = '0 4px 4px';
  const about = h('span', null, copy.footer.about, anchor(siteUrl, copy.footer.site));
  return h('div', null, paragraph(copy.footer[role], 'muted', margin), paragraph(about, 'muted', margin));
}

/**
 * A calendar file that adds the session to the reader's calendar, or removes a cancelled one. It contains no e-mail
 * address. The dashboard's calendar file and Google's invitation have the same UID and numbering.
 */
function calendarFile(
  booking: BookingForJobs,
  options: { role: 'founder' | 'mentor'; otherName: string; isCancelled: boolean; siteUrl: string },
): Mail['attachments'][number] {
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
