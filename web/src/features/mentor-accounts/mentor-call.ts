import { mentorRefusals } from '#copy/mentor-settings.ts';
import { site } from '#copy/site.ts';
import { ApiError } from '#lib/api-error.ts';

interface Answer<T> {
  data: T | null;
  error: { message: string; details?: string | null } | null;
  /** HTTP's, 0 where there was no answer. */
  status: number;
}

/** What the database answered a mentor. Throws ApiError: `refused` with its word for why as `reason`, or `unreachable`. */
export async function takeAnswer<T>(request: PromiseLike<Answer<T>>): Promise<T> {
  const { data, error, status } = await request;
  if (error === null) return data as T;
  const isAnswered = status > 0 && status < 500;
  const code = status === 0 ? 'unreachable' : isAnswered ? 'refused' : 'unknown';
  throw new ApiError(code, { reason: error.message, status, details: error.details ?? error.message, cause: error });
}

/** What a refused or failed act says: a sentence for the database's word, else that there is no network, else `otherwise`. */
export function refusalSentence(
  error: unknown,
  otherwise: string,
  more: Readonly<Record<string, string>> = {},
): string {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.code === 'unreachable' && globalThis.navigator?.onLine === false) return site.offline;
  const sentences: Readonly<Record<string, string>> = { ...mentorRefusals, ...more };
  return (error.reason !== undefined && Object.hasOwn(sentences, error.reason) && sentences[error.reason]) || otherwise;
}
