/**
 * `npm run settings`: writes docs/settings.md, `.env.example` and `.env.pages.example` from the schemas of the settings, which
 * have what is said of each (host/settings.ts, host/page-settings.ts, host/setting-kinds.ts).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { pageEnvironmentSchema } from '#host/page-settings.ts';
import { environmentSchema, settingSections } from '#host/settings.ts';

export interface Setting {
  name: string;
  description: string;
  /** What a value may be, where the schema limits it. */
  values: string;
  /** The value that holds without one, as it is typed; undefined where there is none. */
  default?: string;
  /** What holds without a value, in words. */
  unset: string;
  example: string;
  /** When a value must be given; empty: never. */
  required: string;
}

type Fields = Record<string, z.ZodType>;
/** A part of the settings with which others may be required, and how that is said. */
type Case = { given: Record<string, string>; when: string };

const noteSchema = z.strictObject({
  description: z.string().endsWith('.'),
  unset: z.string().optional(),
  example: z.string().optional(),
});

const HOST_CASES: Case[] = [
  { given: { DATABASE_URL: 'postgres://host', SANDBOX: 'on' }, when: 'with `DATABASE_URL`' },
  { given: { SANDBOX: 'off' }, when: 'while `SANDBOX` is off' },
  { given: { GOOGLE_CLIENT_ID: 'id' }, when: 'with `GOOGLE_CLIENT_ID`' },
  { given: { GOOGLE_CLIENT_SECRET: 'secret' }, when: 'with `GOOGLE_CLIENT_SECRET`' },
];
const PAGE_CASES: Case[] = [{ given: {}, when: 'always' }];

/** @throws Error naming what a setting's note lacks, or has and should not */
export function settingsOf(fields: Fields, schema: z.ZodType, cases: readonly Case[]): Setting[] {
  const required = cases.map(({ given, when }) => ({ when, names: namesWithout(schema, given) }));
  return Object.entries(fields).map(([name, field]) => {
    const { data: note, error } = noteSchema.safeParse(field.meta() ?? {});
    if (!note) throw new Error(`What is said of the setting ${name} is not complete:\n${z.prettifyError(error)}`);
    const value = field.safeParse(undefined).data;
    const standard = value === undefined || Array.isArray(value) ? undefined : String(value);
    return {
      name,
      description: note.description,
      values: valuesOf(field),
      ...(standard !== undefined && { default: standard }),
      unset: note.unset ?? '',
      example: standard ?? note.example ?? '',
      required: required
        .filter(({ names }) => names.has(name))
        .map(({ when }) => when)
        .join(', '),
    };
  });
}

/** The settings that the schema asks for, given these. */
function namesWithout(schema: z.ZodType, given: Record<string, string>): Set<string> {
  return new Set(schema.safeParse(given).error?.issues.map(({ path }) => String(path[0])));
}

function valuesOf(field: z.ZodType): string {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return valuesOf(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodEnum) return field.options.map((value) => `\`${value}\``).join(', ');
  if (field instanceof z.ZodNumber) {
    const [least, most] = [field.minValue ?? 0, field.maxValue ?? Number.MAX_SAFE_INTEGER];
    return most < Number.MAX_SAFE_INTEGER ? `${least} to ${most}` : `${least} or more`;
  }
  const length = field instanceof z.ZodString ? field.minLength : null;
  return length ? `at least ${length} characters` : '';
}

/** Paths of documents become links, which start at docs/. */
const linked = (text: string) => text.replace(/`docs\/([\w./-]+\.md)`/g, '[docs/$1]($1)');

function tableOf(settings: readonly Setting[]): string {
  const rows = settings.map((setting) => {
    const standard = setting.default === undefined ? setting.unset || 'unset' : `\`${setting.default}\``;
    return `| \`${setting.name}\` | ${linked(setting.description)} | ${setting.values} | ${standard} | ${setting.required} |`;
  });
  return ['| setting | what it is for | values | default | required |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** Text for the comment of an example: at most 118 characters a line. */
function commentOf(text: string): string[] {
  const lines = [''];
  for (const word of text.replaceAll('`', '').split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length > 117) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `# ${line}`);
}

/** A setting that is always required stands without a comment sign. */
function exampleOf({ name, description, values, unset, example, required }: Setting): string {
  const notes = [
    description,
    values && `Values: ${values}.`,
    unset && `Unset: ${unset}.`,
    required && required !== 'always' && `Required ${required}.`,
  ].filter(Boolean);
  return [...commentOf(notes.join(' ')), `${required === 'always' ? '' : '#'}${name}=${example}`].join('\n');
}

const ruled = (heading: string) => `# --- ${heading} ${'-'.repeat(112 - heading.length)}`;

/** Each file by its path, as the schemas make it. */
export function settingsFiles(): Record<string, string> {
  const host = Object.entries<Fields>(settingSections).map(
    ([heading, fields]) => [heading, settingsOf(fields, environmentSchema, HOST_CASES)] as const,
  );
  const hostFields: Fields = environmentSchema.shape;
  const pageFields: Fields = pageEnvironmentSchema.shape;
  const pages = settingsOf(pageFields, pageEnvironmentSchema, PAGE_CASES);
  const isShared = ({ name }: Setting) => pageFields[name] === hostFields[name];
  return {
    'docs/settings.md': `<!-- Generated from host/settings.ts, host/page-settings.ts and host/setting-kinds.ts by \`npm run settings\`. Do not edit. -->

# Settings

A host reads environment variables, and \`.env\` for those that are not set; \`.env.example\` has them all. All have a working default
in the embedded way. A value that cannot be used stops the start with a line that names it. What server functions read on hosted
Supabase is in \`.env.functions.example\` ([docs/deploy/supabase.md](deploy/supabase.md)).

${host.map(([heading, settings]) => `## ${heading}\n\n${tableOf(settings)}`).join('\n\n')}

## The page server

A [page server](deploy/page-server.md) reads its environment, or \`--env-file FILE\`; \`.env.pages.example\` has all that it reads. With a secret in its environment it does not start: "The page server needs nothing secret. Unset …".

${tableOf(pages.filter((setting) => !isShared(setting)))}

These it reads as a host does: ${pages
      .filter(isShared)
      .map(({ name }) => `\`${name}\``)
      .join(', ')}.
`,
    '.env.example': `# Settings of the host. Copy to .env and uncomment what you need; an environment variable of the same name wins.
# Nothing here is needed to try the product: npm ci && npm start
# Generated by npm run settings from what docs/settings.md is made of.

${host.map(([heading, settings]) => `${ruled(heading)}\n\n${settings.map(exampleOf).join('\n\n')}`).join('\n\n')}
`,
    '.env.pages.example': `# Settings of the page server (docs/deploy/page-server.md). Copy to .env.pages and start it with
#   npm run serve:pages -- --env-file .env.pages
# Nothing secret belongs in it, and with a secret in its environment the page server does not start.
# Generated by npm run settings from what docs/settings.md is made of.

${pages.map(exampleOf).join('\n\n')}
`,
  };
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(settingsFiles())) {
    writeFileSync(join(import.meta.dirname, '..', file), text);
    console.log(`Wrote ${file}`);
  }
}
