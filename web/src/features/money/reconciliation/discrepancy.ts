import { z } from 'zod';
import { discrepancyKinds as kinds, otherDiscrepancy as other } from '#copy/money/discrepancy-kinds.ts';
import { CURRENCY, paidAmount } from '#rules/money/rupees.ts';
import { formatDateFull, formatMoment, istToday } from '#rules/shell/ist.ts';

/** Characters that a note to a dismissed discrepancy may have, as the database allows. */
export const NOTE_LIMIT = 500;

/** A row of the database's list_money_findings. */
export const discrepancyShape = z.object({
  id: z.string(),
  kind: z.string(),
  /** The id of a payment, refund, dispute or booking, by kind. */
  subject: z.string(),
  payment_id: z.string().nullable(),
  booking_id: z.string().nullable(),
  /** Figures in paise and states, as the provider and the database have them. */
  detail: z.record(z.string(), z.unknown()),
  can_repair: z.boolean(),
  found_at: z.string(),
  seen_at: z.string(),
  resolved_at: z.string().nullable(),
  resolution: z.string().nullable(),
  note: z.string().nullable(),
});
export type Discrepancy = z.output<typeof discrepancyShape>;

/**
 * What a discrepancy says to an administrator: what happened, what to do, and how its repair asks, null where a person
 * decides. A kind that is not known here is shown all the same, by its name.
 */
export function describeDiscrepancy(discrepancy: Pick<Discrepancy, 'kind' | 'detail' | 'can_repair'>) {
  const { kind, detail } = discrepancy;
  if (!isKind(kind)) return { title: other.title(kind), what: other.what, todo: other.todo, repair: null };
  const words = kinds[kind];
  return {
    title: words.title,
    todo: words.todo,
    repair: discrepancy.can_repair && 'repair' in words ? words.repair : null,
    ...particulars(kind, detail),
  };
}

type Kind = keyof typeof kinds;

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(kinds, kind);
}

/** What the figures of this one discrepancy make of its kind's sentences. */
function particulars(kind: Kind, detail: Discrepancy['detail']): { what: string; todo?: string } {
  const amount = money(detail.amount_paise, detail.currency);
  switch (kind) {
    case 'unknown_order':
      return { what: kinds[kind].what(amount, text(detail.provider_order_id) ?? '–') };
    case 'dispute': {
      if (detail.status === 'lost') return { what: kinds[kind].lost(amount), todo: kinds[kind].todoLost };
      const reason = text(detail.reason)?.replaceAll('_', ' ') ?? null;
      const by = instant(detail.respond_by);
      const what = kinds[kind].what(amount, reason);
      return by ? { what, todo: kinds[kind].todoBy(formatDateFull(istToday(by))) } : { what };
    }
    case 'refund_failed':
      return { what: kinds[kind].what(amount, sentence(text(detail.reason)) ?? other.noReason) };
    case 'refund_late': {
      const since = instant(detail.since);
      const tell = detail.state === 'queued' ? kinds[kind].whatQueued : kinds[kind].whatPending;
      return { what: tell(amount, since ? formatMoment(since) : other.unknownTime) };
    }
    case 'refunded_outside':
      return { what: kinds[kind].what(amount, money(detail.paid_paise)) };
    case 'refunded_twice':
      return { what: kinds[kind].what(amount, text(detail.reference) ?? '–') };
    case 'amount_differs':
      return { what: kinds[kind].what(money(detail.provider_paise, detail.provider_currency), amount) };
    case 'payment_unsettled':
      return { what: (detail.outcome === 'refund' ? kinds[kind].whatRefunded : kinds[kind].whatBooked)(amount) };
    case 'payment_missing':
      return { what: kinds[kind].what(amount) };
    default:
      return { what: kinds[kind].what };
  }
}

/** Paise in words; another currency than ours by its code, its figure in hundredths all the same. */
function money(paise: unknown, currency: unknown = CURRENCY): string {
  if (typeof paise !== 'number' || !Number.isFinite(paise)) return other.unknownAmount;
  return paidAmount(paise, String(currency));
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function sentence(words: string | null): string | null {
  return words && (/[.!?]$/.test(words) ? words : `${words}.`);
}

/** The provider gives seconds since 1970, the database ISO 8601. */
function instant(value: unknown): Date | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const at = new Date(typeof value === 'number' ? value * 1000 : value);
  return Number.isNaN(at.getTime()) ? null : at;
}
