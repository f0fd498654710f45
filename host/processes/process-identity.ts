import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A text that identifies one process: a later process with the same id has another text.
 * `undefined` when no such process runs; a zombie counts as ended.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const listing = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
    const line = listing.stdout?.trim() ?? '';
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  }
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') return undefined;
  return `${readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19] ?? ''}`;
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
