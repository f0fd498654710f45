import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { z } from 'zod';
import { alarmsCopy } from '#copy/office/alarms.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { button, footer, mail, paragraph, subtitle } from './layout.ts';

const copy = alarmsCopy.mail;
const sentencesOf = (kind: string) => alarmsCopy.kinds[kind] ?? alarmsCopy.other(kind);

const alarmShape = z.object({
  kind: z.string(),
  /** open: reported before, and still open. */
  news: z.enum(['opened', 'open', 'closed']),
  opened_at: z.coerce.date(),
  closed_at: z.coerce.date().nullable(),
  value: z.number().nullable(),
});
export type Alarm = z.output<typeof alarmShape>;

/** What the database's claim_alarm_mails answers. */
export const alarmMailsShape = z.array(z.object({ id: z.guid(), alarms: z.array(alarmShape).min(1) }));

/** One alarm, or all that the hourly limit held back (docs/product/back-office.md#alarms). */
export const alarmMail = mail<readonly Alarm[]>((alarms, siteUrl) => {
  const [first] = alarms;
  const isSummary = alarms.length !== 1 || first === undefined;
  return {
    subject: isSummary ? copy.summary(alarms.length) : subjectOf(first),
    title: isSummary ? copy.summaryTitle(alarms.length) : titleOf(first),
    preview: isSummary ? alarms.map(titleOf).join(', ') : eventOf(first),
    content: [
      isSummary && paragraph(copy.summaryLead, 'muted'),
      ...alarms.map((alarm, index) => partOf(alarm, isSummary, index)),
      button(new URL('/admin', siteUrl).href, copy.open, '8px 0 4px'),
    ],
    footer: footer(copy.footer),
  };
});

function subjectOf({ kind, news }: Alarm): string {
  const { title } = sentencesOf(kind);
  return news === 'closed' ? copy.closed(title) : copy.opened(title);
}

function titleOf({ kind, news }: Alarm): string {
  const { title } = sentencesOf(kind);
  return news === 'closed' ? copy.over(title) : title;
}

function eventOf({ kind, news, opened_at, closed_at, value }: Alarm): string {
  return news === 'closed'
    ? copy.wasOpen(formatMoment(opened_at), formatMoment(closed_at ?? opened_at))
    : sentencesOf(kind).happened(value);
}

function partOf(alarm: Alarm, hasTitle: boolean, key: number): ReactElement {
  const { means, firstStep } = sentencesOf(alarm.kind);
  const told = paragraph(eventOf(alarm));
  const isOver = alarm.news === 'closed';
  return h(
    'div',
    { key, style: hasTitle ? { marginTop: '28px' } : undefined },
    hasTitle && subtitle(titleOf(alarm)),
    told,
    !isOver && paragraph(copy.since(formatMoment(alarm.opened_at))),
    !isOver && paragraph(labelled(copy.means, means)),
    !isOver && paragraph(labelled(copy.firstStep, firstStep)),
    alarm.news === 'open' && paragraph(copy.again, 'muted'),
  );
}

function labelled(label: string, text: string): ReactNode[] {
  return [h('strong', { key: label }, label), text];
}
