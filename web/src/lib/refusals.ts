import { ApiError } from './api-error.ts';
import { explain, FunctionError } from './functions/functions.ts';

/** A sentence for each word with which the database or a function refuses; made of the refusal's detail where it needs it. */
export type Refusals = Readonly<Record<string, string | ((detail: string) => string)>>;

interface Answer<T> {
  data: T | null;
  error: { message: string; details?: string | null } | null;
  /** HTTP's, 0 where there was no answer. */
  status: number;
}

/** What the database answered. Throws ApiError: `refused` with its word for why as `reason`, or `unreachable`. */
export async function takeAnswer<T>(request: PromiseLike<Answer<T>>): Promise<T> {
  const { data, error, status } = await request;
  if (error === null) return data as T;
  const isAnswered = status > 0 && status < 500;
  const code = status === 0 ? 'unreachable' : isAnswered ? 'refused' : 'unknown';
  throw new ApiError(code, { reason: error.message, status, details: error.details ?? error.message, cause: error });
}

/** The word with which the data API, a function or Auth refused, and its detail. */
export function refusalOf(error: unknown): { word: string; detail: string } {
  if (error instanceof ApiError) return refusal(error.reason, error.details);
  if (error instanceof FunctionError) return refusal(error.body.code, error.body.detail);
  const { code, message, details }: { code?: unknown; message?: unknown; details?: unknown } = Object(error);
  // An error of the data API has details, and its word as the message; Auth's word is the code.
  return details === undefined ? refusal(code, '') : refusal(message, details);
}

function refusal(word: unknown, detail: unknown) {
  return { word: typeof word === 'string' ? word : '', detail: typeof detail === 'string' ? detail : '' };
}

/** The sentence for the word of a refusal, from the first table that has it; null where none has. */
export function knownRefusal(error: unknown, ...tables: Refusals[]): string | null {
  const { word, detail } = refusalOf(error);
  const say = tables.find((table) => Object.hasOwn(table, word))?.[word];
  return (typeof say === 'function' ? say(detail) : say) ?? null;
}

/** What a refused or failed act says: as `knownRefusal`, else what `explain` says with `otherwise`. */
export function refusalSentence(error: unknown, otherwise: string, ...tables: Refusals[]): string {
  return knownRefusal(error, ...tables) ?? explain(error, otherwise).sentence;
}
