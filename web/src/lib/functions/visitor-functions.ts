import type { z } from 'zod';
import { site } from '#copy/shell/site.ts';
import { isMobileBrowser } from '#rules/money/payment.ts';
import { readPublicEnv } from '../page/public-env.tsx';
import { createVisitorCaller, type FunctionCaller, FunctionError } from './functions.ts';

let caller: FunctionCaller | undefined;

/** Calls a server function that needs no login (`target`: see FunctionCaller). Throws FunctionError. */
export function callVisitorFunction(target: string, body: unknown): Promise<unknown> {
  if (!caller) {
    const env = readPublicEnv();
    caller = createVisitorCaller({
      baseUrl: env.supabaseUrl,
      apiKey: env.supabaseAnonKey,
      isOnline: () => navigator.onLine,
      isMobile: () => isMobileBrowser(navigator.userAgent, window.innerWidth),
    });
  }
  return caller(target, body);
}

/** The first sentence for each field. */
export function problemsOf(error: z.ZodError | undefined): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) problems[path.join('.')] ??= message;
  return problems;
}

/** What a form tells its visitor about a call that failed. */
export interface SubmissionFailure {
  /** The server's sentence, or the one about a missing connection, else the form's `failed`. */
  message: string;
  /** The server's sentences about wrong fields, by field. */
  problems: Readonly<Record<string, string>>;
}

/** @param failed the form's sentence for failures that have none of their own */
export function submissionFailureOf(error: unknown, failed: string): SubmissionFailure {
  if (!(error instanceof FunctionError)) {
    // A fault of ours: the form says that it failed, and keeps what was typed.
    console.error('A form could not be sent', error);
    return { message: failed, problems: {} };
  }
  const { error: sentence, problems } = error.body;
  // The other sentences of FunctionError name functions, which mean nothing to a visitor.
  const own = error.message === site.offline ? site.offline : failed;
  // Every function sends the same sentence with a 500: the form's own says more.
  const isFault = error.failure.kind === 'http' && error.failure.status === 500;
  return {
    message: typeof sentence === 'string' && sentence !== '' && !isFault ? sentence : own,
    problems: Object.fromEntries(
      Object.entries(problems && typeof problems === 'object' ? problems : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
  };
}
