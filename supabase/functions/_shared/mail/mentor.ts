import { createElement as h } from 'react';
import { z } from 'zod';
import { mentorMail as copy } from '#copy/mentors/mentor-mail.ts';
import { mail as mailCopy } from '#copy/sessions/booking-mail.ts';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { formatPaise } from '#rules/money/rupees.ts';
import { formatDateFull, formatDateShort, formatMonthYear, istToday } from '#rules/shell/ist.ts';
import { singleLine } from '#rules/shell/text.ts';
import { founderOr, sessionShape, timeFor } from '../sessions/booking.ts';
import { anchor, button, factMail, footerWithSite, list, mail, paragraph } from './layout.ts';

/*
 * E-mails to a mentor, or to who is to become one, about the own account, profile, hours and earnings
 * (docs/product/mentor-accounts.md#e-mails). What is about a session is in booking.ts and session.ts.
 */

const footers = mailCopy.footer;
const at = (path: string, siteUrl: string) => new URL(path, siteUrl).href;

const fieldNames = (fields: string[]) =>
  fields.map((field) => copy.profileFields[field] ?? field.replaceAll('_', ' ')).join(', ');

/** Google does not accept the permission of an own calendar any more. */
export const calendarLost = factMail(z.object({ google_email: z.string() }), ({ google_email }, siteUrl) => {
  const { subject, lead, account, action } = copy.calendarLost;
  return {
    subject,
    preview: lead,
    content: [
      paragraph(lead),
      paragraph(account(singleLine(google_email, 320))),
      button(at('/mentor-dashboard/hours', siteUrl), action, '8px 0 4px'),
    ],
    footer: footerWithSite(footers.mentor, siteUrl),
  };
});

/** Enqueued by sendMentorInvitation alone, which knows the token. */
export const invitation = mail<{ mentor: string; expires_at: string; token: string }>(
  ({ mentor, expires_at, token }, siteUrl) => {
    const wording = copy.invitation;
    const lead = wording.lead(singleLine(mentor, 80));
    const link = new URL('/mentor-invitation', siteUrl);
    link.searchParams.set('token', token);
    return {
      subject: wording.subject,
      preview: lead,
      content: [
        paragraph(lead),
        paragraph(wording.why),
        button(link.href, wording.action),
        paragraph(wording.until(formatDateShort(istToday(new Date(expires_at))))),
        paragraph(h('span', null, wording.notYou, anchor(at('/contact', siteUrl), wording.contact)), 'muted', '0'),
      ],
      footer: footerWithSite(footers.invited, siteUrl),
    };
  },
);

/** To who asked to take over a profile with another address than the invited one. */
export const claimDecided = factMail(
  z.object({ mentor: z.string(), is_confirmed: z.boolean() }),
  ({ mentor, is_confirmed }, siteUrl) => {
    const wording = is_confirmed ? copy.claimConfirmed : copy.claimRefused;
    const lead = wording.lead(singleLine(mentor, 80));
    return {
      subject: wording.subject,
      preview: lead,
      content: [
        paragraph(lead),
        button(at(is_confirmed ? '/mentor-dashboard' : '/contact', siteUrl), wording.action, '8px 0 4px'),
      ],
      footer: footerWithSite(footers.claimant, siteUrl),
    };
  },
);

/** An administrator saved a mentor's hours. */
export const hoursChanged = factMail(z.object({}), (_, siteUrl) => {
  const { subject, lead, booked, open } = copy.hoursChanged;
  return {
    subject,
    preview: lead,
    content: [paragraph(lead), paragraph(booked), button(at('/mentor-dashboard/hours', siteUrl), open, '8px 0 4px')],
    footer: footerWithSite(footers.mentor, siteUrl),
  };
});

/** On Monday morning, to mentors who chose it. */
export const weeklyOverview = factMail(
  z.object({
    zone: z.string(),
    sessions: z.array(z.object({ founder: z.string().nullable(), session: sessionShape })),
    requests: z.int(),
  }),
  ({ zone, sessions, requests }, siteUrl) => {
    const wording = copy.weeklyOverview;
    const items = sessions.map(({ founder, session }) => wording.item(timeFor(session, zone), founderOr(founder)));
    return {
      subject: wording.subject,
      preview: wording.lead(sessions.length),
      content: [
        paragraph(wording.lead(sessions.length)),
        items.length > 0 && list(items),
        requests > 0 && paragraph(anchor(at('/mentor-dashboard/requests', siteUrl), wording.requests(requests))),
        button(at('/mentor-dashboard', siteUrl), wording.open, '8px 0 4px'),
        paragraph(anchor(at('/mentor-dashboard/settings', siteUrl), wording.stop), 'muted', '16px 0 0'),
      ],
      footer: footerWithSite(footers.mentor, siteUrl),
    };
  },
);

/** A changed profile was published or returned. */
export const draftDecided = factMail(
  z.object({
    state: z.enum(['published', 'returned']),
    note: z.string().nullable(),
    fields: z.array(z.string()),
    left_out: z.array(z.string()),
    has_account: z.boolean(),
  }),
  ({ state, note, fields, left_out, has_account }, siteUrl) => {
    const link = (text: string) => has_account && button(at('/mentor-dashboard/profile', siteUrl), text, '8px 0 4px');
    if (state === 'returned') {
      const { subject, lead, stays, open } = copy.draftReturned;
      const words = singleLine(note ?? '', 500);
      return {
        subject,
        preview: words,
        content: [paragraph(lead), paragraph(words), paragraph(stays), link(open)],
        footer: footerWithSite(footers.mentor, siteUrl),
      };
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
      footer: footerWithSite(footers.mentor, siteUrl),
    };
  },
);

export const newReview = factMail(
  z.object({
    author_name: z.string(),
    rating: z.int(),
    comment: z.string(),
    mentor_id: z.guid(),
    mentor_slug: z.string(),
    has_account: z.boolean(),
  }),
  ({ author_name, rating, comment, mentor_id, mentor_slug, has_account }, siteUrl) => {
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
          ? button(at('/mentor-dashboard/reviews', siteUrl), wording.open, '8px 0 4px')
          : button(at(mentorPath({ id: mentor_id, slug: mentor_slug }), siteUrl), wording.see, '8px 0 4px'),
        has_account && paragraph(anchor(at('/mentor-dashboard/settings', siteUrl), wording.stop), 'muted', '16px 0 0'),
      ],
      footer: footerWithSite(footers.mentor, siteUrl),
    };
  },
);

/** What became of a review that the mentor reported. */
export const reportDecided = factMail(
  z.object({ state: z.enum(['kept', 'removed']), author_name: z.string().nullable(), has_account: z.boolean() }),
  ({ state, author_name, has_account }, siteUrl) => {
    const wording = copy.reportDecided;
    const lead =
      state === 'kept' ? wording.kept(singleLine(author_name ?? '', 120) || mailCopy.aFounder) : wording.removed;
    return {
      subject: wording.subject,
      preview: lead,
      content: [
        paragraph(lead),
        state === 'kept' && has_account && paragraph(wording.reply),
        has_account && button(at('/mentor-dashboard/reviews', siteUrl), wording.open, '8px 0 4px'),
      ],
      footer: footerWithSite(footers.mentor, siteUrl),
    };
  },
);

/** Of a month, to mentors who chose it. */
export const statement = factMail(
  z.object({ month: z.string(), opening_paise: z.number(), closing_paise: z.number(), has_account: z.boolean() }),
  ({ month, opening_paise, closing_paise, has_account }, siteUrl) => {
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
        has_account && button(at(`/mentor-dashboard/earnings/${month.slice(0, 7)}`, siteUrl), open, '8px 0 4px'),
      ],
      footer: footerWithSite(footers.mentor, siteUrl),
    };
  },
);

export const payout = factMail(
  z.object({
    net_paise: z.number(),
    utr: z.string(),
    paid_on: z.string(),
    period: z.string(),
    has_account: z.boolean(),
  }),
  ({ net_paise, utr, paid_on, period, has_account }, siteUrl) => {
    const amount = formatPaise(net_paise);
    const { subject, lead, reference, open } = copy.payout;
    return {
      subject: subject(amount),
      preview: reference(utr, formatDateFull(paid_on)),
      content: [
        paragraph(lead(amount, formatMonthYear(period))),
        paragraph(reference(utr, formatDateFull(paid_on))),
        has_account && button(at('/mentor-dashboard/earnings', siteUrl), open, '8px 0 4px'),
      ],
      footer: footerWithSite(footers.mentor, siteUrl),
    };
  },
);
