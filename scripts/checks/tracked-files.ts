import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Files that are in git or would be at the next `git add`, relative to the repository; without git, a check has
 * nothing to say.
 */
export function trackedFiles(...patterns: string[]): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...patterns],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return listed.split('\0').filter((path) => path !== '' && existsSync(path));
}
