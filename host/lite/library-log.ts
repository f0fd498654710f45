/**
 * Library behaviour (0.10.0): errors are printed with `console.error`. Database errors show the failed row's content in
 * `detail` and, depending on the driver's settings, the statement and its parameters. So e-mail addresses and password
 * hashes get into the log, as lines that are not JSON.
 *
 * Correction: what the library prints while it answers a request becomes a line of our log with the kind of error and
 * no data. A forged token is a warning of one line.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { HostLog } from '../log.ts';
import { noteWhetherAway } from './database-away.ts';

const current = new AsyncLocalStorage<{ log: HostLog; requestId: string | undefined }>();
const PART = 'supabase-lite';
const isOurs = Symbol('library log');
const METHODS = ['error', 'warn', 'info', 'log'] as const;

/** Runs `answer` with the library's console output redirected to `log`, under the id of its request. */
export function withLibraryLog<T>(log: HostLog, answer: () => Promise<T>, requestId?: string): Promise<T> {
  redirectConsole();
  return current.run({ log, requestId }, answer);
}

/** Runs at each call, because a test may have restored the console. */
function redirectConsole(): void {
  for (const method of METHODS) {
    const print = console[method];
    if (isOurs in print) continue;
    const redirect = (...values: unknown[]) => {
      const store = current.getStore();
      if (!store) return print.apply(console, values);
      const { log, requestId } = store;
      const about = { ...(requestId && { requestId }), part: PART };
      values.forEach(noteWhetherAway);
      const facts = factsOf(values);
      if (isForgedToken(facts)) log.warn({ ...about, err: { code: facts.code } }, 'forged token');
      else if (method === 'error') log[levelOf(facts)]({ ...about, err: facts }, 'library error');
      else log.debug({ ...about, err: facts }, 'library output');
    };
    console[method] = Object.assign(redirect, { [isOurs]: true });
  }
}

/** Data, rights and filters that the database refused are the caller's mistake, not a fault of the host. */
const REFUSAL = /^(22|23|42501$|PT4|PGRST[1-3])/;

/** A signed address that is forged or expired; the library prints the error of its token with a stack. */
function isForgedToken({ code }: Record<string, unknown>): boolean {
  return typeof code === 'string' && /^ERR_J(W[A-Z]|OSE)_/.test(code);
}

function levelOf(fields: Record<string, unknown>): 'info' | 'error' {
  return typeof fields.code === 'string' && REFUSAL.test(fields.code) ? 'info' : 'error';
}

function factsOf(values: unknown[]): Record<string, unknown> {
  const error = values.find((value) => value instanceof Error);
  const said = typeof values[0] === 'string' ? withoutData(values[0]) : undefined;
  if (!error) return { message: said ?? typeof values[0] };
  return {
    type: error.name,
    message: said,
    ...databaseFacts(error),
    stack: error.stack
      ?.split('\n')
      .find((line) => line.startsWith('    at '))
      ?.trim(),
  };
}

/** Only names of database objects, which say where to look; messages and details may hold what a person typed. */
function databaseFacts(error: Error): Record<string, unknown> {
  const { code, message, constraint_name, table_name } = error as Error & {
    code?: unknown;
    constraint_name?: unknown;
    table_name?: unknown;
  };
  if (code === 'PGRST') {
    try {
      return { code: (JSON.parse(message) as { code?: unknown }).code };
    } catch {
      return { code };
    }
  }
  if (code === undefined) return { message: withoutData(message) };
  return { code, constraint: constraint_name, table: table_name };
}

/** The library's messages quote a query, a body or a name behind a quote, a bracket or a colon: "failed to parse filter (…". */
function withoutData(message: string): string {
  return (message.replace(/^"/, '').split(/["'`(:]/)[0] ?? '').trim().slice(0, 200);
}
