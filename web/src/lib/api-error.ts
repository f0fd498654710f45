import { site } from '#copy/shell/site.ts';

/**
 * Why the data API, the storage or the session gave no result: `gone` no such row (any more), `changed` another person
 * changed it in between, `invalid` impossible input, `refused` the server said no, `wrong_session` another person is
 * signed in, `upload_failed` the row's file did not arrive.
 */
export type ApiErrorCode =
  | 'session_expired'
  | 'wrong_session'
  | 'unreachable'
  | 'gone'
  | 'changed'
  | 'invalid'
  | 'refused'
  | 'upload_failed'
  | 'unknown';

interface ApiErrorFacts {
  /** A sentence for the person. */
  sentence?: string;
  /** The technical text of the failure, for people who want to read it or send it to support. */
  details?: string;
  /** The server's code for the failure, where callers distinguish several. */
  reason?: string;
  /** The HTTP status, or the status that storage names in its answer. */
  status?: number;
  /** How much of a file had been sent when the connection was lost. */
  percent?: number;
  /** A sentence for each wrong field. */
  problems?: readonly { field: string; sentence: string }[];
  cause?: unknown;
}

/** The one error of calls other than server functions (those throw FunctionError). `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly sentence: string | undefined;
  readonly details: string | undefined;
  readonly reason: string | undefined;
  readonly status: number | undefined;
  readonly percent: number | undefined;
  readonly problems: NonNullable<ApiErrorFacts['problems']>;

  constructor(code: ApiErrorCode, facts: ApiErrorFacts = {}) {
    super(facts.sentence ?? facts.reason ?? code, { cause: facts.cause });
    this.code = code;
    this.sentence = facts.sentence;
    this.details = facts.details;
    this.reason = facts.reason;
    this.status = facts.status;
    this.percent = facts.percent;
    this.problems = facts.problems ?? [];
  }
}

export function isApiError(error: unknown, code: ApiErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** The screen's sentence for a failure, by its code. */
export function reasonFor(
  error: unknown,
  reasons: { unknown: string } & Partial<Record<ApiErrorCode, string>>,
): string {
  return (error instanceof ApiError && reasons[error.code]) || reasons.unknown;
}

interface Answer {
  error: { code: string; message: string } | null;
  /** The HTTP status; 0 without an answer. */
  status: number;
}

/** Throws what the data API reports, `unreachable` where it did not answer. */
export function requireSuccess({ error, status }: Answer): void {
  if (error) throw status === 0 ? new ApiError('unreachable', { cause: error }) : error;
}

/**
 * The error for a failed call. `say` makes the person's sentence from the reason; the server's own text is `details`.
 */
export function apiFailure(
  error: { message: string },
  status: number,
  say: (reason: string) => string = (reason) => reason,
): ApiError {
  const isUnreachable = status === 0;
  const sentence = say(isUnreachable ? site.offline : site.serverError);
  return new ApiError(isUnreachable ? 'unreachable' : 'unknown', { sentence, details: error.message, cause: error });
}

/** As `requireSuccess`, and throws `gone` when the row does not exist or the database hides it. */
export function requireRow(answer: Answer & { data: readonly unknown[] | null }): void {
  requireSuccess(answer);
  if (answer.data?.length === 0) throw hiddenRow();
}

type RowsAnswer<Row> = Answer & { data: readonly Row[] | null };

/**
 * Reads the answer of an update that named the version (`updated_at`) on which it is based. Null when it was done; the
 * present row when another person has changed it since. Throws as `requireRow` when the row no longer exists.
 */
export async function savedOrLatest<Row>(
  answer: RowsAnswer<unknown>,
  readLatest: () => PromiseLike<RowsAnswer<Row>>,
): Promise<Row | null> {
  requireSuccess(answer);
  if (answer.data?.length) return null;
  const latest = await readLatest();
  requireRow(latest);
  return latest.data?.[0] ?? null;
}

/**
 * The error for a missing row. The database hides rows from people who are not administrators, so `admin_only` makes
 * the page read the session again.
 */
export function hiddenRow(cause?: unknown): ApiError {
  return new ApiError('gone', { reason: 'admin_only', cause });
}
