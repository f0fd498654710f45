import { payoutsCopy } from '#copy/admin/payouts.ts';
import { formatDateShort, isIstDate } from '#rules/ist.ts';

const { problems } = payoutsCopy;

/** The field that a refusal is about; `amount` is the whole form. */
export type PayoutField = 'utr' | 'paidOn' | 'reason' | 'amount';

const FIELDS: Partial<Record<keyof typeof problems, PayoutField>> = {
  utr_not_valid: 'utr',
  utr_used: 'utr',
  paid_on_not_valid: 'paidOn',
  reason_text_length: 'reason',
};

/** A refusal of the database in words, and the field that it means; null where it says something else. */
export function payoutProblem(error: unknown): { field: PayoutField; sentence: string } | null {
  const { message, details } = error as { message?: unknown; details?: unknown };
  if (typeof message !== 'string' || !(message in problems)) return null;
  const code = message as keyof typeof problems;
  const detail = typeof details === 'string' ? details : '';
  const say = problems[code];
  const value = isIstDate(detail) ? formatDateShort(detail) : detail;
  return { field: FIELDS[code] ?? 'amount', sentence: typeof say === 'string' ? say : say(value) };
}
