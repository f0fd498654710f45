import { registerHooks } from 'node:module';

interface Correction {
  file: string;
  /** Must occur exactly once in the file. */
  from: string;
  to: string;
}

/**
 * In the driver's code `c` is a connection, `q` a query, and `c.reserved` is set while one caller has `c` for itself.
 */
const CORRECTIONS: readonly Correction[] = [
  {
    // When the server closes the connection, a statement that waits to be written, as the end of every transaction
    // does, throws where no code can catch it. That ends the process: porsager/postgres#1208.
    file: 'connection.js',
    from: '    const x = socket.write(chunk, fn)\n',
    to: `    if (!socket) {
      nextWriteTimer !== null && clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
    const x = socket.write(chunk, fn)
`,
  },
  {
    // A new connection first asks for the types of arrays, in a query of its own. When the server closes the connection
    // before the answer, this query fails where no code can catch it, which ends the process. The next connection asks
    // again.
    file: 'connection.js',
    from: '        return fetchArrayTypes()\n',
    to: `        return fetchArrayTypes().catch(e => {
          if (socket)
            throw e
        })
`,
  },
  {
    // A proxy before a server that is down accepts a connection and closes it. The driver then reconnects at once,
    // again and again, without a pause.
    file: 'connection.js',
    from: `    if (initial)
      return reconnect()
`,
    to: `    if (initial) {
      closedTime = performance.now()
      delay = (typeof backoff === 'function' ? backoff(options.shared.retries) : backoff) * 1000
      return reconnect()
    }
`,
  },
  {
    // A failed request for a reserved connection stays in the queue. It then gets the next connection, which no later
    // request can use.
    file: 'index.js',
    from: `        const query = { reserve: resolve, reject }
`,
    to: `        const query = { reserve: resolve, reject: e => (queries.remove(query), reject(e)) }
`,
  },
  {
    // Such a request may be taken from the queue to open a connection. It is then forgotten when the connection is
    // open, and waits without end.
    file: 'index.js',
    from: `    options.onclose && options.onclose(c.id)
    queries.length && connect(c, queries.shift())
`,
    to: `    options.onclose && options.onclose(c.id)
    if (queries.length) {
      const query = queries.shift()
      query.reserve && queries.push(query)
      connect(c, query)
    }
`,
  },
  {
    // A reserved connection may be closed before its caller gives it back. It then counts as open, and every later
    // request that gets it fails. If it was opened again for another caller, that caller loses it.
    file: 'index.js',
    from: `    c.reserved.release = true

    const sql = Sql(handler)
    sql.release = () => {
      c.reserved = null
`,
    to: `    c.reserved.release = true
    const own = c.reserved
    c.onclose = e => {
      while (queue.length)
        queue.shift().reject(e)
    }

    const sql = Sql(handler)
    sql.release = () => {
      if (c.reserved !== own)
        return
      c.onclose = c.reserved = null
`,
  },
  {
    // For the same reason the caller may send nothing more over it: that would run in another caller's transaction.
    file: 'index.js',
    from: `    function handler(q) {
      c.queue === full
        ? queue.push(q)
`,
    to: `    function handler(q) {
      if (c.reserved !== own)
        return q.reject(Errors.connection('CONNECTION_CLOSED', options))
      c.queue === full
        ? queue.push(q)
`,
  },
  {
    // The same for begin(): when a transaction's connection was closed, it would still send a rollback over it.
    file: 'index.js',
    from: `    async function scope(c, fn, name) {
      const sql = Sql(handler)
`,
    to: `    async function scope(c, fn, name) {
      const own = c.reserved
      const sql = Sql(handler)
`,
  },
  {
    file: 'index.js',
    from: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full
`,
    to: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (c.reserved !== own)
          return q.reject(Errors.connection('CONNECTION_CLOSED', options))
        c.queue === full
`,
  },
  {
    // A small packet waits for the acknowledgement of the packet before it (Nagle's algorithm). The server's side
    // delays that by 40 ms while it has nothing to answer, as between statements sent with `ahead`. The driver should
    // turn this off where it makes the socket, as libpq does for every TCP connection; TLS later uses the same socket.
    file: 'connection.js',
    from: "    x.on('drain', drain)\n",
    to: "    x.on('drain', drain)\n    x.setNoDelay && x.setNoDelay(true)\n",
  },
  /*
   * Statements that need not wait. The driver ends each statement with Sync, and waits for its answer before a
   * statement that depends on it. So the beginning of a transaction, its settings and its first statement take three
   * round trips. With the option `ahead` a statement is sent without Sync, in one round trip with the statements after
   * it. If it fails, the server skips everything up to the next Sync, and each statement up to there fails with that
   * error: no statement runs without those before it. `ahead: 'once known'` does so from the second time on, because
   * the first time must ask for the types of the parameters; with `true` all parameters are texts. A group must end
   * with a statement without `ahead`.
   */
  {
    file: 'connection.js',
    from: '    q.describeFirst = q.onlyDescribe || (parameters.length && !q.prepared)\n',
    to: `    q.ahead = q.options.ahead === true || (q.options.ahead && q.prepared)
    q.describeFirst = q.onlyDescribe || (!q.ahead && parameters.length && !q.prepared)
`,
  },
  {
    file: 'connection.js',
    from: '        : ExecuteUnnamed\n',
    to: '        : q.ahead ? ExecuteAhead : ExecuteUnnamed\n',
  },
  {
    file: 'connection.js',
    from: "    , DescribeUnnamed = b().D().str('S').str(b.N).end()\n",
    to: `    , ExecuteAhead = Buffer.from(b().E().str(b.N).i32(0).end())
    , DescribeUnnamed = b().D().str('S').str(b.N).end()
`,
  },
  {
    file: 'connection.js',
    from: '    , incomings = null\n',
    to: `    , incomings = null
    , needsSync = false
`,
  },
  {
    file: 'connection.js',
    from: `      build(q)
      return write(toBuffer(q))
`,
    to: `      build(q)
      // The server leaves out what follows a failure: it waits for Sync alone.
      if (needsSync)
        return q.ahead || (needsSync = false, q.describeFirst = false, write(Sync))
      return (write(toBuffer(q)) || q.ahead)
`,
  },
  {
    // A statement that cannot be sent fails alone. It keeps its place for the answer to the Sync that ends its group.
    file: 'connection.js',
    from: `      sent.length === 0 && write(Sync)
      errored(error)
      return true
`,
    to: `      q.ahead = q.describeFirst = false
      if (q !== query) {
        write(Sync)
        queryError(q, error)
        return true
      }
      sent.length === 0 && write(Sync)
      errored(error)
      return true
`,
  },
  {
    file: 'connection.js',
    from: '      (query.cursorFn || query.describeFirst) && write(Sync)\n      errorResponse =',
    to: `      const last = query.ahead ? sent.find(q => !q.ahead) : query
      last
        ? (last.cursorFn || last.describeFirst) && (last.describeFirst = false, write(Sync))
        : needsSync = true
      errorResponse =`,
  },
  {
    file: 'connection.js',
    from: `    if (query.options.simple)
      return BindComplete()
`,
    to: `    if (query.options.simple)
      return BindComplete()

    if (query.ahead) {
      query.resolve(result)
      result = new Result()
      query = sent.length ? sent.shift() : null
      query && (query.active = true)
      return
    }
`,
  },
  {
    file: 'connection.js',
    from: `      if (errorResponse) {
        query.retried
`,
    to: `      if (errorResponse) {
        const isOfOther = query.ahead
        while (query.ahead) {
          queryError(query, errorResponse)
          query = sent.shift()
          query.active = true
        }
        isOfOther
          ? queryError(query, errorResponse)
          : query.retried
`,
  },
  {
    // A new connection to the server must forget the group in which the earlier connection was cut off.
    file: 'connection.js',
    from: `      statements = {}
      needsTypes = options.fetch_types
`,
    to: `      statements = {}
      needsSync = false
      query = errorResponse = null
      needsTypes = options.fetch_types
`,
  },
  {
    file: 'queue.js',
    from: '    push: (x) => (xs.push(x), x),\n',
    to: '    push: (x) => (xs.push(x), x),\n    find: (is) => xs.slice(index).find(is),\n',
  },
  {
    file: 'index.js',
    from: '    PostgresError,\n    options,\n',
    to: '    PostgresError,\n    sendsAhead: true,\n    options,\n',
  },
];

/**
 * The driver's option `backoff`. Without it the driver waits up to 20 seconds between two attempts. A pool of ten
 * reaches that at the first failure, because the failures of all connections are added up.
 */
export function secondsToReconnect(): number {
  return 0.1 + Math.random() * 0.2;
}

const DRIVER = '/node_modules/postgres/src/';

let isCorrected = false;

/**
 * Corrects the driver `postgres` (3.4.9) while it is loaded, so that a host survives when Postgres is killed or
 * restarted, and then continues with the new server.
 *
 * Call before the driver is imported; a second call does nothing.
 * @throws Error when the driver is imported and is not the version that this was written for
 */
export function correctDriver(): void {
  if (isCorrected) return;
  isCorrected = true;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const corrections = CORRECTIONS.filter(({ file }) => url.endsWith(`${DRIVER}${file}`));
      if (corrections.length === 0) return loaded;
      return { ...loaded, source: corrections.reduce(correct, sourceOf(loaded.source)) };
    },
  });
}

function correct(source: string, { file, from, to }: Correction): string {
  if (source.split(from).length !== 2) {
    throw new Error(`Another version of the package postgres (${file}): is host/postgres/driver.ts still needed?`);
  }
  return source.replace(from, () => to);
}

function sourceOf(source: string | ArrayBuffer | NodeJS.TypedArray | undefined | null): string {
  return typeof source === 'string' ? source : Buffer.from(source as ArrayBuffer).toString('utf8');
}
