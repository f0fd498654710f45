/**
 * `npm run auth-templates`: draws the e-mails of Auth in the layout of all e-mails, and writes them to
 * `supabase/templates/*.html` and `*.txt`, for hosted Supabase, and into a module that functions and the host import: files
 * beside a function's code are not deployed with it. With `--check` it writes nothing and fails when one of them is not as
 * it would be written.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawAuthTemplate } from '#functions/_shared/mail/auth.ts';

const root = join(import.meta.dirname, '..');
const FOLDER = 'supabase/templates';
const MODULE = 'supabase/functions/_shared/mail/auth-templates.ts';

type Template = Awaited<ReturnType<typeof drawAuthTemplate>>;

/** What is to be written, by the file's path from the repository's root. */
async function drawTemplateFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const templates: [string, Template][] = [];
  for (const name of ['confirmation', 'email_change', 'recovery'] as const) {
    const template = await drawAuthTemplate(name);
    files.set(`${FOLDER}/${name}.html`, template.html).set(`${FOLDER}/${name}.txt`, template.text);
    templates.push([name, template]);
  }
  return files.set(MODULE, moduleOf(templates));
}

function moduleOf(templates: [string, Template][]): string {
  const literal = (text: string) => `\`${text.replace(/[\\`]|\$\{/g, '\\$&')}\``;
  const entries = templates.map(
    ([name, { subject, html, text }]) =>
      `  ${name}: {\n    subject: ${literal(subject)},\n    html: ${literal(html)},\n    text: ${literal(text)},\n  },\n`,
  );
  return (
    '// Generated from auth.ts by `npm run auth-templates`. Do not edit.\n\n' +
    `export const authTemplates = {\n${entries.join('')}} as const;\n`
  );
}

if (import.meta.main) {
  const drawn = await drawTemplateFiles();
  const present = (file: string) => readFileSync(join(root, file), 'utf8');
  if (process.argv.includes('--check')) {
    const stale = [...drawn].filter(([file, text]) => present(file) !== text).map(([file]) => file);
    const unknown = readdirSync(join(root, FOLDER)).filter((file) => !drawn.has(`${FOLDER}/${file}`));
    for (const file of stale) console.error(`${file} is out of date. Run \`npm run auth-templates\`.`);
    for (const file of unknown) console.error(`${FOLDER}/${file} is none of the templates.`);
    if (stale.length + unknown.length > 0) process.exitCode = 1;
  } else {
    for (const [file, text] of drawn) writeFileSync(join(root, file), text);
    console.log(`Wrote ${[...drawn.keys()].join(', ')}`);
  }
}
