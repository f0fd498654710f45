import { readdirSync, readFileSync } from 'node:fs';

/** The processes that this one has started and that still run, as Linux lists them. */
export function childProcesses(): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ');
        if (Number(parent) !== process.pid || state === 'Z') return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(name), command }];
      } catch {
        // It has ended between the two steps.
        return [];
      }
    });
}
