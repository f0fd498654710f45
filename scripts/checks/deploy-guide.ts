/**
 * docs/deploy/supabase.md can be followed word by word: the variables, files, pages, scripts and commands that it names
 * exist, and docs/deploy/supabase-run.json has each command of the CLI, with its flags, and each last line, as a run had them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { pageEnvironmentSchema } from '#host/page-settings.ts';
import { environmentSchema } from '#host/settings.ts';
import { reportProblems } from './report-problems.ts';

const DOCUMENT = 'docs/deploy/supabase.md';
const MOST_STEPS = 12;

export interface Known {
  variables: ReadonlySet<string>;
  /** Of package.json. */
  scripts: ReadonlySet<string>;
  /** Paths of pages as the routes have them, and the few that a page server adds. */
  pages: ReadonlySet<string>;
  /** What was run, and the last line that it printed. Values that differ between projects are `<ref>`, `<site>` and the like. */
  runs: readonly { command: string; last: string }[];
  /** Whether a path from the repository's root leads somewhere. */
  exists: (path: string) => boolean;
}

interface Block {
  lines: string[];
  isShell: boolean;
}

export function problemsOfGuide(text: string, known: Known): string[] {
  const problems = [...problemsOfSteps(text, known)];
  const blocks = blocksOf(text);
  const commands = [...blocks.filter(({ isShell }) => isShell).flatMap(({ lines }) => lines), ...codeOf(text)];
  for (const name of variablesOf(text, blocks)) {
    if (!known.variables.has(name)) problems.push(`names the variable ${name}, which nothing reads`);
  }
  for (const command of commands) {
    problems.push(...problemsOfCommand(command, known));
  }
  for (const file of filesOf(commands)) {
    if (!known.exists(file) && !known.exists(`${file}.example`)) problems.push(`names ${file}, which does not exist`);
  }
  for (const page of pagesOf(text)) {
    if (!known.pages.has(page)) problems.push(`names the page ${page}, which does not exist`);
  }
  return [...new Set(problems)].map((problem) => `${DOCUMENT} ${problem}`);
}

function* problemsOfSteps(text: string, { runs }: Known): Generator<string> {
  const steps = text
    .split(/^## /m)
    .slice(1)
    .filter((part) => /^\d/.test(part));
  if (steps.length === 0) yield 'has no steps';
  if (steps.length > MOST_STEPS) yield `has ${steps.length} steps; the most are ${MOST_STEPS}`;
  for (const [index, step] of steps.entries()) {
    const title = step.slice(0, step.indexOf('\n'));
    if (!title.startsWith(`${index + 1}. `)) yield `has the step "${title}" in place ${index + 1}`;
    const [block] = blocksOf(step);
    const command = block?.lines.at(-1);
    if (command === undefined) {
      yield `has no command in the step "${title}"`;
      continue;
    }
    const [, last] = /^Last line: `(.+)`$/m.exec(step) ?? [];
    if (last === undefined) yield `does not say what the step "${title}" prints last`;
    else if (!runs.some((run) => run.last === last && isSameCommand(command, run.command))) {
      yield `expects "${last}" in the step "${title}", which no run of its command printed`;
    }
  }
}

/** Whether a line of the guide is the command that was run; variables and values in angle brackets may stand for each other. */
function isSameCommand(written: string, run: string): boolean {
  const values = (command: string) => command.replace(/"?\$\w+"?|<[\w-]+>/g, '<…>');
  return written === run || values(written) === values(run);
}

function* problemsOfCommand(command: string, { scripts, runs }: Known): Generator<string> {
  const script = scriptOf(command);
  if (script !== undefined && !scripts.has(script)) {
    yield `names npm run ${script}, which does not exist`;
  }
  if (!command.startsWith('supabase ')) return;
  const { words, flags } = partsOf(command);
  const same = runs
    .map((run) => partsOf(run.command))
    .filter((run) => words.every((word, at) => run.words[at] === word));
  if (same.length === 0) yield `names supabase ${words.join(' ')}, which no run executed`;
  const used = new Set(same.flatMap((run) => run.flags));
  for (const flag of flags)
    if (same.length > 0 && !used.has(flag)) yield `gives ${words.join(' ')} the flag ${flag}, which no run had`;
}

/** The command's own words, up to the first value, and the names of its flags. */
function partsOf(command: string): { words: string[]; flags: string[] } {
  const [, ...rest] = command.split(/\s+/);
  const end = rest.findIndex((word) => !/^[a-z-]+$/.test(word) || word.startsWith('-'));
  return {
    words: rest.slice(0, end === -1 ? rest.length : end).slice(0, 2),
    flags: rest.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] ?? ''),
  };
}

function scriptOf(command: string): string | undefined {
  return /^npm run ([\w:-]+)/.exec(command)?.[1];
}

function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```(sh|sql)\n(.*?)^```$/gms)].map(([, language, body = '']) => ({
    lines: body.trim().split('\n'),
    isShell: language === 'sh',
  }));
}

/** What stands between back quotes outside the blocks. */
function codeOf(text: string): string[] {
  return [...text.replace(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** `SITE_URL` in the text, `$SITE_URL`, `SITE_URL=` and `<SITE_URL>` in commands. */
function variablesOf(text: string, blocks: Block[]): string[] {
  const inText = codeOf(text).filter((code) => /^[A-Z][A-Z0-9_]*[A-Z0-9]$/.test(code));
  const lines = blocks.flatMap(({ lines }) => lines);
  const inLines = lines.flatMap((line) => [
    ...line.matchAll(/\$([A-Z][A-Z0-9_]+)|\b([A-Z][A-Z0-9_]+)=|<([A-Z][A-Z0-9_]+)>/g),
  ]);
  return [...inText, ...inLines.map(([, dollar, set, angle]) => dollar ?? set ?? angle ?? '')];
}

function filesOf(commands: string[]): string[] {
  return commands.flatMap((command) =>
    [...command.matchAll(/(?:^|\s)(?:\.\/)?(\.env\.[\w.]+)/g)].map(([, file = '']) => file),
  );
}

/** `/signup`, `<site>/readyz?deep`; an address of the backend is no page. */
function pagesOf(text: string): string[] {
  return codeOf(text).flatMap((code) => /^(?:<site>)?(\/[\w/-]*)(?:\?\w+)?$/.exec(code)?.[1] ?? []);
}

export function readKnown(): Known {
  const read = (path: string) => readFileSync(path, 'utf8');
  const examples = ['.env.deploy.example', '.env.functions.example'].flatMap((file) =>
    [...read(file).matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name),
  );
  const routes = [...read('web/src/routes.ts').matchAll(/route\('([^':*]+)'/g)].map(([, path]) => `/${path}`);
  return {
    variables: new Set([
      ...Object.keys(environmentSchema.shape),
      ...Object.keys(pageEnvironmentSchema.shape),
      ...examples,
    ]),
    scripts: new Set(Object.keys(JSON.parse(read('package.json')).scripts)),
    pages: new Set(['/readyz', ...routes]),
    runs: JSON.parse(read('docs/deploy/supabase-run.json')).runs,
    exists: existsSync,
  };
}

if (import.meta.main) reportProblems(problemsOfGuide(readFileSync(DOCUMENT, 'utf8'), readKnown()));
