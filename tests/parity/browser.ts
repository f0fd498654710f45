/** The browser tests of the main job (tagged @main) on this deployment's page server. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type postgres from 'postgres';
import { projectPaths } from '#host/project-paths.ts';
import type { DemoLogins } from '#sandbox/demonstration/accounts.ts';

const LIMIT_MS = 10 * 60_000;

/** @returns the output where a test failed */
export async function runBrowserTests(options: {
  note: (line: string) => void;
  sql: postgres.Sql;
  folder: string;
  /** As tests/kit/browser/start-host.ts hands its host to the tests. */
  host: {
    url: string;
    pageServerUrl: string;
    splitApiUrl: string;
    dataDir: string;
    databaseUrl: string;
    keys: { publishable: string; secret: string; ops: string };
    logins: DemoLogins;
  };
}): Promise<string[]> {
  const { sql, folder, host, note } = options;
  await sql`create schema browser_tests`;
  await sql`create table browser_tests.given_slots (slot_id uuid primary key)`;
  const config = path.join(import.meta.dirname, 'playwright.config.ts');
  const program = path.join(projectPaths.root, 'node_modules', '.bin', 'playwright');
  const child = spawn(program, ['test', `--config=${config}`, `--output=${path.join(folder, 'test-results')}`], {
    cwd: projectPaths.root,
    env: { ...process.env, POINT0_BROWSER_TEST_HOST: JSON.stringify(host), FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [passed] = /\d+ passed/.exec(output) ?? [];
  note(`${passed ?? 'none passed'}${/flaky/.test(output) ? ', some at the second try' : ''}`);
  return status === 0 && passed ? [] : [output.trim()];
}
