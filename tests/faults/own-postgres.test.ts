// @module-tag ci
/** A Postgres of one's own, whose role for the host is an ordinary one (docs/decisions/069). */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, expect, test } from 'vitest';
import { examineDatabase } from '#host/postgres/examine-database.ts';
import { projectPaths } from '#host/project-paths.ts';
import { testDirectory } from '../kit/directory.ts';
import { findFreePort } from '../kit/host.ts';
import { type OtherVersion, startOtherPostgres } from '../kit/other-postgres.ts';
import { openTestApp, type TestApp } from '../kit/test-app.ts';

type Server = Awaited<ReturnType<typeof startOtherPostgres>>;
let server: Server | undefined;
let app: TestApp | undefined;

afterEach(async () => {
  await app?.close();
  await server?.close();
  app = undefined;
  server = undefined;
});

async function asSuperuser(on: Server, statements: string, database?: string): Promise<void> {
  const sql = postgres(on.superuserUrl(database), { max: 1, onnotice: () => {} });
  try {
    // One at a time: `create database` allows no other statement beside it.
    for (const statement of statements.split(/;\n/)) if (statement.trim() !== '') await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

function npmRun(script: string, env: Record<string, string>, ...flags: string[]) {
  const program = path.join(projectPaths.root, 'scripts', `${script}.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--', program, ...flags], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const whyNot = (url: string) =>
  examineDatabase(url).then(
    () => undefined,
    (error: Error) => error.message,
  );

/** An ordinary role in an empty database: what is missing is said, a superuser gives it once, and the role suffices. */
async function startAsOrdinaryRole(version: OtherVersion | 17): Promise<void> {
  server = await startOtherPostgres(version);
  await asSuperuser(server, `create role pilot login password 'pilot';\ncreate database pilot;\n`);
  const url = server.urlOf('pilot', 'pilot');
  expect(await whyNot(url)).toBe(
    'The database pilot is not ready for the role pilot:\n' +
      '  It may not create the roles anon, authenticated, service_role and authenticator' +
      `${version === 15 ? ': before Postgres 16 a superuser alone creates a role with BYPASSRLS.' : '.'}\n` +
      '  It does not own the database pilot.\n' +
      '  It may not create the extension btree_gist.\n' +
      '  It may not create the extension pg_trgm.\n' +
      '  It may not create the extension unaccent.\n' +
      'A superuser runs once what `npm run prepare-database` prints. Then start again.',
  );
  const printed = npmRun('prepare-database', { DATABASE_URL: url });
  expect(printed.status).toBe(0);
  const sql = postgres(server.superuserUrl('pilot'), { max: 1, onnotice: () => {} });
  await sql.unsafe(printed.output).simple();
  await sql.unsafe(printed.output).simple();
  await sql.end();

  const port = await findFreePort();
  app = await openTestApp(
    { PORT: String(port), PAGES: 'off', DEMONSTRATION: 'on' },
    { topology: 'one host', databaseUrl: url },
  );
  const [session] = await app.sql`
    select current_user as role, current_setting('TimeZone') as zone, current_setting('is_superuser') as superuser,
      (select rolcreaterole or rolbypassrls from pg_roles where rolname = current_user) as special`;
  expect(session).toEqual({ role: 'pilot', zone: 'UTC', superuser: 'off', special: false });

  // A pilot can be shown: the catalogue of the demonstration is there, and the logins to it.
  const { body: shown } = await app.rest('mentors?select=id');
  expect(shown.length).toBeGreaterThan(5);
  expect(app.host.logins?.founder.email).toBeTruthy();

  const founder = await app.addFounder();
  const order = await app.order(founder, await app.addSlot());
  const { status, body } = await app.call('verify-payment', await app.paid(order), founder);
  expect([status, body.verified]).toEqual([200, true]);
  expect(await app.readBooking(body.booking_id, founder)).toMatchObject({ id: body.booking_id });

  const file = path.join(testDirectory(), '.env');
  const settings = {
    DATABASE_URL: url,
    PORT: String(port),
    PAGES: 'off',
    SANDBOX: 'on',
    JWT_SECRET: app.keys.jwtSecret,
    SUPABASE_PUBLISHABLE_KEY: app.keys.publishableKey,
    SUPABASE_SECRET_KEY: app.keys.secretKey,
    OPS_TOKEN: app.host.keys.ops,
  };
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}="${value}"`)
      .join('\n'),
  );
  // All checks but the drawing of a picture, which asks nothing of the database.
  const only =
    '--only=keys,migrations,functions,schedule,worker,smtp,webhook,payments,calendar,rls,buckets,clock,pages';
  expect(npmRun('doctor', {}, '--env-file', file, '--limit', '60', only).output).toMatch(/\nNo check failed\.\n$/);
}

const LIMIT_MS = 300_000;

test(
  'an ordinary role is enough on Postgres 17: start, one booking, and the doctor finds nothing',
  () => startAsOrdinaryRole(17),
  LIMIT_MS,
);

test.for([15, 16, 18] as const)(
  'an ordinary role is enough on Postgres %i: start, one booking, and the doctor finds nothing',
  { tags: ['faults'], timeout: LIMIT_MS },
  (version) => startAsOrdinaryRole(version),
);

test('a server older than Postgres 15 is refused with one sentence', { tags: ['faults'] }, async () => {
  server = await startOtherPostgres(14);
  expect(await whyNot(server.superuserUrl())).toBe(
    'The server is Postgres 14, and Point 0 needs 15 or later: upgrade it, or name another server in DATABASE_URL.',
  );
});

test('before Postgres 16 a role with CREATEROLE and BYPASSRLS lacks one role alone, and it is said which', {
  tags: ['faults'],
}, async () => {
  server = await startOtherPostgres(15);
  await asSuperuser(
    server,
    `create role pilot login password 'pilot' createrole bypassrls;\ncreate database pilot owner pilot;\n`,
  );
  expect(await whyNot(server.urlOf('pilot', 'pilot'))).toBe(
    'The database pilot is not ready for the role pilot:\n' +
      '  It may not create the role service_role: before Postgres 16 a superuser alone creates a role with BYPASSRLS.\n' +
      'A superuser runs once what `npm run prepare-database` prints. Then start again.',
  );
});
