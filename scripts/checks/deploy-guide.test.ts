import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectPaths } from '#host/project-paths.ts';
import { type Known, problemsOfGuide } from './deploy-guide.ts';

const KNOWN: Known = {
  variables: new Set(['SUPABASE_PROJECT_ID', 'WORKER_KEY']),
  scripts: new Set(['deploy:config']),
  pages: new Set(['/signup', '/readyz']),
  runs: [
    { command: 'supabase link <ref>', last: 'Finished supabase link.' },
    { command: 'supabase db push --remote --yes', last: 'Finished supabase db push.' },
    { command: "select call('<WORKER_KEY>');", last: 'posted 1' },
  ],
  exists: (path) => ['.env.deploy.example'].includes(path),
};

const GUIDE = `# On Supabase
## 1. Link
\`\`\`sh
set -a && . ./.env.deploy && set +a
supabase link "$SUPABASE_PROJECT_ID"
\`\`\`
Last line: \`Finished supabase link.\`
## 2. Push
\`\`\`sh
supabase db push --remote --yes
\`\`\`
Last line: \`Finished supabase db push.\`
## 3. Call
\`\`\`sql
select call('<WORKER_KEY>');
\`\`\`
Last line: \`posted 1\`
Sign up on \`/signup\`, look at \`<site>/readyz?deep\`, and run \`npm run deploy:config\` with \`WORKER_KEY\`.
## Later
`;

const problems = (guide: string) => problemsOfGuide(guide, KNOWN).join('\n');

describe('the check of the deployment guide', () => {
  it('finds nothing in a guide whose every name is real', () => expect(problems(GUIDE)).toBe(''));

  it.each([
    ['a variable in the text', '`WORKER_KEY`', '`WORKER_KEYS`', 'names the variable WORKER_KEYS, which nothing reads'],
    ['a variable in a command', '$SUPABASE_PROJECT_ID', '$PROJECT', 'names the variable PROJECT, which nothing reads'],
    ['a file', '.env.deploy && set', '.env.other && set', 'names .env.other, which does not exist'],
    ['a page', '`/signup`', '`/sign-up`', 'names the page /sign-up, which does not exist'],
    ['a page with a query', 'readyz?deep', 'ready?deep', 'names the page /ready, which does not exist'],
    ['a script', 'npm run deploy:config', 'npm run deploy', 'names npm run deploy, which does not exist'],
    ['a command', 'supabase db push', 'supabase db pull', 'names supabase db pull, which no run executed'],
    ['a flag', 'push --remote', 'push --linked', 'gives db push the flag --linked, which no run had'],
    ['a last line', 'Finished supabase db', 'Done with db', 'which no run of its command printed'],
    ['a last line of another command', '`Finished supabase db push.`', '`posted 1`', 'which no run of its command'],
    ['a missing last line', 'Last line: `posted 1`', '', 'does not say what the step "3. Call" prints last'],
    ['a wrong number', '## 3. Call', '## 4. Call', 'has the step "4. Call" in place 3'],
    ['a missing command', /```sql[^`]*```/, '', 'has no command in the step "3. Call"'],
  ])('fails on %s that is not real', (_, written, changed, problem) => {
    const guide = GUIDE.replace(written, changed);
    expect(guide).not.toBe(GUIDE);
    expect(problems(guide)).toContain(problem);
  });

  it('fails on more than 12 steps', () => {
    const step = (number: number) =>
      `## ${number}. Link\n\`\`\`sh\nsupabase link <ref>\n\`\`\`\nLast line: \`Finished supabase link.\`\n`;
    const steps = (count: number) => Array.from({ length: count }, (_, index) => step(index + 1)).join('');
    expect(problems(steps(12))).toBe('');
    expect(problems(steps(13))).toContain('has 13 steps; the most are 12');
  });
});

it('the deployment guide never seeds a real site, and sets the configuration after the functions', () => {
  const guide = readFileSync(`${projectPaths.root}/docs/deploy/supabase.md`, 'utf8');
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, body]) => body).join('\n');
  expect(blocks).not.toContain('--include-seed');
  expect(blocks.indexOf('functions deploy')).toBeLessThan(blocks.indexOf('deploy:config'));
  expect(guide).toContain('## 7. Let the database start the worker');
});
