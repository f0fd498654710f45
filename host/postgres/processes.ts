import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { processIdentity } from '../processes/process-identity.ts';

/** Whether the process is a Postgres server, or one of its workers, on this data directory (absolute, resolved). */
export function isPostgresOn(pid: number, dataDirectory: string): boolean {
  if (processIdentity(pid) === undefined) return false;
  if (process.platform !== 'linux') {
    const listing = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return listing.stdout?.includes(`-D ${dataDirectory}`) ?? false;
  }
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const program = commandLine[0] ?? '';
    if (path.basename(program) !== 'postgres' && !program.startsWith('postgres:')) return false;
    // Postgres' workers rename themselves, but each of them has the data directory as its working directory.
    return commandLine.includes(dataDirectory) || readlinkSync(`/proc/${pid}/cwd`) === dataDirectory;
  } catch {
    return false;
  }
}
