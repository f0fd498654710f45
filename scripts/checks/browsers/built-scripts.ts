/** What the built scripts, with the code of packages, use that the oldest browsers lack; they have no types. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPaths } from '#host/web/built-pages.ts';
import { type MissingBuiltIn, readBuiltIns } from './built-ins.ts';
import { namedFallbacks } from './named-fallbacks.ts';
import { newerSyntax } from './syntax.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * @param named what sources of ours say of older browsers
 * @returns one line for each static method by its name, and for each call of a method whose name nothing older has,
 *   where the script does not ask first whether it is there; and one for syntax that is too new
 */
export function newerInBuilt(code: string, named: ReadonlySet<string>): string[] {
  const { missing, distinctNames } = builtIns();
  const syntax = newerSyntax(code);
  const used = missing.filter(({ path }) => {
    const name = path.split('.').at(-1) ?? '';
    if (named.has(name.toLowerCase()) || !code.includes(name) || isAskedFor(name, code)) return false;
    const isOfInstance = path.includes('.prototype.');
    if (isOfInstance) return distinctNames.has(name) && code.includes(`.${name}(`);
    return new RegExp(`(?<![\\w$.])${path.replaceAll('.', '\\.')}\\(`).test(code);
  });
  return [
    ...used.map(({ path, missingIn }) => `${path} is missing in ${missingIn.join(', ')}`),
    ...(syntax ? [`newer than all of the oldest browsers read: ${syntax}`] : []),
  ];
}

/** Read other than in a call, or named in a text, as in `"showPopover" in element`. */
function isAskedFor(name: string, code: string): boolean {
  return new RegExp(`\\.${name}(?![\\w$(])|["'\`]${name}["'\`]`).test(code);
}

let read: { missing: MissingBuiltIn[]; distinctNames: Set<string> } | undefined;

/** Methods of what is there without them; names of one word, and `toArray`, are those of too many other things. */
function builtIns() {
  if (read) return read;
  const { missing, distinctNames } = readBuiltIns();
  const whole = new Set(missing.map(({ path }) => path).filter((path) => !path.includes('.')));
  const methods = missing.filter(
    ({ path, isMethod }) =>
      isMethod &&
      !path.startsWith('Iterator.prototype.') &&
      !whole.has(path.split('.')[0] ?? '') &&
      (!path.includes('.prototype.') || /[a-z][A-Z]\w*$/.test(path)),
  );
  read = { missing: methods, distinctNames };
  return read;
}

/** The scripts of the present build that use what an old browser lacks. */
export function newerInBuild(): string[] {
  const record = `${buildPaths.current}.left.json`;
  const left = new Set(existsSync(record) ? Object.keys(JSON.parse(readFileSync(record, 'utf8'))) : []);
  const named = new Set(
    globSync('web/src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => [
      ...namedFallbacks(readFileSync(join(root, file), 'utf8')),
    ]),
  );
  return globSync('**/*.js', { cwd: buildPaths.client })
    .filter((file) => !left.has(`client/${file}`))
    .flatMap((file) =>
      newerInBuilt(readFileSync(join(buildPaths.client, file), 'utf8'), named).map((problem) => `${file}: ${problem}`),
    );
}
