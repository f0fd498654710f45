/**
 * `npm run auth-templates`: writes the e-mails of Auth, `supabase/templates/*.html` and `*.txt`, as a module that functions
 * and the host import: files beside a function's code are not deployed with it. With `--check` it writes nothing and
 * fails when the module is not what the templates say.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const MODULE = 'supabase/functions/_shared/mail/auth-templates.ts';

interface Template {
  subject: string;
  html: string;
  text: string;
}

/** @throws Error when a template has no text beside its HTML, or no title, which is the subject */
export function readTemplates(directory: string): Record<string, Template> {
  const names = readdirSync(directory)
    .filter((file) => file.endsWith('.html'))
    .map((file) => file.slice(0, -'.html'.length))
    .sort();
  return Object.fromEntries(
    names.map((name) => {
      const html = readFileSync(join(directory, `${name}.html`), 'utf8');
      const subject = /<title>([^<]+)<\/title>/.exec(html)?.[1]?.trim();
      if (!subject) throw new Error(`supabase/templates/${name}.html has no <title>, which is the e-mail's subject.`);
      return [name, { subject, html, text: readFileSync(join(directory, `${name}.txt`), 'utf8') }];
    }),
  );
}

export function moduleOf(templates: Record<string, Template>): string {
  const literal = (text: string) => `\`${text.replace(/[\\`]|\$\{/g, '\\$&')}\``;
  const entries = Object.entries(templates).map(
    ([name, { subject, html, text }]) =>
      `  ${name}: {\n    subject: ${literal(subject)},\n    html: ${literal(html)},\n    text: ${literal(text)},\n  },\n`,
  );
  return (
    '// Generated from supabase/templates by `npm run auth-templates`. Do not edit.\n\n' +
    `export const authTemplates = {\n${entries.join('')}} as const;\n`
  );
}

if (import.meta.main) {
  const written = moduleOf(readTemplates(join(root, 'supabase', 'templates')));
  if (!process.argv.includes('--check')) {
    writeFileSync(join(root, MODULE), written);
    console.log(`Wrote ${MODULE}`);
  } else if (readFileSync(join(root, MODULE), 'utf8') !== written) {
    console.error(`${MODULE} does not match supabase/templates. Run \`npm run auth-templates\`.`);
    process.exitCode = 1;
  }
}
