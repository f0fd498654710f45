import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { projectPaths } from '../project-paths.ts';

const database = provideTestDatabase('', { migrated: false });

/** Starts with a connection of its own that the server has cut off. */
const START = `
  if (process.argv[1] === 'corrected') (await import('./host/postgres/driver.ts')).correctDriver();
  const { default: postgres } = await import('postgres');
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const other = postgres(process.env.DATABASE, { max: 1, onnotice() {} });
  const cutOff = async (pid) => {
    await other\`select pg_terminate_backend(\${pid})\`;
    await wait(300);
  };
  const say = (query) => query.then((rows) => console.log(rows[0]?.state), (error) => console.log(error.code));
  const sql = postgres(process.env.DATABASE, { max: 1, onnotice() {} });
`;

/** The next statement on the connection. */
const STATEMENT = `
  const connection = await sql.reserve();
  const [{ pid }] = await connection\`select pg_backend_pid() as pid\`;
  await cutOff(pid);
  await say(connection\`select 1\`);
  connection.release();
  await say(sql\`select 'alive' as state\`);
  process.exit(0);
`;

/** Given back at once, and asked for again: the pool has this one connection only. */
const GIVEN_BACK = `
  const connection = await sql.reserve();
  const [{ pid }] = await connection\`select pg_backend_pid() as pid\`;
  await cutOff(pid);
  connection.release();
  const again = await sql.reserve();
  await say(again\`select 'alive' as state\`);
  process.exit(0);
`;

/** The server is away for two attempts, and then back at an address that stays; what is refused is asked for again. */
const AWAY = `
  const { connect, createServer } = await import('node:net');
  const server = new URL(process.env.DATABASE);
  const door = createServer((inside) => {
    const outside = connect(Number(server.port), server.hostname);
    inside.pipe(outside).pipe(inside);
    for (const socket of [inside, outside]) socket.on('error', () => {});
  });
  await new Promise((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address();
  await new Promise((resolve) => door.close(resolve));
  const away = postgres(server.href, { hostname: '127.0.0.1', port, max: 1, backoff: 0.4, onnotice() {} });
  setTimeout(() => door.listen(port, '127.0.0.1'), 600);
  const reserve = () => away.reserve().catch(reserve);
  const answer = reserve().then((connection) => connection\`select 'alive' as state\`);
  await say(Promise.race([answer, wait(2500).then(() => [{ state: 'waits for ever' }])]));
  process.exit(0);
`;

/** The server closes or resets the first connection while it is asked for the types of arrays. */
const CUT_WHILE_OPENING = (cut: 'destroy' | 'resetAndDestroy') => `
  const { connect, createServer } = await import('node:net');
  const server = new URL(process.env.DATABASE);
  let hasCut = false;
  const door = createServer((inside) => {
    const outside = connect(Number(server.port), server.hostname);
    for (const socket of [inside, outside]) socket.on('error', () => {});
    outside.pipe(inside);
    inside.on('data', (chunk) => {
      if (hasCut || !chunk.includes('typarray')) return void outside.write(chunk);
      hasCut = true;
      for (const socket of [inside, outside]) socket.${cut}();
    });
    inside.on('close', () => outside.destroy());
  });
  await new Promise((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address();
  const behind = postgres(server.href, { hostname: '127.0.0.1', port, max: 1, backoff: 0.1, onnotice() {} });
  const connection = await behind.reserve().catch(() => behind.reserve());
  await say(connection\`select hasCut || ' ' || cardinality(\${[1, 2]}::int[]) as state from (values (\${String(hasCut)})) v (hasCut)\`);
  process.exit(0);
`;

/** The connection has another user by now, whose transaction the first one's late rollback must not end. */
const TAKEN = (first: string) => `
  ${first}
  const second = await sql.reserve();
  await second\`begin\`;
  await second\`set local application_name = 'second'\`;
  await late();
  await say(second\`select current_setting('application_name') as state\`);
  process.exit(0);
`;
const LATE_RESERVED = TAKEN(`
  const first = await sql.reserve();
  const [{ pid }] = await first\`select pg_backend_pid() as pid\`;
  await cutOff(pid);
  const late = async () => {
    await first\`rollback\`.catch(() => {});
    first.release();
  };
`);
const LATE_BEGIN = TAKEN(`
  let goOn;
  let ended;
  await sql.begin(async (first) => {
    const [{ pid }] = await first\`select pg_backend_pid() as pid\`;
    ended = new Promise((resolve) => (goOn = resolve)).then(() => first\`rollback\`.catch(() => {}));
    await cutOff(pid);
    await ended;
  }).catch(() => {});
  const late = async () => {
    goOn();
    await ended;
  };
`);

/** A statement that fails, and what was sent behind it: at once, and when the failure is known already. */
const AHEAD = `
  const connection = await sql.reserve();
  await connection\`create temp table written (n int)\`;
  const ahead = (text) => void connection.unsafe(text, [], { simple: false, ahead: true }).catch(() => {});
  for (const pause of [0, 200]) {
    for (const parameters of [[], [1]]) {
      ahead('select 1');
      ahead('select 1 / 0');
      ahead('select 2');
      if (pause) await wait(pause);
      const text = parameters.length ? 'insert into written values ($1) returning n as state' : 'insert into written values (0) returning n as state';
      await say(connection.unsafe(text, parameters, { simple: false }));
      await say(connection\`select count(*)::int as state from written\`);
    }
  }
  process.exit(0);
`;

/** Answers of 3 kB; a larger one than the option allows fails alone, as do all its rows. */
const TOO_LARGE = `
  const connection = await sql.reserve();
  const text = "select repeat('x', 1000) as body, n::text as state from generate_series(1, 3) n";
  for (const mostBytes of [4000, 2000, undefined]) {
    for (const simple of [true, false]) await say(connection.unsafe(text, [], { simple, mostBytes }));
  }
  process.exit(0);
`;

/** The server cuts the connection off while the first statement of a group runs, and says so. The pool has this one only. */
const CUT_IN_GROUP = `
  const connection = await sql.reserve();
  const [{ pid }] = await connection\`select pg_backend_pid() as pid\`;
  connection.unsafe('select pg_sleep(20)', [], { simple: false, ahead: true }).catch(() => {});
  const last = say(connection\`select 1\`);
  await wait(100);
  await cutOff(pid);
  await last;
  connection.release();
  await say(sql\`select 'alive' as state\`);
  process.exit(0);
`;

/** The same server over TLS, as `secured`: a door in front of it, which delays nothing by itself. */
const OVER_TLS = `
  const net = await import('node:net');
  const { TLSSocket } = await import('node:tls');
  const { mailCertificate } = await import('./tests/kit/mail-certificate.ts');
  const server = new URL(process.env.DATABASE);
  const door = net.createServer({ noDelay: true }, (socket) => {
    socket.once('data', () => {
      socket.write('S');
      const inside = new TLSSocket(socket, { isServer: true, ...mailCertificate });
      const outside = net.connect({ port: Number(server.port), host: server.hostname, noDelay: true });
      inside.pipe(outside).pipe(inside);
      for (const one of [inside, outside]) one.on('error', () => {});
    });
  });
  await new Promise((resolve) => door.listen(0, '127.0.0.1', resolve));
  const at = { hostname: '127.0.0.1', port: door.address().port, max: 1, onnotice() {} };
  const secured = postgres(server.href, { ...at, ssl: 'require' });
`;

/** Two small packets that the server answers together: a row that is copied, and the end of the copy. Lower quartile, in ms. */
const TWO_PACKETS = (pool: 'sql' | 'secured') => `
  ${OVER_TLS}
  const connection = await ${pool}.reserve();
  await connection\`create temp table copied (n int)\`;
  const times = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const copy = await connection\`copy copied from stdin\`.writable();
    const startedAt = performance.now();
    copy.write('1\\n');
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => copy.end(resolve));
    times.push(performance.now() - startedAt);
  }
  console.log(times.sort((a, b) => a - b)[5]);
  process.exit(0);
`;

/** A first connection, the one after it was cut off, one that cancels a statement, and one over TLS. */
const SOCKETS = `
  ${OVER_TLS}
  const { Socket } = net;
  const opened = new Set();
  const undelayed = new Set();
  const { connect, setNoDelay } = Socket.prototype;
  const isToServer = ([options]) => [server.port, String(at.port)].includes(String(options[0]?.port ?? options));
  const isOfDoor = ([options]) => options[0]?.noDelay === true;
  Socket.prototype.connect = function (...given) {
    if (isToServer(given) && !isOfDoor(given)) opened.add(this);
    return connect.apply(this, given);
  };
  Socket.prototype.setNoDelay = function (...given) {
    if (given[0] !== false) undelayed.add(this);
    return setNoDelay.apply(this, given);
  };
  const [{ pid }] = await sql\`select pg_backend_pid() as pid\`;
  await cutOff(pid);
  const sleep = sql\`select pg_sleep(20)\`;
  sleep.catch(() => {});
  await wait(100);
  sleep.cancel();
  await say(sleep);
  await secured\`select 1\`;
  console.log(opened.size, [...opened].filter((socket) => undelayed.has(socket)).length);
  process.exit(0);
`;

async function run(way: 'corrected' | 'bare', program: string): Promise<{ code: number; output: string }> {
  const args = ['--input-type=module-typescript', '-e', `${START}${program}`, way];
  const options = { cwd: projectPaths.root, env: { ...process.env, DATABASE: database.url }, timeout: 30_000 };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

test('a statement on a connection that the server has cut off is refused, and the process goes on', async () => {
  expect(await run('corrected', STATEMENT)).toEqual({ code: 0, output: 'CONNECTION_CLOSED\nalive\n' });
});

test('the driver by itself ends the process', async () => {
  const { code, output } = await run('bare', STATEMENT);
  expect([code, output]).toEqual([1, expect.stringContaining("Cannot read properties of null (reading 'write')")]);
});

test('a connection that was cut off and given back is opened again for who comes next', async () => {
  expect(await run('corrected', GIVEN_BACK)).toEqual({ code: 0, output: 'alive\n' });
  expect((await run('bare', GIVEN_BACK)).output).not.toContain('alive');
});

test('requests for a connection that the server was away for do not stand in the way of the next', {
  tags: ['faults'],
}, async () => {
  expect(await run('corrected', AWAY)).toEqual({ code: 0, output: 'alive\n' });
  expect((await run('bare', AWAY)).output).toBe('waits for ever\n');
});

test.each([
  ['closes', 'destroy', 'CONNECTION_CLOSED'],
  ['resets', 'resetAndDestroy', 'ECONNRESET'],
] as const)('a connection that the server %s while it is opened does not end the process', async (_, cut, error) => {
  expect(await run('corrected', CUT_WHILE_OPENING(cut))).toEqual({ code: 0, output: 'true 2\n' });
  const { code, output } = await run('bare', CUT_WHILE_OPENING(cut));
  expect([code, output]).toEqual([1, expect.stringContaining(error)]);
});

test.each([
  ['a reserved connection', LATE_RESERVED],
  ['begin()', LATE_BEGIN],
])('a late rollback of %s does not reach who has it now', async (_, program) => {
  expect(await run('corrected', program)).toEqual({ code: 0, output: 'second\n' });
  expect((await run('bare', program)).output).not.toContain('second');
});

test('a statement that was sent behind one that fails does not run, and what comes then does', async () => {
  expect(await run('corrected', AHEAD)).toEqual({ code: 0, output: '22012\n0\n'.repeat(4) });
  expect((await run('bare', AHEAD)).output).toBe('0\n1\n1\n2\n0\n3\n1\n4\n');
});

test('an answer of more bytes than its statement may have is refused, and the next one is as ever', async () => {
  const refused = 'ANSWER_TOO_LARGE\n'.repeat(2);
  expect(await run('corrected', TOO_LARGE)).toEqual({ code: 0, output: `1\n1\n${refused}1\n1\n` });
});

test('a connection that is cut off among statements that were sent together is opened again for who comes next', async () => {
  expect(await run('corrected', CUT_IN_GROUP)).toEqual({ code: 0, output: 'CONNECTION_CLOSED\nalive\n' });
});

test.each(['sql', 'secured'] as const)(
  'two small packets in a row do not wait for the acknowledgement of the first (%s)',
  async (pool) => {
    const wait = async (way: 'corrected' | 'bare') => Number((await run(way, TWO_PACKETS(pool))).output);
    expect(await wait('corrected')).toBeLessThan(30);
    // How long an acknowledgement may take is the system's matter.
    if (process.platform === 'linux') expect(await wait('bare')).toBeGreaterThan(35);
  },
);

test('no connection delays small packets: neither a first one, nor one opened again, nor a canceling one, nor one over TLS', async () => {
  // How many sockets there are by then, of those without delay. On a busy machine one may come later.
  const sockets = async (way: 'corrected' | 'bare') => {
    const { code, output } = await run(way, SOCKETS);
    expect([code, output]).toEqual([0, expect.stringMatching(/^57014\n[45] \d\n$/)]);
    return output.split('\n')[1]?.split(' ').map(Number) ?? [];
  };
  const [all, undelayed] = await sockets('corrected');
  expect(undelayed).toBe(all);
  expect((await sockets('bare'))[1]).toBe(0);
});
