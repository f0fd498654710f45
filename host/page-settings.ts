import { z } from 'zod';
import { pageServerCopy } from '#copy/office/host.ts';
import { isLoopbackSite } from './http/sandbox-access.ts';
import {
  CONTACT,
  givenOf,
  LISTENING,
  MONITORING,
  onOrOff,
  PRIVACY,
  readEnvironment,
  SettingsError,
  siteAddress,
} from './setting-kinds.ts';

/**
 * Settings that a page server must not have, so that an attacker who takes it over gets no more than any visitor has.
 */
const SECRETS = [
  'SUPABASE_SECRET_KEY',
  'SUPABASE_SECRET_KEYS',
  'SUPABASE_SERVICE_ROLE_KEY',
  'DATABASE_URL',
  'JWT_SECRET',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_TOKEN_KEY',
  'PAYOUT_KEY',
  'SMTP_URL',
];

/** Every environment variable that the page server reads. */
export const pageEnvironmentSchema = z
  .object({
    SITE_URL: siteAddress.describe('The address that people type, without a path.'),
    SUPABASE_URL: siteAddress.describe(
      'The backend: `https://<project>.supabase.co`, or the address of a host with `PAGES=off`.',
    ),
    SUPABASE_PUBLISHABLE_KEY: z
      .string()
      .refine(isPublishable, 'must be sb_publishable_…, or a legacy key whose role is anon')
      .describe('The key of the backend that begins with `sb_publishable_`, or a legacy key whose role is `anon`.'),
    GOOGLE_SIGN_IN: onOrOff.default('off').describe('`on` shows "Continue with Google".'),
    SANDBOX_URL: siteAddress
      .optional()
      .meta({
        description:
          'A host with stand-ins for payments, Google and mail; only while it and `SITE_URL` lead to this machine.',
        example: 'http://localhost:3001',
      }),
    ...LISTENING,
    ...MONITORING,
    ...CONTACT,
    ...PRIVACY,
  })
  .superRefine(({ SITE_URL, SANDBOX_URL }, context) => {
    if (SANDBOX_URL === undefined || [SITE_URL, SANDBOX_URL].every(isLoopbackSite)) return;
    const message = 'is for a site on this machine: it and SITE_URL must lead to localhost';
    context.addIssue({ code: 'custom', path: ['SANDBOX_URL'], message });
  });

type Environment = z.output<typeof pageEnvironmentSchema>;

/** The settings, with addresses that have no slash at the end. */
export type PageSettings = Readonly<Omit<Environment, 'SECURITY_CONTACT'>> & { readonly SECURITY_CONTACT: string };

/**
 * Reads the settings of a page server from environment variables. An empty variable counts as unset.
 *
 * @throws SettingsError naming every variable that is secret, else each that is missing or malformed
 */
export function readPageSettings(environment: NodeJS.ProcessEnv): PageSettings {
  const given = givenOf(environment);
  const secrets = SECRETS.filter((name) => name in given);
  if (secrets.length > 0) throw new SettingsError(secrets.map(pageServerCopy.secretGiven).join('\n'));
  if (isSecretKey(given.SUPABASE_PUBLISHABLE_KEY ?? '')) throw new SettingsError(pageServerCopy.secretKey);
  const settings = readEnvironment(pageEnvironmentSchema, environment);
  const { SITE_URL, SUPABASE_URL, SANDBOX_URL, SECURITY_CONTACT, ...rest } = settings;
  return {
    ...rest,
    SITE_URL: new URL(SITE_URL).origin,
    SUPABASE_URL: new URL(SUPABASE_URL).origin,
    SANDBOX_URL: SANDBOX_URL && new URL(SANDBOX_URL).origin,
    SECURITY_CONTACT: SECURITY_CONTACT ?? `mailto:${rest.CONTACT_EMAIL}`,
  };
}

function isPublishable(key: string): boolean {
  return /^sb_publishable_./.test(key) || roleOf(key) === 'anon';
}

function isSecretKey(key: string): boolean {
  const role = roleOf(key);
  return key.startsWith('sb_secret_') || (role !== undefined && role !== 'anon');
}

/** The role in a legacy key, which is a JWT; undefined for any other key. */
function roleOf(key: string): string | undefined {
  const [, payload] = /^ey[\w-]+\.([\w-]+)\.[\w-]*$/.exec(key) ?? [];
  if (payload === undefined) return undefined;
  try {
    const { role } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof role === 'string' ? role : '';
  } catch {
    return undefined;
  }
}
