import { findEnv } from './env.ts';

/** One JSON line for the log of the function's platform. Never pass bodies, tokens or e-mail addresses. */
export function logProblem(level: 'warn' | 'error', message: string, facts: Record<string, unknown> = {}): void {
  console[level](JSON.stringify({ level, message, ...facts }));
}

/** As logProblem, for what went as it should and is worth a line. */
export function logFact(message: string, facts: Record<string, unknown> = {}): void {
  console.info(JSON.stringify({ level: 'info', message, ...facts }));
}

/** As logFact, for what is worth a line only where LOG_LEVEL is debug. */
export function logDetail(message: string, facts: Record<string, unknown> = {}): void {
  if (findEnv('LOG_LEVEL') === 'debug') console.debug(JSON.stringify({ level: 'debug', message, ...facts }));
}

/** What a log may know of a thrown value. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
