// @module-tag ci
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { MISSING_IN_OLDEST } from '#tests/kit/browser/missing-in-oldest.ts';
import { newerInBuilt } from './browsers/built-scripts.ts';
import { OLDEST } from './browsers/oldest.ts';
import { EDITION } from './browsers/syntax.ts';
import { newerInScripts, newerInStyles, newerInSyntax } from './browsers.ts';

const root = join(import.meta.dirname, '../..');

/** What the check says of sources that stand in files of their own. */
async function check(...sources: string[]): Promise<string[]> {
  // Inside the repository, where the types of React are.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'browsers-'));
  const files = sources.map((source, index) => {
    const path = join(folder, `source-${index}.tsx`);
    writeFileSync(path, source);
    return [relative(root, path), source] as const;
  });
  return newerInScripts(new Map(files), folder).finally(() => rmSync(folder, { recursive: true }));
}

const checkStyles = (css: string, source = '') => newerInStyles('web/src/styles/app.css', css, [source]);

it('the oldest browsers are those that package.json names, and the build writes for them', () => {
  expect(OLDEST.map(({ name }) => name)).toEqual([
    'Chrome 111',
    'Edge 111',
    'Firefox 128',
    'iOS 16.4',
    'Safari 16.4',
    'Samsung Internet 22',
  ]);
  expect(EDITION).toBe(2022);
  const targets = OLDEST.filter(({ name }) => !name.startsWith('Samsung')).map(
    ({ name }) => `'${name.toLowerCase().replace(' ', '')}'`,
  );
  expect(readFileSync(join(root, 'vite.config.ts'), 'utf8')).toContain(`const TARGET = [${targets.join(', ')}];`);
});

it('a method, static or of an instance, an element and an attribute that one of the oldest browsers lacks fail the check, unless a comment of the file names a fallback', async () => {
  const problems = await check(
    "export const a = URL.parse('https://a.example');\nexport const b = URL.canParse('x');",
    "export const a = Map.groupBy(['a'], String);\nexport const b = new Set(['a']).union(new Set());",
    'export const a = Response.json({});\nexport const b = (one: Element) => one.checkVisibility();',
    'requestIdleCallback(() => {});\nexport {};',
    'export const a = <search><button type="button" commandFor="x">a</button></search>;',
    // What all have, and what is named.
    "export const a = [2, 1].toSorted().at(-1);\nexport const b = 'a'.toWellFormed();\nexport const c = JSON.parse('1');",
    '// Older browsers: without "share" the link is copied.\nexport const a = () => navigator.share?.({});',
    'export const a = (one: HTMLElement) => one.showPopover();',
  );
  const found = problems.map((problem) => /source-(.+) is missing in (.+?)\. Do without/.exec(problem)?.slice(1));
  const withoutMany = 'Chrome 111, Edge 111, iOS 16.4, Safari 16.4, Samsung Internet 22';
  expect(found).toEqual([
    ['4.tsx:1: search', withoutMany],
    ['4.tsx:1: commandfor', withoutMany.replace('iOS', 'Firefox 128, iOS')],
    ['0.tsx:1: parse', withoutMany],
    ['0.tsx:2: canParse', withoutMany],
    ['1.tsx:1: groupBy', withoutMany],
    ['1.tsx:2: union', withoutMany],
    ['2.tsx:1: json', 'iOS 16.4, Safari 16.4'],
    ['2.tsx:2: checkVisibility', 'iOS 16.4, Safari 16.4'],
    ['3.tsx:1: requestIdleCallback', 'iOS 16.4, Safari 16.4'],
  ]);
}, 120_000);

it.each([
  ['a flag of regular expressions', 'export const a = /[\\p{L}--[a-z]]/v;'],
  ['a modifier in a regular expression', 'export const a = /(?i:a)b/;'],
  ['a declaration', '{\n  using a = null as never;\n  void a;\n}\nexport {};'],
])('%s that one of the oldest browsers does not read fails the check', (_, source) => {
  expect(newerInSyntax('a.ts', source).join()).toContain('newer than ES2022');
});

it.each([
  ['a property', '.a { field-sizing: content; }', 'field-sizing'],
  ['a value', '.a { color: light-dark(red, blue); width: calc-size(auto, size); }', 'calc-size'],
  ['a selector', '.a:popover-open { top: 0; } .b:user-valid { top: 0; }', ':user-valid'],
  ['an at-rule', '@scope (.a) { b { top: 0; } }', '@scope'],
  ['a media feature', '@media (scripting: none) { .a { top: 0; } }', 'scripting'],
])('%s in a stylesheet that one of the oldest browsers lacks fails the check', async (_, css, feature) => {
  expect((await checkStyles(css)).join()).toContain(`${feature} is missing in `);
});

it('a class of Tailwind that draws with what one of the oldest browsers lacks fails the check', async () => {
  const problems = await checkStyles('@import "tailwindcss/utilities";', 'className="field-sizing-content flex"');
  expect(problems.join()).toContain('field-sizing is missing in ');
});

it.each([
  ['after a value for old browsers', '.a { width: 1px; width: calc-size(auto, size); }'],
  ['where @supports asks for it', '@supports (field-sizing: content) { .a { field-sizing: content; } }'],
  [
    'where a comment names it',
    '/* Older browsers: without "field-sizing" it scrolls. */ .a { field-sizing: content; }',
  ],
  [
    'with the prefix that an old browser needs',
    '.a { -webkit-backdrop-filter: blur(1px); backdrop-filter: blur(1px); }',
  ],
])('what one of the oldest browsers lacks may be used %s', async (_, css) => {
  expect(await checkStyles(css)).toEqual([]);
});

it.each([
  ['a static method', 'const a=Promise.withResolvers();', 'Promise.withResolvers'],
  ['a method of an instance', 'const a=b.symmetricDifference(c);', 'Set.prototype.symmetricDifference'],
  ['a syntax', 'const a=/(?i:a)/;', 'newer than all'],
])('%s of a package that one of the oldest browsers lacks is found in the built scripts', (_, code, problem) => {
  expect(newerInBuilt(code, new Set()).join()).toContain(problem);
});

it('a built script may use what it has asked for, and names that other objects have', () => {
  const code =
    'typeof e.checkVisibility==`function`?e.checkVisibility():0;`captureStackTrace`in Error?Error.captureStackTrace(e):0;' +
    'const a=b.parse(`x`).map(String),c=z.URL.parse();';
  expect(newerInBuilt(code, new Set())).toEqual([]);
});

it('the methods that tests remove are those that the data says are missing', () => {
  expect(MISSING_IN_OLDEST).toEqual(
    expect.arrayContaining([
      'URL.canParse',
      'URL.parse',
      'Map.groupBy',
      'Promise.withResolvers',
      'Set.prototype.union',
      'Iterator.prototype.map',
      'Element.prototype.moveBefore',
      'Response.prototype.bytes',
      'Math.f16round',
      'requestIdleCallback',
      'HTMLElement.prototype.showPopover',
    ]),
  );
  const present = [
    'Array.prototype.toSorted',
    'String.prototype.toWellFormed',
    'structuredClone',
    'AbortSignal.timeout',
  ];
  expect(MISSING_IN_OLDEST.filter((path) => present.includes(path))).toEqual([]);
  expect(MISSING_IN_OLDEST.filter((path) => !/^[A-Z]?[\w.]+$/.test(path))).toEqual([]);
});
