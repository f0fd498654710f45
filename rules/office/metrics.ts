/**
 * What the host, the page server and the function `metrics` share for `/metrics` (docs/product/operations.md#metrics).
 */

const OPEN_METRICS = 'application/openmetrics-text';
const PLAIN_TEXT = 'text/plain';

/** Whether a reader prefers OpenMetrics 1.0. All other readers get the text format 0.0.4. */
export function wantsOpenMetrics(accept: string | null | undefined): boolean {
  const qualities = new Map<string, number>();
  for (const part of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    // We support only version 1.0 of OpenMetrics.
    const version = parameters.find((parameter) => parameter.startsWith('version='))?.slice('version='.length);
    if (type === OPEN_METRICS && version !== undefined && !version.startsWith('1.')) continue;
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? 1);
    qualities.set(type, Math.max(qualities.get(type) ?? 0, quality));
  }
  const open = qualities.get(OPEN_METRICS) ?? 0;
  return open > 0 && open >= (qualities.get(PLAIN_TEXT) ?? 0);
}

/**
 * Bounds of a histogram's buckets as OpenMetrics 1.0 wants them (`le="1.0"`): `prom-client` 15 writes whole numbers
 * without a fraction.
 */
export function withCanonicalBounds(text: string): string {
  return text.replaceAll(/([{,]le=")(\d+)"/g, '$1$2.0"');
}

export const JOB_OUTCOMES = ['done', 'failed', 'dead', 'lost'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** A job that failed as often as this since its last start is given up (`fail_job`). */
export const MOST_TRIES = 12;

/** Upper bounds of the buckets of `point0_job_duration_seconds`, which the database counts too. */
export const JOB_SECONDS = [0.1, 1, 10] as const;

/** The status as a label has it: `2xx`. */
export function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}
