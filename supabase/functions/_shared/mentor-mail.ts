import { render } from '@react-email/render';
import { createElement as h, type ReactNode } from 'react';
import { z } from 'zod';
import { mentorMail as copy } from '#copy/mentor-mail.ts';
import { formatDateFull, formatDateLong, formatMoment, formatMonthYear, istToday } from '#rules/ist.ts';
import { mentorTime } from '#rules/mentor-time.ts';
import { formatPaise } from '#rules/money.ts';
import { singleLine } from './booking.ts';
import type { ComposedMail } from './booking-mail.ts';
import { anchor, button, color, FONT, mailPage, paragraph, textOf } from './mail-layout.ts';

/** The recipient of an e-mail: a mentor, a founder or an administrator. Each administrator has a separate role. */
export interface MailReader {
  /** Names the recipient in the key of the e-mail: `mentor`, `founder`, `invited`, `claimant`, `admin:<id>`. */
  role: string;
  siteUrl: string;
}

interface MailParts {
  subject: string;
  /** By default the subject. */
  title?: string;
  /** The line after the subject in an inbox. */
  preview: string;
  content: ReactNode[];
}

interface MentorMail {
  compose(facts: unknown, reader: MailReader): MailParts;
}

/** Defines an e-mail: the shape of the `facts` from the database's private.mail_<name>, and its text. */
function mail<T>(shape: z.ZodType<T>, compose: (facts: T, reader: MailReader) => MailParts): MentorMail {
  return { compose: (facts, reader) => compose(shape.parse(facts), reader) };
}

const at = (path: string, { siteUrl }: MailReader) => new URL(path, siteUrl).href;
const nameOf = (name: string | null) => singleLine(name ?? '', 80) || copy.aFounder;

const INDIAN_ZONE = 'Asia/Kolkata';

const sessionShape = z.object({ date: z.string(), start_time: z.string(), end_time: z.string() });

/** "Tue 24 Nov, 10:00 AM – 11:00 AM", followed by India's time where the mentor's clock shows another. */
function timeFor(session: z.output<typeof sessionShape>, zone: string): string {
  const time = { date: session.date, startTime: session.start_time, endTime: session.end_time };
  const { own, india } = mentorTime(time, zone);
  return india === null ? own : `${own} (${india})`;
}

/** With the class that dark mode recolours. */
const listOf = (items: ReactNode[]) =>
  h(
    'ul',
    { className: 'ink', style: { margin: '0 0 20px', paddingLeft: '22px', fontFamily: FONT, color: color.ink } },
    items,
  );

const keptShape = z.object({ founder: z.string().nullable(), session: sessionShape, zone: z.string() });

const fieldNames = (fields: string[]) =>
  fields.map((field) => copy.profileFields[field] ?? field.replaceAll('_', ' ')).join(', ');

/** By the name in the payload of a job mentor_mail. */
export const MENTOR_MAILS: Record<string, MentorMail> = {
  calendar_lost: mail(z.object({ google_email: z.string() }), ({ google_email }, reader) => {
    const { subject, lead, account, action } = copy.calendarLost;
    return {
      subject,
      preview: lead,
      content: [
        paragraph(lead),
        paragraph(account(singleLine(google_email, 320))),
        button(at('/mentor-dashboard/hours', reader), action, '8px 0 4px'),
      ],
    };
  }),
  // Enqueued by sendMentorInvitation alone, which knows the token.
  invitation: mail(
    z.object({ mentor: z.string(), expires_at: z.string(), token: z.string() }),
    ({ mentor, expires_at, token }, reader) => {
      const wording = copy.invitation;
      const lead = wording.lead(singleLine(mentor, 80));
      const link = new URL('/mentor-invitation', reader.siteUrl);
      link.searchParams.set('token', token);
      return {
        subject: wording.subject,
        preview: lead,
        content: [
          paragraph(lead),
          paragraph(wording.why),
          button(link.href, wording.action),
          paragraph(wording.until(formatDateLong(istToday(new Date(expires_at))))),
          paragraph(h('span', null, wording.notYou, anchor(at('/contact', reader), wording.contact)), 'muted', '0'),
        ],
      };
    },
  ),
  claim_asked: mail(
    z.object({ email: z.string(), mentor: z.string(), invited: z.string() }),
    ({ email, mentor, invited }, reader) => {
      const wording = copy.claimAsked;
      const name = singleLine(mentor, 80);
      return {
        subject: wording.subject(email, name),
        title: wording.title,
        preview: wording.lead(email, name),
        content: [
          paragraph(wording.lead(email, name)),
          paragraph(wording.invited(invited)),
          paragraph(wording.nothingYet),
          button(at('/admin?tab=mentors', reader), wording.open, '8px 0 4px'),
        ],
      };
    },
  ),
  claim_decided: mail(
    z.object({ mentor: z.string(), is_confirmed: z.boolean() }),
    ({ mentor, is_confirmed }, reader) => {
      const wording = is_confirmed ? copy.claimConfirmed : copy.claimRefused;
      const lead = wording.lead(singleLine(mentor, 80));
      return {
        subject: wording.subject,
        preview: lead,
        content: [
          paragraph(lead),
          button(at(is_confirmed ? '/mentor-dashboard' : '/contact', reader), wording.action, '8px 0 4px'),
        ],
      };
    },
  ),
  times_offered: mail(
    z.object({
      mentor: z.string(),
      kind: z.enum(['decline', 'move']),
      session: sessionShape,
      times: z.array(sessionShape),
      answer_by: z.coerce.date(),
    }),
    ({ mentor, kind, session, times, answer_by }, reader) => {
      const { subject, byWhen, open, ...wording } = copy.timesOffered;
      const name = singleLine(mentor, 80);
      const lead = wording[kind](name, timeFor(session, INDIAN_ZONE));
      const items = times.map((time) => {
        const words = copy.ist(timeFor(time, INDIAN_ZONE));
        return h('li', { key: words, style: { margin: '0 0 8px', lineHeight: '24px' } }, h('strong', null, words));
      });
      return {
        subject: subject(name),
        preview: lead,
        content: [
          paragraph(lead),
          listOf(items),
          paragraph(byWhen[kind](copy.ist(formatMoment(answer_by)))),
          button(at('/dashboard', reader), open, '8px 0 4px'),
        ],
      };
    },
  ),
  time_kept: mail(keptShape, ({ founder, session, zone }, reader) => {
    const lead = copy.timeKept.lead(nameOf(founder), timeFor(session, zone));
    return {
      subject: copy.timeKept.subject(nameOf(founder)),
      preview: lead,
      content: [
        paragraph(lead),
        button(at('/mentor-dashboard/sessions', reader), copy.offerEnded.sessions, '8px 0 4px'),
      ],
    };
  }),
  offer_ended: mail(keptShape, ({ founder, session, zone }, reader) => {
    const { stays, sessions, subject, lead } = copy.offerEnded;
    return {
      subject,
      preview: lead(nameOf(founder)),
      content: [
        paragraph(lead(nameOf(founder))),
        paragraph(stays(timeFor(session, zone))),
        button(at('/mentor-dashboard/sessions', reader), sessions, '8px 0 4px'),
      ],
    };
  }),
  third_cancellation: mail(
    z.object({
      mentor: z.string(),
      mentor_id: z.guid(),
      count: z.int(),
      session: sessionShape,
      code: z.string(),
      reason: z.string().nullable(),
    }),
    ({ mentor, mentor_id, count, session, code, reason }, reader) => {
      const wording = copy.thirdCancellation;
      const name = singleLine(mentor, 80);
      const words = singleLine(reason ?? '', 300);
      return {
        subject: wording.subject(name, count),
        preview: wording.lead(name, count),
        content: [
          paragraph(wording.lead(name, count)),
          paragraph(wording.latest(timeFor(session, INDIAN_ZONE), code)),
          words !== '' && paragraph(wording.reason(words)),
          paragraph(wording.nothingHappens),
          button(at(`/admin/mentors/${mentor_id}/edit`, reader), wording.open, '8px 0 4px'),
        ],
      };
    },
  ),
  hours_changed: mail(z.object({}), (_, reader) => {
    const { subject, lead, booked, open } = copy.hoursChanged;
    return {
      subject,
      preview: lead,
      content: [paragraph(lead), paragraph(booked), button(at('/mentor-dashboard/hours', reader), open, '8px 0 4px')],
    };
  }),
  weekly_overview: mail(
    z.object({
      zone: z.string(),
      sessions: z.array(z.object({ founder: z.string().nullable(), session: sessionShape })),
      requests: z.int(),
    }),
    ({ zone, sessions, requests }, reader) => {
      const wording = copy.weeklyOverview;
      const items = sessions.map(({ founder, session }) =>
        h(
          'li',
          { key: session.date + session.start_time, style: { margin: '0 0 8px', lineHeight: '24px' } },
          wording.item(timeFor(session, zone), nameOf(founder)),
        ),
      );
      return {
        subject: wording.subject,
        preview: wording.lead(sessions.length),
        content: [
          paragraph(wording.lead(sessions.length)),
          items.length > 0 && listOf(items),
          requests > 0 && paragraph(anchor(at('/mentor-dashboard/requests', reader), wording.requests(requests))),
          button(at('/mentor-dashboard', reader), wording.open, '8px 0 4px'),
          paragraph(anchor(at('/mentor-dashboard/settings', reader), wording.stop), 'muted', '16px 0 0'),
        ],
      };
    },
  ),
  draft_decided: mail(
    z.object({
      state: z.enum(['published', 'returned']),
      note: z.string().nullable(),
      fields: z.array(z.string()),
      left_out: z.array(z.string()),
      has_account: z.boolean(),
    }),
    ({ state, note, fields, left_out, has_account }, reader) => {
      const link = (text: string) => has_account && button(at('/mentor-dashboard/profile', reader), text, '8px 0 4px');
      if (state === 'returned') {
        const { subject, lead, stays, open } = copy.draftReturned;
        const words = singleLine(note ?? '', 500);
        return { subject, preview: words, content: [paragraph(lead), paragraph(words), paragraph(stays), link(open)] };
      }
      const { subject, lead, fields: published, leftOut, open } = copy.draftPublished;
      return {
        subject,
        preview: lead,
        content: [
          paragraph(lead),
          paragraph(published(fieldNames(fields))),
          left_out.length > 0 && paragraph(leftOut(fieldNames(left_out))),
          link(open),
        ],
      };
    },
  ),
  new_review: mail(
    z.object({
      author_name: z.string(),
      rating: z.int(),
      comment: z.string(),
      mentor_id: z.guid(),
      has_account: z.boolean(),
    }),
    ({ author_name, rating, comment, mentor_id, has_account }, reader) => {
      const wording = copy.newReview;
      const lead = wording.lead(singleLine(author_name, 120), rating);
      const words = singleLine(comment, 600);
      return {
        subject: wording.subject,
        preview: lead,
        content: [
          paragraph(lead),
          words !== '' && paragraph(`“${words}”`),
          has_account && paragraph(wording.reply),
          has_account
            ? button(at('/mentor-dashboard/reviews', reader), wording.open, '8px 0 4px')
            : button(at(`/mentors/${mentor_id}`, reader), wording.see, '8px 0 4px'),
          has_account && paragraph(anchor(at('/mentor-dashboard/settings', reader), wording.stop), 'muted', '16px 0 0'),
        ],
      };
    },
  ),
  report_decided: mail(
    z.object({ state: z.enum(['kept', 'removed']), author_name: z.string().nullable(), has_account: z.boolean() }),
    ({ state, author_name, has_account }, reader) => {
      const wording = copy.reportDecided;
      const lead =
        state === 'kept' ? wording.kept(singleLine(author_name ?? '', 120) || copy.aFounder) : wording.removed;
      return {
        subject: wording.subject,
        preview: lead,
        content: [
          paragraph(lead),
          state === 'kept' && has_account && paragraph(wording.reply),
          has_account && button(at('/mentor-dashboard/reviews', reader), wording.open, '8px 0 4px'),
        ],
      };
    },
  ),
  statement: mail(
    z.object({ month: z.string(), opening_paise: z.number(), closing_paise: z.number(), has_account: z.boolean() }),
    ({ month, opening_paise, closing_paise, has_account }, reader) => {
      const name = formatMonthYear(month);
      const { subject, lead, opening, closing, open, transfer } = copy.statement;
      return {
        subject: subject(name),
        preview: closing(formatPaise(closing_paise)),
        content: [
          paragraph(lead(name)),
          paragraph(opening(formatPaise(opening_paise)), 'ink', '0'),
          paragraph(closing(formatPaise(closing_paise))),
          paragraph(transfer, 'muted'),
          has_account && button(at(`/mentor-dashboard/earnings/${month.slice(0, 7)}`, reader), open, '8px 0 4px'),
        ],
      };
    },
  ),
  payout: mail(
    z.object({
      net_paise: z.number(),
      utr: z.string(),
      paid_on: z.string(),
      period: z.string(),
      has_account: z.boolean(),
    }),
    ({ net_paise, utr, paid_on, period, has_account }, reader) => {
      const amount = formatPaise(net_paise);
      const { subject, lead, reference, open } = copy.payout;
      return {
        subject: subject(amount),
        preview: reference(utr, formatDateFull(paid_on)),
        content: [
          paragraph(lead(amount, formatMonthYear(period))),
          paragraph(reference(utr, formatDateFull(paid_on))),
          has_account && button(at('/mentor-dashboard/earnings', reader), open, '8px 0 4px'),
        ],
      };
    },
  ),
};

/** The e-mail of this name for one reader. Throws ZodError when the facts have the wrong shape. */
export async function composeMentorMail(name: string, facts: unknown, reader: MailReader): Promise<ComposedMail> {
  const parts = MENTOR_MAILS[name]?.compose(facts, reader);
  if (!parts) throw new Error(`There is no e-mail ${name}`);
  const subject = singleLine(parts.subject, 200);
  const page = { title: parts.title ?? subject, preview: parts.preview, content: parts.content };
  const html = await render(mailPage({ subject, ...page, footer: footer(reader) }));
  return { subject, html, text: textOf(html), attachments: [] };
}

function footer({ role, siteUrl }: MailReader) {
  const margin = '0 4px 4px';
  const named = (['admin', 'founder', 'invited', 'claimant'] as const).find((side) => role.startsWith(side));
  const about = h('span', null, copy.footer.about, anchor(siteUrl, copy.footer.site));
  return h('div', null, paragraph(copy.footer[named ?? 'mentor'], 'muted', margin), paragraph(about, 'muted', margin));
}
