/** The oldest browsers that the product works in (`browserslist` in package.json), and what the data of MDN says of each. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, SimpleSupportStatement } from '@mdn/browser-compat-data';
import browserslist from 'browserslist';

/** An `import` of JSON that has 20 MB takes three times as long. */
const data: CompatData = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
);

/** By the names of browserslist: what people call it, and the names under which the data has it. */
const BROWSERS = {
  safari: ['Safari', 'safari'],
  ios_saf: ['iOS', 'safari_ios'],
  chrome: ['Chrome', 'chrome', 'chrome_android'],
  edge: ['Edge', 'edge'],
  firefox: ['Firefox', 'firefox', 'firefox_android'],
  samsung: ['Samsung Internet', 'samsunginternet_android'],
} as const;

interface OldestBrowser {
  /** "iOS 16.4". */
  name: string;
  /** The names under which the data has it. */
  keys: readonly (keyof CompatData['browsers'])[];
  /** As the data has it. */
  version: string;
}

function findOldest(): OldestBrowser[] {
  const oldest = new Map<string, string>();
  for (const browser of browserslist(undefined, { path: import.meta.dirname })) {
    const [id = '', versions = ''] = browser.split(' ');
    const version = versions.split('-')[0] ?? '';
    const known = oldest.get(id);
    if (known === undefined || Number.parseFloat(version) < Number.parseFloat(known)) oldest.set(id, version);
  }
  return [...oldest].map(([id, version]) => {
    const [name, ...keys] = BROWSERS[id as keyof typeof BROWSERS] ?? [];
    const found = keys[0] && [version, `${version}.0`].find((one) => data.browsers[keys[0]].releases[one]);
    if (!name || !found) throw new Error(`No data of ${id} ${version}, which package.json names in "browserslist".`);
    return { name: `${name} ${version}`, keys, version: found };
  });
}

export const OLDEST: readonly OldestBrowser[] = findOldest();

/** The names of the oldest browsers without a feature; a prefix, a flag or another name does not count. */
export function lacking({ support }: CompatStatement): string[] {
  return OLDEST.filter(({ keys, version }) =>
    keys.some((key) => {
      const statements = [support[key] ?? []].flat();
      return statements.length > 0 && !statements.some((statement) => has(key, version, statement));
    }),
  ).map(({ name }) => name);
}

function has(key: OldestBrowser['keys'][number], version: string, statement: SimpleSupportStatement): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName } = statement;
  const placeOf = (one: string | false | undefined) =>
    one ? (data.browsers[key].releases[one.replace('≤', '')]?.index ?? Infinity) : Infinity;
  return !flags && !prefix && !otherName && placeOf(added) <= placeOf(version) && placeOf(removed) > placeOf(version);
}

type Node = { [name: string]: Node | undefined } & { __compat?: CompatStatement };

/** What the data has under a path, such as `api`, `URL`, `parse_static`. */
export function compatOf(...path: string[]): CompatStatement | undefined {
  let node = data as unknown as Node | undefined;
  // `Object.hasOwn`, because a tag, a property or a method may be called `constructor`.
  for (const name of path) node = node && Object.hasOwn(node, name) ? node[name] : undefined;
  return node?.__compat;
}
