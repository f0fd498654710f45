import { failuresCopy as copy } from '#copy/office/overview.ts';
import { CURRENCY, paidAmount } from '#rules/money/rupees.ts';
import type { Failure } from './failures.data.ts';

/** What failed, as a title. */
export function titleOf({ kind, amount_paise, currency }: Pick<Failure, 'kind' | 'amount_paise' | 'currency'>): string {
  if (amount_paise !== null) return copy.refundOf(paidAmount(amount_paise, currency ?? CURRENCY));
  return copy.kinds[kind] ?? copy.otherKind(kind);
}

/** Kinds of jobs that do nothing but send e-mails. */
const MAILS = new Set([
  'email',
  'booking_submitted',
  'booking_rejected',
  'brief_changed',
  'summary_mail',
  'request_answered',
  'booking_reminder',
  'booking_calendar_late',
  'admin_alert',
  'mentor_invitation',
  'mentor_mail',
  'account_alert',
  'recovery_mail',
]);

/** What did not happen. */
export function whatOf({ kind }: Pick<Failure, 'kind'>): string {
  const { what } = copy;
  if (kind === 'refund' || kind === 'calendar_event') return kind === 'refund' ? what.refund : what.event;
  return MAILS.has(kind) ? what.mail : what.other;
}

/** The first that a machine's words match; the order is from the particular to the general. */
const REASONS: [RegExp, keyof typeof copy.why][] = [
  [/^refund_failed$/, 'refundFailed'],
  [/invalid_grant|permission|unauthori[sz]ed_client/i, 'permission'],
  [/\b55[0-4]\b|recipient|mailbox/i, 'address'],
  [/\b429\b|quota|rate ?limit|too many/i, 'busy'],
  [/time-?d? ?-?out|timeout|AbortError|stopped after/i, 'time'],
  [/ECONN|ENOTFOUND|EAI_|EHOSTUNREACH|fetch failed|network|socket|connect/i, 'away'],
  [/^(?:Type|Reference|Range|Syntax|Zod)Error\b/, 'ours'],
  [/\bHTTP 5\d\d\b|\b50[0-4]\b/, 'fault'],
];

/** A machine's class of error before its message, as describeError() writes it. */
const ERROR_CLASS = /^(?:[A-Z]\w*(?:Error|Failure|Exception|Stopped)|Error): */;

/** Why it failed, in words: never a class of error. */
export function whyOf(lastError: string | null): string {
  if (!lastError) return copy.why.unknown;
  const known = REASONS.find(([pattern]) => pattern.test(lastError));
  if (known) return copy.why[known[1]];
  const message = lastError.replace(ERROR_CLASS, '').trim();
  // A sentence that somebody wrote, such as a bank's; anything else is for the details.
  if (!/^[A-Z][^{}<>=_]* [^{}<>=_]*$/.test(message)) return copy.why.ours;
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
