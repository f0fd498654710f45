import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectPaths } from '../project-paths.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database?.drop());

/** A process whose connection is cut off by the server before its next statement. */
const PROGRAM = `
  if (process.argv[1] === 'corrected') (await import('./host/postgres/driver.ts')).correctDriver();
  const { default: postgres } = await import('postgres');
  const sql = postgres(process.env.DATABASE, { max: 2, onnotice() {} });
  const connection = await sql.reserve();
  const [{ pid }] = await connection\`select pg_backend_pid() as pid\`;
  await sql\`select pg_terminate_backend(\${pid})\`;
  await new Promise((resolve) => setTimeout(resolve, 300));
  await connection\`select 1\`.catch((error) => console.log(error.code));
  console.log((await sql\`select 'alive' as state\`)[0].state);
  process.exit(0);
`;

async function run(way: 'corrected' | 'bare'): Promise<{ code: number; output: string }> {
  const args = ['--input-type=module-typescript', '-e', PROGRAM, way];
  const options = {
    cwd: projectPaths.root,
    env: { ...process.env, DATABASE: database.url },
    timeout: 30_000,
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

test('a statement on a connection that the server has cut off is refused, and the process goes on', async () => {
  expect(await run('corrected')).toEqual({ code: 0, output: 'CONNECTION_CLOSED\nalive\n' });
});

test('the driver by itself ends the process', async () => {
  const { code, output } = await run('bare');
  expect([code, output]).toEqual([
    1,
    expect.stringContaining("Cannot read properties of null (reading 'write')"),
  ]);
});
