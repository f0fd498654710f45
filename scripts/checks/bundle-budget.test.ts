import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { budgetProblems, firstScreenProblems, weighPage } from './bundle-budget.ts';

const assets: Record<string, string> = {
  '/assets/entry.js': 'import{a}from"./shared.js";import("./later.js");',
  '/assets/route.js': 'import*as x from"./shared.js";import"./side-effect.js";',
  '/assets/shared.js': 'export*from"./deep.js";export{b}from"./deep.js";',
  '/assets/deep.js': 'const b=1',
  '/assets/side-effect.js': '1',
  '/assets/later.js': 'GoTrueClient',
  '/assets/heavy.js': randomBytes(130_000).toString('hex'),
  '/assets/auth.js': 'class{log(){return"GoTrueClient@"}}',
  '/assets/page.css': 'a{color:red}',
};
const weigh = (html: string) => weighPage({ html, readAsset: (path) => assets[path] ?? '' });

const manyScripts = Array.from({ length: 11 }, (_, n) => `<script src="/assets/${n}.js"></script>`).join('');

const style = '<style id="critical-css">a{color:red}</style>';

it('follows what the page loads through static imports only', () => {
  const page = weigh(
    `${style}<link rel="modulepreload" href="/assets/entry.js"/>
     <script type="module" async="">import * as route0 from "/assets/route.js";
     window.x = {route0};import("/assets/entry.js");</script>`,
  );
  expect(page.scripts.map(({ path }) => path).sort()).toEqual([
    '/assets/deep.js',
    '/assets/entry.js',
    '/assets/route.js',
    '/assets/shared.js',
    '/assets/side-effect.js',
  ]);
  expect(budgetProblems('/', page)).toEqual([]);
});

it('counts the files that a page asks for when it is touched, and none before', () => {
  const held = `${style}<script>{'entry.js route.js'.split(' ')}</script>`;
  const page = weigh(held);
  expect(page.scripts).toHaveLength(5);
  expect(budgetProblems('/', page, true)).toEqual([]);
  const early = weigh(`${held}<link rel="modulepreload" href="/assets/entry.js"/>`);
  expect(budgetProblems('/', early, true)).toEqual(['/: 1 files of javascript before a touch']);
  const long = weigh(
    `${held}<script>${'x'.repeat(4000)}</script><script type="application/json">${'y'.repeat(4000)}</script>`,
  );
  expect(budgetProblems('/', long, true)).toEqual(['/: 4032 bytes of javascript in the page, more than 3072']);
});

it('counts inline styles and stylesheets', () => {
  const inline = weigh(style).css;
  expect(weigh(`${style}<link rel="stylesheet" href="/assets/page.css"/>`).css).toBe(2 * inline);
});

it.each([
  ['too much JavaScript', `${style}<script src="/assets/heavy.js"></script>`, /of javascript, more than 118\.2 KB/],
  ['too much CSS', `<style>${assets['/assets/heavy.js']}</style><script src="/assets/deep.js"></script>`, /of css/],
  ['too many files', `${style}${manyScripts}`, /11 files of javascript/],
  ['the Supabase client', `${style}<script src="/assets/auth.js"></script>`, /Supabase client/],
  ['no script', style, /no script/],
  ['no style', '<script src="/assets/deep.js"></script>', /no styles/],
])('refuses %s', (_, html, expected) => {
  const problems = budgetProblems('/', weigh(html));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(expected);
});

it('The first screen of an area has a budget of bytes and of files, and brings the client of the session', () => {
  const screen = { path: '/area', javascript: 70_000, files: 3 };
  const problems = (scripts: string[]) =>
    firstScreenProblems(screen, weigh(scripts.map((name) => `<script src="/assets/${name}.js"></script>`).join('')));
  expect(problems(['auth', 'deep'])).toEqual([]);
  expect(problems(['auth', 'heavy'])).toEqual([expect.stringMatching(/for its first screen, more than 70\.0 KB/)]);
  expect(problems(['auth', 'deep', 'later', 'side-effect'])).toEqual([expect.stringMatching(/4 files .+ more than 3/)]);
  expect(problems(['deep'])).toEqual([expect.stringMatching(/would be asked for after all other files/)]);
});
