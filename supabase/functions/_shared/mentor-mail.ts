import { render } from '@react-email/render';
import { createElement as h, type ReactNode } from 'react';
import { z } from 'zod';
import { mentorMail as copy } from '#copy/mentor-mail.ts';
import { mentorTime } from '#rules/mentor-time.ts';
import { singleLine } from './booking.ts';
import type { ComposedMail } from './booking-mail.ts';
import { anchor, button, mailPage, paragraph, textOf } from './mail-layout.ts';

/** Whom an e-mail goes to: a mentor, a founder, or administrators, of whom each has a role of their own. */
export interface MailReader {
  /** Names the recipient in the key of the e-mail: `mentor`, `founder`, `admin:<id>`. */
  role: string;
  siteUrl: string;
}

interface MailParts {
  subject: string;
  /** The subject, if missing. */
  title?: string;
  /** The line after the subject in an inbox. */
  preview: string;
  content: ReactNode[];
}

interface MentorMail {
  compose(facts: unknown, reader: MailReader): MailParts;
}

/** An e-mail: the shape of what the database's private.mail_<name> answers as `facts`, and what is made of it. */
function mail<T>(shape: z.ZodType<T>, compose: (facts: T, reader: MailReader) => MailParts): MentorMail {
  return { compose: (facts, reader) => compose(shape.parse(facts), reader) };
}

const at = (path: string, { siteUrl }: MailReader) => new URL(path, siteUrl).href;
const nameOf = (name: string | null) => singleLine(name ?? '', 80) || copy.aFounder;

const sessionShape = z.object({ date: z.string(), start_time: z.string(), end_time: z.string() });

/** "Tue 24 Nov, 10:00 AM – 11:00 AM", with India's time behind it where the mentor's clock shows another. */
function timeFor(session: z.output<typeof sessionShape>, zone: string): string {
  const time = { date: session.date, startTime: session.start_time, endTime: session.end_time };
  const { own, india } = mentorTime(time, zone);
  return india === null ? own : `${own} (${india})`;
}

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
  offer_ended: mail(
    z.object({ founder: z.string().nullable(), session: sessionShape, zone: z.string(), has_ended: z.boolean() }),
    ({ founder, session, zone, has_ended }, reader) => {
      const lead = copy.offerEnded.lead(nameOf(founder));
      const { ended, stays, sessions, subject } = copy.offerEnded;
      return {
        subject,
        preview: lead,
        content: [
          paragraph(lead),
          paragraph(has_ended ? ended : stays(timeFor(session, zone))),
          button(at('/mentor-dashboard/sessions', reader), sessions, '8px 0 4px'),
        ],
      };
    },
  ),
};

/** The e-mail of this name for one reader. Throws ZodError where the facts are not those of the e-mail. */
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
  const side = role.startsWith('admin') ? 'admin' : role === 'founder' ? 'founder' : 'mentor';
  const about = h('span', null, copy.footer.about, anchor(siteUrl, copy.footer.site));
  return h('div', null, paragraph(copy.footer[side], 'muted', margin), paragraph(about, 'muted', margin));
}
