import { z } from 'zod';
import { DEFAULT_CLOSED_ACCOUNT_DAYS, DEFAULT_MONEY_YEARS } from '#rules/people/retention.ts';
import { ExplainedError } from './explained-error.ts';

/** The settings cannot be used; the message has one line for each variable that is wrong, without its value. */
export class SettingsError extends ExplainedError {
  override name = 'SettingsError';
}

/**
 * Reads environment variables by a schema. An empty variable counts as unset.
 *
 * @throws SettingsError naming every variable that is missing or malformed
 */
export function readEnvironment<S extends z.ZodType>(schema: S, environment: NodeJS.ProcessEnv): z.output<S> {
  const result = schema.safeParse(givenOf(environment));
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${String(issue.path[0])} ${issue.message}`);
  throw new SettingsError(['These settings need attention:', ...new Set(lines)].join('\n'));
}

/** The variables that have a value. */
export function givenOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== '',
    ),
  );
}

export const optionalText = z.string().optional();
export const wholeNumber = z.coerce.number('must be a whole number').int('must be a whole number');
export const between = (least: number, most: number) =>
  wholeNumber.min(least, `must be between ${least} and ${most}`).max(most, `must be between ${least} and ${most}`);
export const secret = z
  .string()
  .min(32, 'must have at least 32 characters (for example: openssl rand -hex 32)')
  .optional();
const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address (http:// or https://)', abort: true });
export const siteAddress = webAddress.refine(
  (value) => URL.canParse(value) && new URL(value).pathname === '/',
  'must not have a path',
);

export const onOrOff = z.enum(['on', 'off'], 'must be on or off');

/*
 * Settings that mean the same to the host and to a page server. What is said of a setting is written here, beside it
 * (in host/settings.ts and host/page-settings.ts too), once: `npm run settings` makes docs/settings.md and the examples of it.
 * `unset` says what holds without a value where the schema has no default, `example` what stands in the example then.
 */

export const LISTENING = {
  PORT: between(1, 65535).default(3000).describe('Port of the web server.'),
  HOST: optionalText.meta({
    description: 'Address to listen on; `127.0.0.1` closes everything to the network.',
    unset: 'all addresses',
  }),
  SERVICE_WORKER: onOrOff
    .default('on')
    .describe(
      '`off`: browsers that have the service worker of the site remove it, with all that it keeps (`docs/deploy/service-worker.md`). The same on the host and on page servers.',
    ),
  TRUSTED_PROXIES: between(0, 10)
    .default(0)
    .describe('How many reverse proxies stand in front and append to `X-Forwarded-For`. Limits by address rely on it.'),
  DRAIN_SECONDS: between(0, 60)
    .default(5)
    .describe(
      'For how many seconds a process that is being stopped goes on serving, while `/readyz` sends new requests elsewhere.',
    ),
};

export const MONITORING = {
  OPS_TOKEN: secret.meta({
    description:
      'For monitoring: the header `Authorization: Bearer` with this token opens `/readyz?deep` and `/metrics`. A page server gets another token than its backend.',
    unset: 'both stay closed; an embedded host makes a token on its first start and prints it',
  }),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be one of debug, info, warn, error, silent')
    .default('info')
    .describe(
      'What is logged. JSON lines go to standard error, or to `DATA_DIR/host.log` where that is a terminal. Keep the log files for one year: Indian law asks for it (DPDP Rules 6 and 8(3)).',
    ),
};

export const CONTACT = {
  COMMUNITY_FORM_URL: webAddress
    .default('https://example.org/point-0-community')
    .describe('The form to join the community, shown on the pages.'),
  SUPPORT_CHAT_URL: webAddress
    .default('https://wa.me/910000000000')
    .describe('The chat with the support, shown on the pages.'),
  CONTACT_EMAIL: z
    .email('must be an e-mail address')
    .default('hello@point-0.example')
    .describe('The address for questions, shown on the pages.'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/, 'must start with mailto:, https:// or tel:')
    .optional()
    .meta({
      description:
        'Where to report a weakness, in `/.well-known/security.txt`: starts with `mailto:`, `https://` or `tel:`.',
      unset: '`mailto:` and `CONTACT_EMAIL`',
      example: 'mailto:security@point-0.example',
    }),
};

export const PRIVACY = {
  KEEP_CLOSED_ACCOUNTS_DAYS: between(0, 3650)
    .default(DEFAULT_CLOSED_ACCOUNT_DAYS)
    .describe(
      'For how many days the sealed address and name of a deleted account are kept (`scripts/open-closed-account.ts` opens them); the law orders a year, `0` keeps none. Shown on the Privacy Policy: the same on the backend and on page servers.',
    ),
  KEEP_MONEY_YEARS: between(6, 10)
    .default(DEFAULT_MONEY_YEARS)
    .describe(
      'For how many years records of bookings, payments and refunds are kept after the end of their financial year (April to March). Shown on the Privacy Policy: the same on the backend and on page servers.',
    ),
  GRIEVANCE_NAME: optionalText.describe(
    'Who answers complaints about data, on the Privacy Policy, the contact page and the account page. A start without the sandbox and without it logs a warning.',
  ),
  GRIEVANCE_EMAIL: z
    .email('must be an e-mail address')
    .optional()
    .meta({ description: 'The address for complaints about data.', unset: '`CONTACT_EMAIL`' }),
  GRIEVANCE_PHONE: optionalText.describe('The telephone number for complaints about data.'),
  GRIEVANCE_DAYS: between(1, 90).default(30).describe('Within how many days a complaint about data is answered.'),
};
