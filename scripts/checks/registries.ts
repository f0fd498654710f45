/**
 * The tree must install from any package registry: no file names the host of one, and the lock file holds
 * checksums but no addresses, and every platform's packages.
 */
import { readFileSync } from 'node:fs';
import { type LockFile, missingEntries } from '../complete-lock-file.ts';
import { reportProblems } from './report-problems.ts';
import { trackedFiles } from './tracked-files.ts';

const KNOWN_HOSTS = new RegExp(
  '\\b(registry\\.(npmjs|yarnpkg|npmmirror)\\.(org|com)|npm\\.(pkg\\.github|jsr)\\.(com|io)|' +
    'pypi\\.org|deb\\.debian\\.org|archive\\.ubuntu\\.com)\\b',
  'i',
);

export function findRegistryProblems(path: string, text: string, configuredHost?: string): string[] {
  const problems: string[] = [];
  if (KNOWN_HOSTS.test(text)) problems.push(`${path} names the host of a package registry`);
  if (configuredHost && text.includes(configuredHost)) {
    problems.push(`${path} names the package registry that this machine is set to`);
  }
  if (/(^|\/)package-lock\.json$/.test(path) && text.includes('"resolved":')) {
    problems.push(`${path} has "resolved" addresses; .npmrc's omit-lockfile-registry-resolved keeps them out`);
  }
  return problems;
}

/** Where this machine installs from, if npm says so and it is more than this machine itself. */
function configuredRegistryHost(): string | undefined {
  const registry = process.env.npm_config_registry;
  const host = registry && URL.canParse(registry) ? new URL(registry).hostname : '';
  return host.includes('.') && !host.startsWith('127.') ? host : undefined;
}

if (import.meta.main) {
  const host = configuredRegistryHost();
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;
  const incomplete = Object.keys(missingEntries(lock)).map(
    (place) => `package-lock.json lacks ${place}, so npm ci fails; run node scripts/complete-lock-file.ts`,
  );
  reportProblems([
    ...incomplete,
    ...trackedFiles().flatMap((path) => findRegistryProblems(path, readFileSync(path, 'latin1'), host)),
  ]);
}
