import path from 'node:path';
import { z } from 'zod';
import { projectPaths } from './project-paths.ts';
import {
  between,
  optionalText,
  readEnvironment,
  SettingsError,
  SHARED_SETTINGS,
  secret,
  siteAddress,
  wholeNumber,
} from './setting-kinds.ts';

export { SettingsError };

const addresses = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((address) => address.trim().toLowerCase())
      .filter((address) => address !== ''),
  )
  .pipe(z.array(z.email('must be e-mail addresses, separated by commas')));

/** Every environment variable that the host reads. `.env.example` explains them; a test compares the two. */
export const environmentSchema = z
  .object({
    ...SHARED_SETTINGS,
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\/./, 'must start with postgres://')
      .optional(),
    PREPARED_STATEMENTS: z.enum(['on', 'off'], 'must be on or off').default('on'),
    SITE_URL: siteAddress.optional(),
    API_URL: siteAddress.optional(),
    PAGES: z.enum(['on', 'off'], 'must be on or off').default('on'),
    AUTH_REQUEST_LIMIT: wholeNumber.min(1, 'must be 1 or more').default(30),
    JWT_SECRET: secret,
    SUPABASE_PUBLISHABLE_KEY: z
      .string()
      .regex(/^sb_publishable_.{16,}/, 'must be sb_publishable_ followed by at least 16 characters')
      .optional(),
    SUPABASE_SECRET_KEY: z
      .string()
      .regex(/^sb_secret_.{24,}/, 'must be sb_secret_ followed by at least 24 characters')
      .optional(),
    SANDBOX: z.enum(['on', 'off'], 'must be on or off').optional(),
    SANDBOX_KEY: secret,
    SANDBOX_WEBHOOKS: z.enum(['on', 'off'], 'must be on or off').default('on'),
    RAZORPAY_KEY_ID: optionalText,
    RAZORPAY_KEY_SECRET: optionalText,
    RAZORPAY_WEBHOOK_SECRET: optionalText,
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: optionalText,
    GOOGLE_CLIENT_ID: optionalText,
    GOOGLE_CLIENT_SECRET: optionalText,
    GOOGLE_REFRESH_TOKEN: optionalText,
    GOOGLE_CALENDAR_ID: optionalText,
    GOOGLE_TOKEN_KEY: secret,
    GOOGLE_TOKEN_KEY_PREVIOUS: secret,
    LINK_KEY: secret,
    LINK_KEY_PREVIOUS: secret,
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/./, 'must start with smtp:// or smtps://')
      .optional(),
    MAIL_FROM: z.string().default('Point 0 <no-reply@point-0.example>'),
    SELLER_NAME: optionalText,
    SELLER_ADDRESS: optionalText,
    SELLER_GSTIN: z
      .string()
      .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, 'must be a GSTIN: 15 digits and capital letters')
      .optional(),
    PRIVACY_KEY: secret,
    ADMIN_TWO_STEP: z.enum(['required', 'optional'], 'must be required or optional').optional(),
    ADMIN_EMAILS: addresses,
    ALARM_EMAILS: addresses,
    BACKUP_MAX_AGE_HOURS: wholeNumber.min(1, 'must be 1 or more').optional(),
    WORKERS: between(0, 8).default(1),
  })
  .superRefine((values, context) => {
    const require = (names: (keyof typeof values)[], message: string) => {
      for (const name of names.filter((one) => values[one] === undefined)) {
        context.addIssue({ code: 'custom', path: [name], message });
      }
    };
    if (values.DATABASE_URL !== undefined) {
      require([
        'JWT_SECRET',
        'SUPABASE_PUBLISHABLE_KEY',
        'SUPABASE_SECRET_KEY',
      ], 'is required with DATABASE_URL: all hosts on one database must share it');
    }
    const googleClient = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;
    if (googleClient.some((name) => values[name] !== undefined)) {
      require([...googleClient], 'is required: Google knows a client by both');
    }
    if (values.SANDBOX === 'off' || (values.SANDBOX === undefined && values.DATABASE_URL !== undefined)) {
      require([
        'RAZORPAY_KEY_ID',
        'RAZORPAY_KEY_SECRET',
        'RAZORPAY_WEBHOOK_SECRET',
        'SMTP_URL',
      ], 'is required while SANDBOX is off');
    }
  });

type Environment = z.output<typeof environmentSchema>;

export interface Settings
  extends Readonly<
    Omit<Environment, 'SITE_URL' | 'API_URL' | 'SANDBOX' | 'DATA_DIR' | 'ADMIN_TWO_STEP' | 'SECURITY_CONTACT'>
  > {
  /** Whether administrators without two-step sign-in are kept out of the back office. */
  readonly ADMIN_TWO_STEP: 'required' | 'optional';
  /** Where to report a weakness: an address with its scheme. */
  readonly SECURITY_CONTACT: string;
  /** Absolute path. */
  readonly DATA_DIR: string;
  /** Scheme, host and port, without a slash at the end. */
  readonly SITE_URL: string;
  /**
   * The address at which browsers reach the APIs, written as SITE_URL; the same unless a page server serves the pages.
   */
  readonly API_URL: string;
  /** The address at which this process reaches its own API on this machine, whatever the site's address is. */
  readonly internalUrl: string;
  /** Whether outside services are replaced by the stand-ins of sandbox/. */
  readonly isSandbox: boolean;
  /** Whether the host runs a Postgres of its own. */
  readonly isEmbedded: boolean;
}

/**
 * Reads the settings from environment variables. An empty variable counts as unset.
 *
 * @throws SettingsError naming every variable that is missing or malformed
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const { SITE_URL, API_URL, SANDBOX, DATA_DIR, ADMIN_TWO_STEP, SECURITY_CONTACT, ...rest } = readEnvironment(
    environmentSchema,
    environment,
  );
  const isEmbedded = rest.DATABASE_URL === undefined;
  const isSandbox = SANDBOX === undefined ? isEmbedded : SANDBOX === 'on';
  const siteUrl = new URL(SITE_URL ?? `http://localhost:${rest.PORT}`).origin;
  return {
    ...rest,
    DATA_DIR: path.resolve(projectPaths.root, DATA_DIR),
    SITE_URL: siteUrl,
    API_URL: API_URL === undefined ? siteUrl : new URL(API_URL).origin,
    internalUrl: internalUrl(rest.HOST, rest.PORT),
    SECURITY_CONTACT: SECURITY_CONTACT ?? `mailto:${rest.CONTACT_EMAIL}`,
    ADMIN_TWO_STEP: ADMIN_TWO_STEP ?? (isSandbox ? 'optional' : 'required'),
    isSandbox,
    isEmbedded,
  };
}

/** Whether the site takes real money, but receipts cannot name the seller. */
export function isSellerMissing({ isSandbox, SELLER_NAME, SELLER_ADDRESS }: Settings): boolean {
  return !isSandbox && (SELLER_NAME === undefined || SELLER_ADDRESS === undefined);
}

function internalUrl(host: string | undefined, port: number): string {
  const isEverywhere = host === undefined || host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
