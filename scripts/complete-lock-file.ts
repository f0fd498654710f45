/**
 * Adds to package-lock.json the packages for other platforms that the registry in use does not carry.
 *
 * Many tools come as one package with a binary package for each platform, as optional dependencies. A registry that
 * mirrors only some of those makes `npm install` leave the others out of the lock file, and `npm ci` then refuses the
 * lock file, on every machine and with every registry. An entry with name, version and platform is enough: npm skips
 * it where the platform is another one.
 *
 *   node scripts/complete-lock-file.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';

type LockedPackage = {
  version?: string;
  dev?: boolean;
  cpu?: string[];
  os?: string[];
  libc?: string[];
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
};
export type LockFile = { packages: Record<string, LockedPackage> };

const SYSTEMS = new Set('aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' '));
const PROCESSORS = new Set('arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' '));

/** Entries that the lock file lacks, by their place in it. */
export function missingEntries({ packages }: LockFile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [place, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (placesSeenFrom(place, name).some((seen) => packages[seen])) continue;
      missing[`node_modules/${name}`] = { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true };
    }
  }
  return missing;
}

/** Where Node looks for a package that the one at `place` asks for. */
function placesSeenFrom(place: string, name: string): string[] {
  const folders = [place];
  for (let folder = place; folder !== ''; folders.push(folder)) {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
  }
  return folders.map((folder) => `${folder}${folder ? '/' : ''}node_modules/${name}`);
}

/** Binary packages carry their platform in their name. */
function platformOf(name: string): Pick<LockedPackage, 'cpu' | 'os' | 'libc'> {
  const words = name.split(/[/-]/);
  const system = words.find((word) => SYSTEMS.has(word));
  const processor = words.find((word) => PROCESSORS.has(word));
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return {
    ...(processor ? { cpu: [processor] } : {}),
    ...(system === 'linux' ? { libc: [libc] } : {}),
    ...(system ? { os: [system] } : {}),
  };
}

if (import.meta.main) {
  const file = 'package-lock.json';
  const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
  const missing = missingEntries(lock);
  const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} entries added to ${file}`);
}
