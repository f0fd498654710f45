/**
 * `npm run parity`: deploys this tree as docs/deploy/supabase.md says, with the real CLI, to a stand-in of hosted Supabase on
 * this machine, and uses it. docs/deploy/parity.md says what is real. Exit 1 with the list of differences.
 *
 * `npm run parity -- --record` also writes docs/deploy/supabase-run.json, which the guide's check reads.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { correctDriver } from '../../host/postgres/driver.ts';
import { childProcesses } from '../../tests/parity/child-processes.ts';
import { installCli } from '../../tests/parity/cli.ts';
import { createReport } from '../../tests/parity/report.ts';

const { values: flags } = parseArgs({ options: { record: { type: 'boolean', default: false } } });

installCli();
const folder = mkdtempSync(path.join(tmpdir(), 'point-0-parity-'));
// Whatever is started here leaves its files below the folder.
process.env.TMPDIR = path.join(folder, 'tmp');
mkdirSync(process.env.TMPDIR);
// Also where the run is broken off.
process.once('exit', () => {
  for (const { pid } of childProcesses()) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

// Before anything loads the driver.
correctDriver();
const report = createReport();
const { runParity } = await import('../../tests/parity/run.ts');
try {
  await runParity({ folder, report, isRecording: flags.record });
} catch (error) {
  report.differences.push(`The run ended early: ${(error as Error).stack}`);
}
rmSync(folder, { recursive: true, force: true });
// A connection that a client keeps open must not keep the run.
process.exit(report.finish());
