import type { PostgresConnection } from '@supabase/lite/postgres';
import type postgres from 'postgres';
import { noteWhetherAway } from './database-away.ts';
import { ANSWER_BYTES } from './database-errors.ts';

/*
 * Library behaviour (0.10.0): each statement waits for the answer to the one before. A statement with parameters is
 * first described, then run, and planned each time. A read takes five round trips to the database, the call of a
 * function seven.
 *
 * Correction: the beginning and the settings of a transaction are sent together with its first statement, and the
 * library's question after a function together with the function's call (`ahead` in host/postgres/driver.ts). If one of
 * them fails, the server skips those that follow, so nothing runs with other rights than the settings give.
 */

const BEGINNINGS = new Set(['begin', 'SET LOCAL transaction_read_only = on']);
const SETTINGS = 'select set_config(';
/** The library's question for the status and headers that a function has set. */
const ANSWER_OF_FUNCTION = /^\s*SELECT current_setting\('response\.status', true\)/;

type Unsafe = postgres.ReservedSql['unsafe'];
type Sent = Parameters<Unsafe>;

/** What the driver takes once it is corrected. */
type SendOptions = postgres.UnsafeQueryOptions & {
  simple?: boolean;
  ahead?: true | 'once known';
  mostBytes?: number | undefined;
};

/**
 * @param options.isPrepared whether statements may be prepared on a connection: not behind a pooler that gives each
 * transaction another connection (setting PREPARED_STATEMENTS)
 */
export function sendTogether(connection: PostgresConnection, { isPrepared }: { isPrepared: boolean }): void {
  const { driver } = connection;
  if (!Reflect.get(driver, 'sendsAhead')) throw new Error('correctDriver() comes before the first import of postgres.');
  const book = isPrepared ? openStatementBook() : undefined;
  if (book) repeatAfterChange(connection, book);
  /** The text of the library's question, once it is known. */
  let question: string | undefined;
  const reserve = driver.reserve.bind(driver);

  driver.reserve = async () => {
    const reserved = await reserve();
    const given: Unsafe = reserved.unsafe;
    const send = (text: string, parameters: Sent[1], options: SendOptions) => given(text, parameters, options);
    /** A statement was sent ahead, and waits for the statement that it goes with. */
    let isOpen = false;
    let isFunction = false;
    /** The statement is a person's or a visitor's. */
    let isPersons = false;
    let answer: ReturnType<Unsafe> | undefined;

    function sendAhead(text: string, parameters: Sent[1]) {
      isOpen = true;
      isFunction ||= parameters?.[0] === 'response.status';
      const role = parameters?.at(-2) === 'role' && parameters.at(-1);
      isPersons ||= role === 'anon' || role === 'authenticated';
      // A failure here makes the statement that it goes with fail as well.
      send(text, parameters, { prepare: isPrepared, simple: false, ahead: true }).catch(noteWhetherAway);
      return Promise.resolve(Object.assign([], { command: 'SELECT', count: 0 }));
    }

    function sendCall(text: string, parameters: Sent[1], options: SendOptions) {
      const call = send(text, parameters, { ...options, ahead: 'once known' }).execute();
      answer = send(question ?? '', [], { prepare: isPrepared, simple: false });
      // The library does not ask for it when the call fails.
      answer.catch(noteWhetherAway);
      return call;
    }

    function sendNext(...[text, parameters = []]: Sent) {
      if (BEGINNINGS.has(text) || text.startsWith(SETTINGS)) return sendAhead(text, parameters);
      const asked = answer;
      answer = undefined;
      if (ANSWER_OF_FUNCTION.test(text)) {
        question = text;
        if (asked) return asked;
      }
      const named = parameters.length > 0 ? book?.nameOf(text) : undefined;
      // A function limits its own answer; after a call by POST that has written, there is nothing to refuse.
      const mostBytes = isPersons && !isFunction ? ANSWER_BYTES : undefined;
      const options = { prepare: named !== undefined, simple: !isOpen && parameters.length === 0, mostBytes };
      const isCall = isOpen && isFunction && question !== undefined;
      isOpen = false;
      return (isCall ? sendCall : send)(named ?? text, parameters, options);
    }

    Reflect.set(reserved, 'unsafe', sendNext);
    return reserved;
  };
}

/*
 * A prepared statement costs memory of each connection, on both sides, and clients choose the statements of the data
 * API. So a statement is prepared from its second use on, and only a limited number of them; the rest runs unprepared.
 */

const MOST_PREPARED = 200;
const MOST_NOTICED = 1_000;
const LONGEST = 8_000;
/** The longest life of a connection (postgres, `max_lifetime`); its prepared statements end with it. */
const LIFETIME_MS = 60 * 60_000;

export interface StatementBook {
  /** The text under which to prepare this statement; undefined if it is not prepared. Counts the use. */
  nameOf(text: string): string | undefined;
  /** From now on each statement is prepared anew. */
  startAnew(): void;
}

export function openStatementBook(now: () => number = () => performance.now()): StatementBook {
  const noticed = new Set<string>();
  const prepared = new Set<string>();
  let startedAt = now();
  let edition = 0;
  return {
    nameOf(text) {
      if (now() - startedAt > LIFETIME_MS) {
        startedAt = now();
        prepared.clear();
      }
      if (!prepared.has(text)) {
        if (text.length > LONGEST || prepared.size >= MOST_PREPARED) return undefined;
        if (!noticed.delete(text)) {
          if (noticed.size >= MOST_NOTICED) noticed.clear();
          noticed.add(text);
          return undefined;
        }
        prepared.add(text);
      }
      return edition === 0 ? text : `${text} /* ${edition} */`;
    },
    startAnew() {
      prepared.clear();
      edition += 1;
    },
  };
}

/*
 * Postgres plans a prepared statement again when a table, a policy, the role or the search path has changed. It refuses
 * a statement whose answer would now have other columns, as after a migration by another host. Outside of a transaction
 * the driver prepares such a statement again and repeats it. In a transaction, everything is repeated from the
 * beginning, since it has changed nothing so far.
 */
function repeatAfterChange(connection: PostgresConnection, book: StatementBook): void {
  const run = connection.withContext.bind(connection);
  connection.withContext = async (variables, act, options) => {
    try {
      return await run(variables, act, options);
    } catch (error) {
      const isStale = error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
      if (!isStale || options?.transaction) throw error;
      book.startAnew();
      return run(variables, act, options);
    }
  };
}
