import { registerHooks } from 'node:module';

interface Correction {
  file: string;
  /** Stands in the file once. */
  from: string;
  to: string;
}

/**
 * In the words of the driver: `c` is a connection, `q` a query, and `c.reserved` is set while one caller has `c` alone.
 */
const CORRECTIONS: readonly Correction[] = [
  {
    // A statement that waits to be written when the server closes the connection, as the end of every transaction
    // does, throws where no code can catch it, and ends the process: porsager/postgres#1208.
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
    // A new connection first asks for the types of arrays, on behalf of no statement. When the server closes it before
    // the answer, that question fails where no code can catch it, and ends the process. The next connection asks again.
    file: 'connection.js',
    from: '        return fetchArrayTypes()\n',
    to: `        return fetchArrayTypes().catch(e => {
          if (socket)
            throw e
        })
`,
  },
  {
    // A proxy before a server that is down accepts a connection and closes it. The driver then connects again without
    // any pause, as fast as it can.
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
    // A request for a connection of one's own that has failed stays in the queue. The next connection is given to it,
    // and to no one else ever after.
    file: 'index.js',
    from: `        const query = { reserve: resolve, reject }
`,
    to: `        const query = { reserve: resolve, reject: e => (queries.remove(query), reject(e)) }
`,
  },
  {
    // Such a request, taken from the queue to have a connection opened, is forgotten when it is open: it waits for ever.
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
    // A reserved connection may be closed before it is given back. Giving it back counts it among the open ones, and
    // every later request that gets it fails. If it was opened again for another caller, that one loses it.
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
    // For the same reason nothing is sent over it any more: it would land in another one's transaction.
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
    // And the same for begin(), which ends a transaction whose connection was closed with a rollback on that
    // connection.
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
    // Small packets wait for the acknowledgement of the one before (Nagle's algorithm), which the server's side delays by
    // 40 ms where it has nothing to answer yet, as among statements sent with `ahead`. The driver should turn this off
    // where it makes the socket, as libpq does for every TCP connection; TLS is laid over the same socket later.
    file: 'connection.js',
    from: "    x.on('drain', drain)\n",
    to: "    x.on('drain', drain)\n    x.setNoDelay && x.setNoDelay(true)\n",
  },
  /*
   * Statements that need not wait. The driver ends each with Sync, and its answer is awaited before the next one where that
   * depends on it: the beginning of a transaction, its settings and its first statement are three ways to the server and
   * back. With the option `ahead` a statement is sent without Sync, so that it shares one way with what follows it. Where it
   * fails, the server leaves out everything up to the next Sync, and each statement until there fails with that error: none
   * runs without those before it. `ahead: 'once known'` does so from the second time on, since the types of parameters
   * must be asked for at the first; with `true` all parameters are texts. A group must end with another statement.
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
    // What cannot be sent fails by itself. It keeps its place, for the answer to the Sync that ends its group.
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
    // A new connection to the server knows nothing of what the one before was cut off in.
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
 * The driver's option `backoff`. By itself it waits up to 20 seconds between two attempts, which a pool of ten reaches
 * at the first failure, as all of its connections count together.
 */
export function secondsToReconnect(): number {
  return 0.1 + Math.random() * 0.2;
}

const DRIVER = '/node_modules/postgres/src/';

let isCorrected = false;

/**
 * Corrects the driver `postgres` (3.4.9) as it is loaded, so that a host outlives a Postgres that is killed or
 * restarted, and goes on with the new one.
 *
 * Call before the driver is imported; a second call does nothing.
 * @throws Error when the driver is imported and is not the one that this was written for
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
