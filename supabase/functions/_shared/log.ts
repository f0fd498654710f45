import { AsyncLocalStorage } from 'node:async_hooks';
import { describeThrown, sortFields, withoutSecrets } from '#rules/office/log-line.ts';
import { RELEASE } from '#rules/office/release.ts';
import { findEnv } from './env.ts';

/** Supabase cuts a line at 10,000 characters. */
const LONGEST_LINE = 8_000;

type Level = 'debug' | 'info' | 'warn' | 'error';

const current = new AsyncLocalStorage<string>();

/** Names the function in each line that `run` writes. */
export function withFunctionName<T>(name: string, run: () => T): T {
  return current.run(name, run);
}

/**
 * Writes one JSON line to the log of the function's platform. It has only documented fields (docs/operations/logs.md);
 * other facts go into the message. `error` and `code` say what was thrown. Never pass bodies, tokens or e-mail
 * addresses.
 */
export function logProblem(level: 'warn' | 'error', message: string, facts: Record<string, unknown> = {}): void {
  console[level](lineOf(level, message, facts));
}

/** As logProblem, for an event that is no problem. */
export function logFact(message: string, facts: Record<string, unknown> = {}): void {
  console.info(lineOf('info', message, facts));
}

/** As logFact, but only when LOG_LEVEL is debug. */
export function logDetail(message: string, facts: Record<string, unknown> = {}): void {
  if (findEnv('LOG_LEVEL') === 'debug') console.debug(lineOf('debug', message, facts));
}

/** The text of a thrown value that a log may contain. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function lineOf(level: Level, message: string, { error, code, ...facts }: Record<string, unknown>): string {
  const { fields, msg } = sortFields(facts, message);
  const hasError = error !== undefined || code !== undefined;
  const line = {
    time: new Date().toISOString(),
    level,
    release: RELEASE,
    function: current.getStore(),
    msg,
    ...fields,
    ...(hasError && { err: describeThrown({ message: error, code }) }),
  };
  const text = withoutSecrets(JSON.stringify(line));
  if (text.length <= LONGEST_LINE) return text;
  // Long texts are cut, so that the line stays JSON.
  return withoutSecrets(JSON.stringify(line, (_, value) => (typeof value === 'string' ? cut(value) : value)));
}

function cut(text: string): string {
  return text.length > 1_500 ? `${text.slice(0, 1_500)}…` : text;
}
