// @module-tag ci
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '#host/log.ts';
import { findHome, removeHome } from '#host/postgres/home.ts';
import { startPostgres } from '#host/postgres/start-postgres.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'point-0-reset-'));
});
afterEach(() => {
  removeHome(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

function reset(env: Record<string, string> = {}) {
  const program = path.join(import.meta.dirname, 'reset.ts');
  return spawnSync(process.execPath, [program], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  });
}

test('refuses while a host runs, and empties the directory afterwards', async () => {
  const server = await startPostgres({ dataDir, log: silentLog });
  const refused = reset();
  expect(refused.status).toBe(1);
  expect(refused.stderr).toBe(
    `A host (process ${process.pid}) is running on ${dataDir}. Stop it first; nothing was deleted.\n`,
  );
  await server.stop();

  const { directory } = findHome(dataDir);
  const done = reset();
  expect(done.stdout).toBe(`${dataDir} is empty. The next start begins afresh.\n`);
  expect(readdirSync(dataDir)).toEqual([]);
  expect(existsSync(directory)).toBe(false);
});

test("deletes nothing from a directory that holds other things, or with a database of one's own", () => {
  writeFileSync(path.join(dataDir, 'thesis.txt'), 'years of work');
  expect(reset().stderr).toContain('thesis.txt');
  const keys = {
    JWT_SECRET: 'j'.repeat(40),
    SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${'p'.repeat(20)}`,
    SUPABASE_SECRET_KEY: `sb_secret_${'s'.repeat(30)}`,
  };
  const own = reset({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c', SANDBOX: 'on', ...keys });
  expect([own.status, own.stderr]).toEqual([1, expect.stringContaining('DATABASE_URL is set')]);
  expect(readdirSync(dataDir)).toEqual(['thesis.txt']);
});
