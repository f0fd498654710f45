/**
 * What a visitor downloads before a page answers to a click, in bytes, from the build. The page itself says it: the
 * built server renders it, and what its HTML loads is followed through static imports. Sizes are Brotli's, which is
 * what browsers get. 1 KB is 1,000 bytes.
 *
 * It also looks for what the oldest browsers lack in the scripts of the build, where the code of packages is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { buildPaths, findServer } from '#host/web/built-pages.ts';
import { newerInBuild } from './browsers/built-scripts.ts';
import { reportProblems } from './report-problems.ts';

const BUDGETS = { javascript: 118_200, css: 6_500 };
/** Of the scripts that stand in a page, before compression. */
const MOST_INLINE = 3 * 1024;
/** The list of mentors may have 6 KB for its languages, order and nearby mentors, none of it before a touch. */
const LISTING_JAVASCRIPT = 122_000;
/** Each is a request before the page can be used. */
const MOST_FILES = 9;

/** Pages that anyone may open, so the sign-in machinery must not be in their first load. */
const PUBLIC_PAGES = ['/mentors', '/', '/wall-of-impact', '/join-as-mentor'];
/** One of them is a form, and has its scripts at once. */
const AT_ONCE = '/join-as-mentor';

/**
 * The first screens of signed-in people: all that their HTML names, the client of the session among it. What comes later
 * (dialogs, charts, other sections, the offline bar, the messages) is not counted. React and the router are 91 KB of each,
 * the client of the session and the data 27, the site's shared parts 18, the query client 10 (docs/decisions/068).
 */
const FIRST_SCREENS = [
  { path: '/admin', javascript: 187_000, files: 17 },
  { path: '/dashboard', javascript: 196_500, files: 17 },
  { path: '/mentor-dashboard', javascript: 188_200, files: 17 },
];

/** Stands in auth-js's log lines, which no minifier touches. */
const SUPABASE_CLIENT_MARK = 'GoTrueClient';

export type Page = { html: string; readAsset: (path: string) => string };
export type PageWeight = {
  javascript: number;
  css: number;
  carriesSupabaseClient: boolean;
  /** How many files of JavaScript the page asks for before anybody touches it. */
  beforeTouch: number;
  /** Of the scripts in the page, before compression. */
  inline: number;
  /** Largest first. */
  scripts: { path: string; bytes: number }[];
};

export function weighPage({ html, readAsset }: Page): PageWeight {
  const scripts = new Map<string, string>();
  const waiting = scriptsOf(html);
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (scripts.has(path)) continue;
    const source = readAsset(path);
    scripts.set(path, source);
    waiting.push(...staticImports(source, path));
  }
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css);
  const sheets = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*>/g)].map(([tag]) =>
    readAsset(/href="([^"]+)"/.exec(tag)?.[1] ?? ''),
  );
  const weighed = [...scripts].map(([path, source]) => ({ path, bytes: compressedSize(source) }));
  return {
    javascript: sum(weighed.map(({ bytes }) => bytes)),
    css: sum([...styles, ...sheets].map(compressedSize)),
    carriesSupabaseClient: [...scripts.values()].some((source) => source.includes(SUPABASE_CLIENT_MARK)),
    beforeTouch: html.match(/<(?:link[^>]*rel="modulepreload"|script[^>]*(?:type="module"|src="))/g)?.length ?? 0,
    inline: sum([...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => Buffer.byteLength(code))),
    scripts: weighed.sort((a, b) => b.bytes - a.bytes),
  };
}

/** A list of files that a page asks for when it is touched (web/src/features/shell/start/before-start-scripts.ts). */
const HELD_FILES = /'([^']+\.js)'\.split\(' '\)/;

/**
 * Preloaded modules, script files, and what inline modules import, the hydrating `import()` of the entry included; those that
 * a page asks for when it is touched as well.
 */
function scriptsOf(html: string): string[] {
  const tags = [...html.matchAll(/<(?:link[^>]*rel="modulepreload"|script)[^>]*>/g)].map(([tag]) => tag);
  const files = tags.flatMap((tag) => /(?:href|src)="([^"]+)"/.exec(tag)?.[1] ?? []);
  const held = HELD_FILES.exec(html)?.[1]?.split(' ') ?? [];
  const inline = [...html.matchAll(/<script[^>]*type="module"[^>]*>([\s\S]*?)<\/script>/g)];
  const imports = inline.flatMap(([, source = '']) =>
    [...source.matchAll(/\bimport\b[^"';]*["']([^"']+)["']/g)].map(([, path = '']) => path),
  );
  return [...files, ...held.map((file) => `/assets/${file}`), ...imports];
}

function staticImports(source: string, importer: string): string[] {
  const specifiers = source.matchAll(/\b(?:import|export)\s*(?:[\w$\s{},*]*?\bfrom\s*)?["'](\.[^"']+\.js)["']/g);
  return [...specifiers].map(([, path = '']) => new URL(path, `http://build${importer}`).pathname);
}

/** The pages share most of their files, and to compress one takes long. */
const sizes = new Map<string, number>();

function compressedSize(text: string): number {
  const size = sizes.get(text) ?? brotliCompressSync(text).length;
  sizes.set(text, size);
  return size;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

/** @returns one line for each budget that the page exceeds */
export function budgetProblems(name: string, weight: PageWeight, isHeld = false): string[] {
  const problems: string[] = [];
  if (isHeld && weight.beforeTouch > 0)
    problems.push(`${name}: ${weight.beforeTouch} files of javascript before a touch`);
  if (isHeld && weight.inline > MOST_INLINE)
    problems.push(`${name}: ${weight.inline} bytes of javascript in the page, more than ${MOST_INLINE}`);
  for (const kind of ['javascript', 'css'] as const) {
    const most = name === '/mentors' && kind === 'javascript' ? LISTING_JAVASCRIPT : BUDGETS[kind];
    if (weight[kind] > most) {
      problems.push(`${name}: ${kilobytes(weight[kind])} of ${kind}, more than ${kilobytes(most)}`);
    }
  }
  if (weight.scripts.length > MOST_FILES) {
    problems.push(`${name}: ${weight.scripts.length} files of javascript, more than ${MOST_FILES}`);
  }
  if (weight.scripts.length === 0) problems.push(`${name}: loads no script at all; the measure is broken`);
  if (weight.css === 0) problems.push(`${name}: has no styles at all; the measure is broken`);
  if (weight.carriesSupabaseClient) problems.push(`${name}: the Supabase client is in its first load`);
  return problems;
}

/** @returns one line for each budget that the first screen of an area exceeds */
export function firstScreenProblems(screen: (typeof FIRST_SCREENS)[number], weight: PageWeight): string[] {
  const { path, javascript, files } = screen;
  const problems: string[] = [];
  if (weight.javascript > javascript) {
    const kept = `${kilobytes(weight.javascript)} of javascript for its first screen`;
    problems.push(`${path}: ${kept}, more than ${kilobytes(javascript)}`);
  }
  if (weight.scripts.length > files) {
    problems.push(`${path}: ${weight.scripts.length} files of javascript for its first screen, more than ${files}`);
  }
  if (!weight.carriesSupabaseClient) {
    problems.push(`${path}: the Supabase client would be asked for after all other files`);
  }
  return problems;
}

/** The page as the built server renders it over an empty database. */
async function renderPage(path: string): Promise<Page> {
  const { createPageHandler } = await import(pathToFileURL(join(findServer(), 'index.js')).href);
  const handle = createPageHandler({
    publicEnv: {
      supabaseUrl: 'http://localhost',
      supabaseAnonKey: '',
      checkoutScriptUrl: '',
      siteUrl: 'http://localhost',
      communityFormUrl: '',
      supportChatUrl: '',
      contactEmail: '',
      grievance: { name: null, email: 'hello@point-0.example', phone: null, days: 30 },
      retention: { moneyYears: 8, closedAccountDays: 365 },
      hasGoogleSignIn: false,
      isSandbox: false,
    },
    apiFetch: async () => Response.json([]),
    log: console,
  });
  const response: Response = await handle(new Request(`http://localhost${path}`));
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}, so it cannot be weighed.`);
  return { html: await response.text(), readAsset: (asset) => readFileSync(join(buildPaths.client, asset), 'utf8') };
}

if (import.meta.main) {
  const problems: string[] = [];
  const report = (path: string, weight: PageWeight, broken: string[]) => {
    console.log(
      `${path}: ${kilobytes(weight.javascript)} of JavaScript in ${weight.scripts.length} files, ` +
        `${kilobytes(weight.css)} of CSS (Brotli)`,
    );
    if (broken.length > 0)
      for (const script of weight.scripts) console.log(`  ${kilobytes(script.bytes)} ${script.path}`);
    problems.push(...broken);
  };
  for (const path of PUBLIC_PAGES) {
    const weight = weighPage(await renderPage(path));
    report(path, weight, budgetProblems(path, weight, path !== AT_ONCE));
  }
  for (const screen of FIRST_SCREENS) {
    const weight = weighPage(await renderPage(screen.path));
    report(screen.path, weight, firstScreenProblems(screen, weight));
  }
  const login = weighPage(await renderPage('/login'));
  if (!login.carriesSupabaseClient) {
    problems.push(`/login: no script holds "${SUPABASE_CLIENT_MARK}"; the mark of the client needs changing`);
  }
  problems.push(...newerInBuild());
  reportProblems(problems);
  // The rendered pages' time limits would keep the process alive.
  process.exit();
}
