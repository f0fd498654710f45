import { type IstDate, type IstTime, isIstDate, isIstTime } from '#rules/shell/ist.ts';

/**
 * The facts about a session in the addresses of the processing and success pages
 * (docs/product/payments.md#after-the-checkout); an empty field was not in the address.
 */
export interface BookingSummary {
  mentorName: string;
  mentorImage: string;
  date: IstDate | '';
  startTime: IstTime | '';
  endTime: IstTime | '';
  /** Rupees. */
  amount: number | null;
  requiresReview: boolean;
}

/** What the checkout gave back. */
export type PaymentProof = { paymentId: string; orderId: string; signature: string };

export interface ProcessingQuery extends BookingSummary, PaymentProof {
  verified: boolean;
}

const NAME_MAX = 200;

/** The query of /booking-success. What is not known is left out. */
export function successQuery(summary: BookingSummary): URLSearchParams {
  return withoutEmpty({
    mentorName: summary.mentorName,
    mentorImage: summary.mentorImage,
    date: summary.date,
    startTime: summary.startTime,
    endTime: summary.endTime,
    amount: summary.amount === null ? '' : String(summary.amount),
    requiresReview: String(summary.requiresReview),
  });
}

/** The query of /booking-processing. */
export function processingQuery(query: ProcessingQuery): URLSearchParams {
  const params = successQuery(query);
  for (const [key, value] of withoutEmpty({
    paymentId: query.paymentId,
    orderId: query.orderId,
    signature: query.signature,
  })) {
    params.set(key, value);
  }
  if (query.verified) params.set('verified', 'true');
  return params;
}

/** What an address says about a session; a value that cannot be one counts as not said. */
export function readBookingSummary(params: URLSearchParams): BookingSummary {
  const text = (name: string) => params.get(name)?.trim() ?? '';
  const time = (name: string) => (isIstTime(text(name)) ? text(name) : '');
  const amount = Number(text('amount') || Number.NaN);
  return {
    mentorName: text('mentorName').slice(0, NAME_MAX),
    // The author of a link could make the page load any picture, so the pages take the one in the database.
    mentorImage: '',
    date: isIstDate(text('date')) ? text('date') : '',
    startTime: time('startTime'),
    endTime: time('endTime'),
    amount: Number.isFinite(amount) && amount >= 0 ? amount : null,
    requiresReview: text('requiresReview') !== 'false',
  };
}

/** What the address of the processing page says. */
export function readProcessingQuery(params: URLSearchParams): ProcessingQuery {
  return {
    ...readBookingSummary(params),
    paymentId: params.get('paymentId') ?? '',
    orderId: params.get('orderId') ?? '',
    signature: params.get('signature') ?? '',
    verified: params.get('verified') === 'true',
  };
}

/** What the checkout signed. It is removed from the address as soon as it was read. */
const PROOF_PARAMETERS = ['paymentId', 'orderId', 'signature'];

/** A query without the payment's ids and signature; all else stays, in its order. */
export function withoutProof(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => !PROOF_PARAMETERS.includes(name)));
}

function withoutEmpty(values: Record<string, string>): URLSearchParams {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
}
