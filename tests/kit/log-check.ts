/**
 * Holds every line that the test hosts write into their log against docs/operations/logs.md: documented fields alone, and
 * no e-mail address, token or key. What is found is reported at the end of the run, which then fails.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectPaths } from '#host/project-paths.ts';

/** Where the processes of a run write what they find. */
const PROBLEMS_FILE = 'POINT0_TEST_LOG_PROBLEMS';
const LONGEST_FUNCTION_LINE = 8_000;

const FORBIDDEN: [string, RegExp][] = [
  ['an e-mail address', /[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}\.\w/],
  ['a token', /\beyJ[\w-]{8,}\.[\w-]+/],
  ['a key', /\b(?:sb_(?:secret|publishable)|whsec|rzp_test)_\w+/],
  ['a query', /"path":"[^"]*\?/],
];

let fields: ReadonlySet<string> | undefined;

/** The fields that docs/operations/logs.md lists. */
export function documentedFields(): ReadonlySet<string> {
  fields ??= new Set(
    [
      ...readFileSync(path.join(projectPaths.root, 'docs', 'operations', 'logs.md'), 'utf8').matchAll(
        /^\| `(\w+)` \|/gm,
      ),
    ].map(([, field = '']) => field),
  );
  return fields;
}

/** What is wrong with a line of a log; `secrets` are texts that must not be in it. */
export function problemsOf(line: string, secrets: readonly string[]): string[] {
  const problems = FORBIDDEN.filter(([, pattern]) => pattern.test(line)).map(([what]) => `holds ${what}`);
  if (secrets.some((secret) => line.includes(secret))) problems.push('holds a secret of this run');
  const facts = parseFacts(line);
  if (facts) {
    const unknown = Object.keys(facts).filter((field) => !documentedFields().has(field));
    if (unknown.length > 0) problems.push(`has fields that are not documented: ${unknown.join(', ')}`);
    if (!('pid' in facts) && line.length > LONGEST_FUNCTION_LINE) problems.push('is longer than 8,000 characters');
  }
  return problems;
}

function parseFacts(line: string): object | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Checks the output of one host as it comes; what is printed for people on `stdout` is left out. */
export function createLogCheck(): {
  read(stream: 'stdout' | 'stderr', chunk: Buffer): void;
  forbid(secrets: readonly string[]): void;
} {
  const secrets: string[] = [];
  const rest = { stdout: '', stderr: '' };
  const file = process.env[PROBLEMS_FILE];
  return {
    forbid: (more) => secrets.push(...more.filter((secret) => secret.length >= 12)),
    read(stream, chunk) {
      if (file === undefined) return;
      const lines = (rest[stream] + chunk).split('\n');
      rest[stream] = lines.pop() ?? '';
      for (const line of lines) {
        if (stream === 'stdout' && !line.startsWith('{')) continue;
        const problems = problemsOf(line, secrets);
        if (problems.length > 0) appendFileSync(file, `${problems.join('; ')}: ${line.slice(0, 600)}\n`);
      }
    },
  };
}

/** From here on hosts of this run and of its workers are checked; what it returns ends the run with what was found. */
export function startLogCheck(): () => void {
  const directory = mkdtempSync(path.join(tmpdir(), 'point-0-test-logs-'));
  const file = path.join(directory, 'problems');
  process.env[PROBLEMS_FILE] = file;
  return () => {
    delete process.env[PROBLEMS_FILE];
    const problems = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
    rmSync(directory, { recursive: true, force: true });
    if (problems.length === 0) return;
    const some = [...new Set(problems)].slice(0, 10).join('\n');
    throw new Error(`${problems.length} lines of the hosts' logs are not as docs/operations/logs.md says:\n${some}`);
  };
}
