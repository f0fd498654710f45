import { expect, it } from 'vitest';
import { z } from 'zod';
import { settingsFiles, settingsOf } from '../make-settings-guide.ts';
import { staleFiles } from './settings-guide.ts';

const fields = {
  PORT: z.coerce.number().int().min(1).max(65535).default(3000).describe('Port of the server.'),
  MODE: z.enum(['on', 'off']).optional().meta({ description: 'A switch.', unset: 'as `PORT` says', example: 'off' }),
  KEY: z.string().min(32).optional().describe('A key.'),
};
const schema = z.object(fields).superRefine(({ MODE, KEY }, context) => {
  if (MODE === 'off' && KEY === undefined) context.addIssue({ code: 'custom', path: ['KEY'] });
});

it('A setting is described by its schema: values, default, example, and when it is required', () => {
  expect(settingsOf(fields, schema, [{ given: { MODE: 'off' }, when: 'while `MODE` is off' }])).toEqual([
    {
      name: 'PORT',
      description: 'Port of the server.',
      values: '1 to 65535',
      default: '3000',
      unset: '',
      example: '3000',
      required: '',
    },
    {
      name: 'MODE',
      description: 'A switch.',
      values: '`on`, `off`',
      unset: 'as `PORT` says',
      example: 'off',
      required: '',
    },
    {
      name: 'KEY',
      description: 'A key.',
      values: 'at least 32 characters',
      unset: '',
      example: '',
      required: 'while `MODE` is off',
    },
  ]);
});

it('A setting of which nothing is said, or something that nothing reads, is refused by its name', () => {
  const refused = (field: z.ZodType) => () => settingsOf({ HOST: field }, z.object({}), []);
  expect(refused(z.string())).toThrow('HOST');
  expect(refused(z.string().meta({ description: 'A host.', unsett: 'all' }))).toThrow('HOST');
});

it('The guide and the examples say each required setting', () => {
  const files = settingsFiles();
  expect(files['docs/settings.md']).toMatch(/^\| `JWT_SECRET` \|.*\| with `DATABASE_URL` \|$/m);
  expect(files['docs/settings.md']).toMatch(/^\| `SMTP_URL` \|.*\| while `SANDBOX` is off \|$/m);
  expect(files['docs/settings.md']).toMatch(/^\| `SUPABASE_URL` \|.*\| always \|$/m);
  expect(files['.env.pages.example']).toMatch(/^SUPABASE_URL=$/m);
});

it('A file that is not what the schemas make of it, or that is missing, is named', () => {
  const texts: Record<string, string> = { a: '1', b: 'changed' };
  expect(staleFiles({ a: '1', b: '2', c: '3' }, (file) => texts[file])).toEqual([
    'b does not match the schemas of the settings; run npm run settings',
    'c does not match the schemas of the settings; run npm run settings',
  ]);
});
