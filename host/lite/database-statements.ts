import type { PostgresConnection } from '@supabase/lite/postgres';
import type postgres from 'postgres';
import { noteWhetherAway } from './database-away.ts';

/*
 * Library behaviour (0.10.0): each statement waits for the answer to the one before, and each with parameters is described
 * first, then run, and planned anew. A read is five ways to the database and back, the call of a function seven.
 *
 * Correction: a transaction's beginning and settings are sent together with its first statement, and what the library
 * asks after a function together with its call (`ahead` in host/postgres/driver.ts). Should one of them fail, the server
 * leaves out what follows, so nothing runs with other rights than the settings give.
 */

const BEGINNINGS = new Set(['begin', 'SET LOCAL transaction_read_only = on']);
const SETTINGS = 'select set_config(';
/** The library's question for the status and headers that a function has set. */
const ANSWER_OF_FUNCTION = /^\s*SELECT current_setting\('response\.status', true\)/;

type Unsafe = postgres.ReservedSql['unsafe'];
type Sent = Parameters<Unsafe>;

/** What the driver takes once it is corrected. */
type SendOptions = postgres.UnsafeQueryOptions & { simple?: boolean; ahead?: true | 'once known' };

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
    /** Something was sent that waits for what it goes with. */
    let isOpen = false;
    let isFunction = false;
    let answer: ReturnType<Unsafe> | undefined;

    function sendAhead(text: string, parameters: Sent[1]) {
      isOpen = true;
      isFunction ||= parameters?.[0] === 'response.status';
      // Sends it; its failure is met by the statement that it goes with.
      send(text, parameters, { prepare: isPrepared, simple: false, ahead: true }).catch(noteWhetherAway);
      return Promise.resolve(Object.assign([], { command: 'SELECT', count: 0 }));
    }

    function sendCall(text: string, parameters: Sent[1], options: SendOptions) {
      const call = send(text, parameters, { ...options, ahead: 'once known' }).execute();
      answer = send(question ?? '', [], { prepare: isPrepared, simple: false });
      // Where the call fails it is not asked for.
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
      const options = { prepare: named !== undefined, simple: !isOpen && parameters.length === 0 };
      const isCall = isOpen && isFunction && question !== undefined;
      isOpen = false;
      return (isCall ? sendCall : send)(named ?? text, parameters, options);
    }

    Reflect.set(reserved, 'unsafe', sendNext);
    return reserved;
  };
}

/*
 * Preparing costs memory of each connection, on both sides, and clients decide what the data API's statements are. So a
 * statement is prepared from its second use on, and only so many of them; the others are run as before.
 */

const MOST_PREPARED = 200;
const MOST_NOTICED = 1_000;
const LONGEST = 8_000;
/** Of a connection, at most (postgres, `max_lifetime`): what was prepared before is gone with it. */
const LIFETIME_MS = 60 * 60_000;

export interface StatementBook {
  /** The text under which this statement is to be prepared; undefined where it is not. Notices that it was used. */
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
 * Postgres plans a prepared statement anew when a table, a policy, the role or the search path has changed since. It
 * refuses one whose answer would have other columns than when it was prepared, as after a migration by another host.
 * Outside of a transaction the driver prepares it once more and repeats it; in one, everything is repeated from the
 * beginning, which has changed nothing.
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
