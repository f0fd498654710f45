import { z } from 'zod';
import { DEFAULT_CLOSED_ACCOUNT_DAYS, DEFAULT_MONEY_YEARS } from '#rules/retention.ts';
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
const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address (http:// or https://)' });
export const siteAddress = webAddress.refine(
  (value) => URL.canParse(value) && new URL(value).pathname === '/',
  'must not have a path',
);

/** Settings that mean the same to the host and to a page server. */
export const SHARED_SETTINGS = {
  PORT: between(1, 65535).default(3000),
  HOST: optionalText,
  TRUSTED_PROXIES: between(0, 10).default(0),
  OPS_TOKEN: secret,
  DRAIN_SECONDS: between(0, 60).default(5),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be one of debug, info, warn, error, silent')
    .default('info'),
  COMMUNITY_FORM_URL: webAddress.default('https://example.org/point-0-community'),
  SUPPORT_CHAT_URL: webAddress.default('https://wa.me/910000000000'),
  CONTACT_EMAIL: z.email('must be an e-mail address').default('hello@point-0.example'),
  GRIEVANCE_NAME: optionalText,
  GRIEVANCE_EMAIL: z.email('must be an e-mail address').optional(),
  GRIEVANCE_PHONE: optionalText,
  GRIEVANCE_DAYS: between(1, 90).default(30),
  KEEP_CLOSED_ACCOUNTS_DAYS: between(0, 3650).default(DEFAULT_CLOSED_ACCOUNT_DAYS),
  KEEP_MONEY_YEARS: between(6, 10).default(DEFAULT_MONEY_YEARS),
  SERVICE_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/, 'must start with mailto:, https:// or tel:')
    .optional(),
};
