import type { PublicApi } from '#lib/public-api.ts';

interface Figure {
  /** At least 20. */
  cases: number;
  kept: number;
  /** Rounded down. */
  percent: number;
}

/** Null: fewer than 20 cases. */
export interface Figures {
  requests: (Figure & { unanswered: number; unanswered_refunded: number; half_within_hours: number | null }) | null;
  sessions: (Figure & { mentor_missed: number; founder_missed: number; cancelled: number }) | null;
  refunds: Figure | null;
  check_ins: (Figure & { asked: number }) | null;
}

export type FigureName = keyof Figures;

/** As public.promise() answers it. Days are of India. */
export interface Report {
  counted_at: string | null;
  from: string | null;
  to: string | null;
  refund_days: number;
  /** With fewer cases a figure is not public. */
  fewest: number;
  figures: Figures;
  months: ({ month: string } & Figures)[];
  rows: { figure: FigureName; from: string; to: string; cases: number; kept: number }[];
}

/** Throws the data API's error. */
export async function readPromise(api: PublicApi): Promise<Report> {
  const { data, error } = await api.rpc('promise', {}, { get: true });
  if (error) throw error;
  return data as unknown as Report;
}
