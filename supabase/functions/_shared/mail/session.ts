import { Fragment, createElement as h, type ReactElement } from 'react';
import { z } from 'zod';
import { mentorMail } from '#copy/mentors/mentor-mail.ts';
import { mail as copy } from '#copy/sessions/booking-mail.ts';
import { functionErrors } from '#copy/shell/functions.ts';
import { aboutSite, site } from '#copy/shell/site.ts';
import { choiceQuery, mentorPath } from '#rules/mentors/mentor-path.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateShort, formatMoment } from '#rules/shell/ist.ts';
import { singleLine } from '#rules/shell/text.ts';
import { type BookingForJobs, founderOr, namesIn, sessionShape, timeFor } from '../sessions/booking.ts';
import { briefPart, type MailRole, NOTE_LIMIT, previewOf, sessionFacts, sessionUrl } from './booking.ts';
import {
  anchor,
  button,
  detail,
  factList,
  factMail,
  footer,
  footerWithSite,
  list,
  mail,
  paragraph,
  section,
} from './layout.ts';

/*
 * E-mails about what founder and mentor ask of each other, and write down, around a session. To the founder: the answer to
 * a request, other times, and what came of a help request. To the mentor: a changed brief, and what became of an offer. To both: the summary.
 */

const SUMMARY_LIMIT = 2000;

/**
 * The footer of an optional e-mail: `reason` ends with a space, and the link with the token of `stopToken` stops such
 * e-mails.
 */
function footerWithStop(reason: string, stop: string, siteUrl: string): ReactElement {
  const link = anchor(new URL(`/stop-mail?t=${stop}`, siteUrl).href, copy.stop);
  return footer(h('span', null, reason, link), h('span', null, aboutSite, anchor(siteUrl, site.productName)));
}

export interface RequestAnswer {
  kind: 'cancel' | 'move';
  state: 'declined' | 'expired';
  decline_reason: string | null;
}

/** A founder's request was declined, or was not answered before the session. */
export const requestAnswered = mail<{ request: RequestAnswer; booking: BookingForJobs }>(
  ({ request, booking }, siteUrl) => {
    const { mentor } = namesIn(booking);
    const isDeclined = request.state === 'declined';
    const wording = copy.request;
    const facts = sessionFacts('founder', booking, mentor);
    const reason = singleLine(request.decline_reason ?? '', NOTE_LIMIT);
    if (isDeclined && reason !== '') facts.push([copy.facts.reason, reason]);
    const [path, label] = isDeclined ? ['/dashboard', copy.sessions] : ['/contact', wording.writeToUs];
    return {
      subject: wording.subject(mentor),
      title: isDeclined ? wording.declined[request.kind] : wording.expired,
      preview: previewOf(booking),
      content: [
        paragraph(isDeclined ? wording.declinedLead(mentor) : wording.expiredLead(mentor)),
        factList(facts),
        button(new URL(path, siteUrl).href, label, '8px 0 4px'),
      ],
      footer: footerWithSite(copy.footer.founder, siteUrl),
    };
  },
);

/** Other times that a mentor offers a founder: instead of a request, or of an approved session. */
export const timesOffered = factMail(
  z.object({
    mentor: z.string(),
    kind: z.enum(['decline', 'move']),
    session: sessionShape,
    times: z.array(sessionShape),
    answer_by: z.coerce.date(),
  }),
  ({ mentor, kind, session, times, answer_by }, siteUrl) => {
    const { subject, byWhen, open, ...wording } = mentorMail.timesOffered;
    const name = singleLine(mentor, 80);
    const lead = wording[kind](name, timeFor(session));
    return {
      subject: subject(name),
      preview: lead,
      content: [
        paragraph(lead),
        list(times.map((time) => h('strong', null, timeFor(time)))),
        paragraph(byWhen[kind](copy.ist(formatMoment(answer_by)))),
        button(new URL('/dashboard', siteUrl).href, open, '8px 0 4px'),
      ],
      footer: footerWithSite(copy.footer.founder, siteUrl),
    };
  },
);

/** To the payer of a time that could not become a session: the money goes back. */
export const paymentReturned = factMail(
  z.object({
    mentor: z.string(),
    booking_id: z.guid(),
    reason: z.string(),
    /** Null where another currency was paid. */
    amount_paise: z.int().nullable(),
    session: sessionShape,
    min_working_days: z.int(),
    max_working_days: z.int(),
  }),
  ({ mentor, booking_id, reason, amount_paise, session, min_working_days, max_working_days }, siteUrl) => {
    const { subject, title, noSession, arrival, open, footer: why } = copy.paymentReturned;
    const name = singleLine(mentor, 80);
    const lead = functionErrors.refundReasons[reason] ?? functionErrors.refunded;
    const facts: [string, string][] = [
      [copy.facts.mentor, name],
      [copy.facts.time, timeFor(session)],
    ];
    if (amount_paise !== null) facts.push([copy.facts.paid, formatInr(amount_paise / 100)]);
    return {
      subject: subject(name),
      title,
      preview: lead,
      content: [
        paragraph(reason === 'order_already_paid' ? lead : `${lead} ${noSession}`),
        factList(facts),
        paragraph(arrival(min_working_days, max_working_days)),
        button(new URL(`/booking-processing/${booking_id}`, siteUrl).href, open, '8px 0 4px'),
      ],
      footer: footerWithSite(why, siteUrl),
    };
  },
);

/** To who asked to be told: a mentor opened a time. The token of `stopToken` stops these e-mails. */
export const newTimes = mail<{
  mentor: { id: string; slug: string; name: string };
  times: z.output<typeof sessionShape>[];
  stop: string;
}>(({ mentor, times, stop }, siteUrl) => {
  const { subject, lead, open, why } = mentorMail.newTimes;
  const name = singleLine(mentor.name, 80);
  const address = (query = '') => new URL(mentorPath(mentor) + query, siteUrl).href;
  return {
    subject: subject(name),
    preview: lead(name),
    content: [
      paragraph(lead(name)),
      list(
        times.map((time) => {
          const choice = choiceQuery({ date: time.date, startTime: time.start_time, endTime: time.end_time });
          return anchor(address(`?${choice}`), timeFor(time));
        }),
      ),
      button(address(), open, '8px 0 4px'),
    ],
    footer: footerWithStop(why, stop, siteUrl),
  };
});

const storyText = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => singleLine(line, 600))
    .filter((line) => line !== '')
    .map((line) => paragraph(line));

/** To the mentor of a session, once: the founder of a public story would like to name them. */
export const storyName = mail<{ name: string; experience: string; token: string }>(
  ({ name, experience, token }, siteUrl) => {
    const wording = mentorMail.storyName;
    const founder = singleLine(name, 120);
    const address = (answer: string) => new URL(`/mentor-answer/story?t=${token}&a=${answer}`, siteUrl).href;
    return {
      subject: wording.subject(founder),
      preview: wording.lead(founder),
      content: [
        paragraph(wording.lead(founder)),
        section(wording.story, ...storyText(experience)),
        button(address('yes'), wording.yes, '8px 0 12px'),
        button(address('no'), wording.no, '0 0 16px', 'plain'),
        paragraph(wording.hint, 'muted'),
      ],
      footer: footerWithSite(copy.footer.mentor, siteUrl),
    };
  },
);

/** To a founder whose story about a session was approved. */
export const storyApproved = mail<{ experience: string }>(({ experience }, siteUrl) => {
  const { subject, lead, mark, open, withdraw } = mentorMail.storyApproved;
  return {
    subject,
    preview: lead,
    content: [
      paragraph(lead),
      paragraph(mark),
      section(mentorMail.storyName.story, ...storyText(experience)),
      button(new URL('/wall-of-impact', siteUrl).href, open, '8px 0 16px'),
      paragraph(withdraw, 'muted'),
    ],
    footer: footerWithSite(copy.footer.founder, siteUrl),
  };
});

const helpText = (text: string) => section(mentorMail.helpRequestAnswered.text, paragraph(singleLine(text, 500)));
const helpFooter = (siteUrl: string) => footerWithSite(mentorMail.helpRequestReceived.footer, siteUrl);

/** To who asked us for a mentor. Without what was asked: a stranger may have typed the address. */
export const helpRequestReceived = factMail(z.object({}), (_facts, siteUrl) => {
  const { subject, lead, open } = mentorMail.helpRequestReceived;
  return {
    subject,
    preview: lead,
    content: [paragraph(lead), button(new URL('/mentors', siteUrl).href, open, '8px 0 4px')],
    footer: helpFooter(siteUrl),
  };
});

/** An administrator's answer, with the mentors that it names. */
export const helpRequestAnswered = factMail(
  z.object({
    text: z.string(),
    answer: z.string(),
    mentors: z.array(z.object({ id: z.guid(), slug: z.string(), name: z.string(), title: z.string() })),
  }),
  ({ text, answer, mentors }, siteUrl) => {
    const { subject, mentors: title, open } = mentorMail.helpRequestAnswered;
    const lines = answer.split(/\r?\n/).map((line) => singleLine(line, 1000));
    const links = mentors.map((mentor) => {
      const { name, title } = mentor;
      const link = anchor(new URL(mentorPath(mentor), siteUrl).href, singleLine(name, 200));
      return h(Fragment, null, link, detail(singleLine(title, 300)));
    });
    return {
      subject,
      preview: singleLine(answer, 140),
      content: [
        ...lines.filter((line) => line !== '').map((line) => paragraph(line)),
        links.length > 0 && section(title, list(links)),
        helpText(text),
        button(new URL('/mentors', siteUrl).href, open, '8px 0 4px'),
      ],
      footer: helpFooter(siteUrl),
    };
  },
);

const keptShape = z.object({ founder: z.string().nullable(), session: sessionShape, zone: z.string() });

/** A founder chose none of the times that the mentor offered, and keeps the session's own. */
export const timeKept = factMail(keptShape, ({ founder, session, zone }, siteUrl) => {
  const lead = mentorMail.timeKept.lead(founderOr(founder), timeFor(session, zone));
  return {
    subject: mentorMail.timeKept.subject(founderOr(founder)),
    preview: lead,
    content: [
      paragraph(lead),
      button(new URL('/mentor-dashboard/sessions', siteUrl).href, mentorMail.offerEnded.sessions, '8px 0 4px'),
    ],
    footer: footerWithSite(copy.footer.mentor, siteUrl),
  };
});

/** A mentor's offer of other times ended without an answer. */
export const offerEnded = factMail(keptShape, ({ founder, session, zone }, siteUrl) => {
  const { stays, sessions, subject, lead } = mentorMail.offerEnded;
  return {
    subject,
    preview: lead(founderOr(founder)),
    content: [
      paragraph(lead(founderOr(founder))),
      paragraph(stays(timeFor(session, zone))),
      button(new URL('/mentor-dashboard/sessions', siteUrl).href, sessions, '8px 0 4px'),
    ],
    footer: footerWithSite(copy.footer.mentor, siteUrl),
  };
});

/** To the mentor of an approved session whose founder changed the brief. */
export const briefChanged = mail<{ booking: BookingForJobs }>(({ booking }, siteUrl) => {
  const { founder } = namesIn(booking);
  return {
    subject: copy.briefChanged.subject(founder),
    title: copy.briefChanged.subject(founder),
    preview: previewOf(booking),
    content: [
      paragraph(copy.briefChanged.lead(founder)),
      briefPart('mentor', booking, { hasLink: true }),
      factList(sessionFacts('mentor', booking, founder)),
      booking.mentor_has_account && button(sessionUrl(booking, siteUrl), copy.openSession, '8px 0 4px'),
    ],
    footer: footerWithSite(copy.footer.mentor, siteUrl),
  };
});

/** What the database's summary_for_jobs answers. */
export interface SummaryForJobs {
  body: string;
  items: { owner: MailRole; text: string; due_on: string | null }[];
}

/** A session's summary and action items, for each side. */
export const summaryShared = { founder: summaryTo('founder'), mentor: summaryTo('mentor') };

function itemLines(items: SummaryForJobs['items'], names: Record<MailRole, string>): string[] {
  return items.map(({ owner, text, due_on }) => {
    const what = singleLine(text, 200);
    if (due_on === null) return copy.summary.item(what, names[owner]);
    return copy.summary.itemBy(what, names[owner], formatDateShort(due_on));
  });
}

/** To a mentor with an account who has shared no summary yet. The token of `stopToken` stops these e-mails. */
export const summaryWanted = mail<{ booking: BookingForJobs; stop: string }>(({ booking, stop }, siteUrl) => {
  const { founder } = namesIn(booking);
  const { subject, lead, write } = copy.summaryWanted;
  return {
    subject: subject(founder),
    preview: lead(founder),
    content: [
      paragraph(lead(founder)),
      factList(sessionFacts('mentor', booking, founder)),
      button(sessionUrl(booking, siteUrl), write, '8px 0 4px'),
    ],
    footer: footerWithStop(copy.stopWhy, stop, siteUrl),
  };
});

/**
 * To a founder some days after the session, with the action items that are open. `token`: of the links that answer
 * (`endingToken`); `stop`: as in newTimes.
 */
export const checkInAsked = mail<{
  booking: BookingForJobs;
  days: number;
  items: SummaryForJobs['items'];
  token: string;
  stop: string;
}>(({ booking, days, items, token, stop }, siteUrl) => {
  const names = namesIn(booking);
  const { subject, lead, ask, answers, items: title, why } = copy.checkIn;
  const open = itemLines(items, names);
  return {
    subject: subject(names.mentor),
    preview: lead(names.mentor, days),
    content: [
      paragraph(lead(names.mentor, days)),
      paragraph(ask),
      ...Object.entries(answers).map(([answer, label], place) =>
        button(
          new URL(`/check-in?t=${token}&a=${answer}`, siteUrl).href,
          label,
          place === 2 ? '0 0 24px' : '0 0 12px',
          place === 0 ? 'accent' : 'plain',
        ),
      ),
      open.length > 0 && section(title, list(open)),
    ],
    footer: footerWithStop(why, stop, siteUrl),
  };
});

function summaryTo(role: MailRole) {
  return mail<{ booking: BookingForJobs; summary: SummaryForJobs }>(({ booking, summary }, siteUrl) => {
    const names = namesIn(booking);
    const name = role === 'founder' ? names.mentor : names.founder;
    const lead = role === 'founder' ? copy.summary.lead(name) : copy.summary.ownLead(name);
    const lines = summary.body.split(/\r?\n/).map((line) => singleLine(line, SUMMARY_LIMIT));
    const items = itemLines(summary.items, names);
    return {
      subject: copy.summary.subject(name, formatDateShort(booking.date)),
      title: copy.summary.title,
      preview: lead,
      content: [
        paragraph(lead),
        ...lines.filter((line) => line !== '').map((line) => paragraph(line)),
        items.length > 0 && paragraph(h('strong', null, copy.summary.items), 'ink', '8px 0 8px'),
        items.length > 0 && list(items),
        (role === 'founder' || booking.mentor_has_account) &&
          button(sessionUrl(booking, siteUrl), copy.openSession, '8px 0 4px'),
      ],
      footer: footerWithSite(copy.footer[role], siteUrl),
    };
  });
}
