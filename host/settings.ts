import path from 'node:path';
import { z } from 'zod';
import { projectPaths } from './project-paths.ts';
import {
  between,
  CONTACT,
  LISTENING,
  MONITORING,
  onOrOff,
  optionalText,
  PRIVACY,
  readEnvironment,
  SettingsError,
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

const MADE = 'made on the first start and kept in `DATA_DIR/keys.json`';
const STAND_IN = 'the stand-in’s';
const NO_GOOGLE = 'the stand-in’s with the sandbox; else neither is offered';

/** The settings of the host, by the headings of docs/settings.md and `.env.example`. */
export const settingSections = {
  'Addresses and pages': {
    SITE_URL: siteAddress
      .optional()
      .meta({
        description: 'The address that people type, without a path. Links in e-mails and shared pages start with it.',
        unset: '`http://localhost:PORT`',
        example: 'http://localhost:3000',
      }),
    API_URL: siteAddress
      .optional()
      .meta({
        description:
          'Where browsers reach the APIs; another address than `SITE_URL` where a page server serves the pages.',
        unset: '`SITE_URL`',
        example: 'http://localhost:3000',
      }),
    PAGES: onOrOff
      .default('on')
      .describe(
        '`off`: this host serves the APIs alone and builds nothing; page servers serve the pages (`docs/deploy/page-server.md`).',
      ),
    ...LISTENING,
    AUTH_REQUEST_LIMIT: wholeNumber
      .min(1, 'must be 1 or more')
      .default(30)
      .describe(
        'Sign-ups, sign-ins, confirmations and mail requests, of each kind, that one address may make in five minutes.',
      ),
  },
  'Database and jobs': {
    DATA_DIR: z
      .string()
      .default('.data')
      .describe(
        'Directory for the embedded database, uploaded files and keys. A relative path starts at the checkout. Hosts on one database share `DATA_DIR/storage`.',
      ),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\/./, 'must start with postgres://')
      .optional()
      .meta({
        description:
          'A Postgres 15 or later of your own. Its role may be an ordinary one, once a superuser has run what `npm run prepare-database` prints (`docs/deploy/own-postgres.md`). Hosts on one database share the keys.',
        unset: 'the host starts a Postgres itself, in `DATA_DIR`',
        example: 'postgres://user:password@host:5432/database',
      }),
    PREPARED_STATEMENTS: onOrOff
      .default('on')
      .describe(
        '`off`: no statement is prepared on a connection, for a `DATABASE_URL` that leads to a pooler which gives each transaction another connection (PgBouncer in transaction mode); slower.',
      ),
    WORKERS: between(0, 8)
      .default(1)
      .describe(
        'Loops that do the jobs (e-mails, refunds, calendar events) in each process of this host; `0` serves requests only.',
      ),
    PROCESSES: between(1, 4)
      .default(1)
      .describe(
        'Processes of this host that share its port and its database, for a server with more cores (`docs/scale.md`). Each takes up to 14 connections of the database.',
      ),
  },
  Keys: {
    JWT_SECRET: secret.meta({
      description:
        'Signs sessions and encrypts the secrets of two-step sign-in: with another one everyone logs in again, and sets two-step sign-in up again after a recovery code.',
      unset: MADE,
    }),
    SUPABASE_PUBLISHABLE_KEY: z
      .string()
      .regex(/^sb_publishable_.{16,}/, 'must be sb_publishable_ followed by at least 16 characters')
      .optional()
      .meta({ description: 'Sent by every browser: `sb_publishable_` and at least 16 characters.', unset: MADE }),
    SUPABASE_SECRET_KEY: z
      .string()
      .regex(/^sb_secret_.{24,}/, 'must be sb_secret_ followed by at least 24 characters')
      .optional()
      .meta({
        description: 'For server functions, bypasses row-level security: `sb_secret_` and at least 24 characters.',
        unset: MADE,
      }),
  },
  'Payments, Google and mail': {
    SANDBOX: onOrOff
      .optional()
      .meta({
        description: '`on`: payments, Google and e-mail are stand-ins on this machine.',
        unset: '`on` without `DATABASE_URL`, `off` with it',
        example: 'on',
      }),
    DEMONSTRATION: onOrOff
      .optional()
      .meta({
        description:
          '`on`: the demonstration catalogue, with accounts whose logins a start prints, and bookings; needs the stand-ins. For a pilot that is to be shown: in a database of your own it is written once, and stays.',
        unset: '`on` with the stand-ins and without `DATABASE_URL`, else `off`',
        example: 'on',
      }),
    SANDBOX_KEY: secret.meta({
      description:
        'Opens the mailbox, the previews of e-mails, the stand-ins’ controls and Google’s stand-in, which signs anybody in as anybody, to all who type it on `API_URL/sandbox/unlock` or send it in the header `x-sandbox-key`.',
      unset: 'they answer this machine only, and only while `API_URL` is `localhost`',
    }),
    SANDBOX_WEBHOOKS: onOrOff
      .default('on')
      .describe('Whether the stand-in for payments sends its events to this host by itself, as the provider does.'),
    RAZORPAY_KEY_ID: optionalText.meta({ description: 'Payments: the id of the key.', unset: STAND_IN }),
    RAZORPAY_KEY_SECRET: optionalText.meta({ description: 'Payments: the secret of the key.', unset: STAND_IN }),
    RAZORPAY_WEBHOOK_SECRET: optionalText.meta({
      description: 'Payments: signs the events that come to `API_URL/functions/v1/payment-webhook`.',
      unset: STAND_IN,
    }),
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: optionalText.describe(
      'While that secret is being changed, the one before: events signed with either are taken.',
    ),
    GOOGLE_CLIENT_ID: optionalText.meta({
      description:
        'The client for sign-in with Google, whose callback is `API_URL/auth/v1/callback`, and for mentors’ own calendars: scope `https://www.googleapis.com/auth/calendar.freebusy`, callback `SITE_URL/mentor-dashboard/calendar-callback`.',
      unset: NO_GOOGLE,
    }),
    GOOGLE_CLIENT_SECRET: optionalText.meta({ description: 'The secret of that client.', unset: NO_GOOGLE }),
    GOOGLE_REFRESH_TOKEN: optionalText.meta({
      description:
        'The permission for the calendar of the sessions, until an administrator gives one on `/google-oauth-setup`, whose callback is `SITE_URL/oauth-callback`.',
      unset: 'the stand-in’s with the sandbox',
    }),
    GOOGLE_CALENDAR_ID: optionalText.meta({
      description: 'Which of its owner’s calendars the sessions are in.',
      unset: '`primary`',
      example: 'primary',
    }),
    GOOGLE_TOKEN_KEY: secret.meta({
      description: 'Encrypts the stored permission; the same for all hosts on one database.',
      unset: '`SUPABASE_SECRET_KEY`',
    }),
    GOOGLE_TOKEN_KEY_PREVIOUS: secret.describe(
      'The key before that one (or the secret key before it was changed): what it opens is encrypted anew at its next use.',
    ),
    LINK_KEY: secret.meta({
      description:
        'Signs the links of e-mails that need no log-in, such as a mentor’s "Accept"; the same for all hosts on one database.',
      unset: '`SUPABASE_SECRET_KEY`',
    }),
    LINK_KEY_PREVIOUS: secret.describe('The key before that one: its links still open.'),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/./, 'must start with smtp:// or smtps://')
      .optional()
      .meta({
        description:
          'Outgoing mail. `smtps://` is TLS from the start; `smtp://` needs a server that offers STARTTLS. Without TLS only to this machine.',
        unset: 'e-mails stay in the mailbox at `/sandbox/mailbox`',
        example: 'smtp://user:password@host:587',
      }),
    MAIL_FROM: z.string().default('Point 0 <no-reply@point-0.example>').describe('Sender of e-mails.'),
  },
  Receipts: {
    SELLER_NAME: optionalText.meta({
      description: 'Who takes the payments, on receipts: the registered name. A start without the sandbox asks for it.',
      unset: 'a receipt names the site',
    }),
    SELLER_ADDRESS: optionalText.meta({
      description: 'The registered address, on receipts. A start without the sandbox asks for it.',
      unset: 'a receipt has no address',
    }),
    SELLER_GSTIN: z
      .string()
      .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, 'must be a GSTIN: 15 digits and capital letters')
      .optional()
      .meta({ description: 'The seller’s GSTIN, on receipts.', unset: 'receipts say "This is not a tax invoice"' }),
  },
  Privacy: {
    PRIVACY_KEY: secret.meta({
      description:
        'Seals the address and the name of deleted accounts; the same for all hosts on one database. With another key, what was sealed before cannot be opened any more.',
      unset: 'derived from `SUPABASE_SECRET_KEY`',
    }),
    PAYOUT_KEY: secret.meta({
      description:
        'Seals where mentors are paid: bank accounts, UPI IDs, PAN; the same for all hosts on one database. Without it nobody can read them.',
      unset: '`SUPABASE_SECRET_KEY`',
    }),
    PAYOUT_KEY_PREVIOUS: secret.describe(
      'The key before that one (or the secret key before it was changed): what it opens is sealed anew when it is next read.',
    ),
    ...PRIVACY,
  },
  Administrators: {
    ADMIN_EMAILS: addresses.meta({
      description:
        'Accounts with these confirmed addresses become administrators; commas separate them. Name an address once its owner has signed up and can log in: until then anybody may have signed up with it, under a password of theirs, and wait for the owner to confirm it. Whoever is to be an administrator no longer goes off this list first; while on it they are made one again.',
      unset: 'nobody',
      example: 'one@example.org,two@example.org',
    }),
    ADMIN_TWO_STEP: z
      .enum(['required', 'optional'], 'must be required or optional')
      .optional()
      .meta({
        description:
          'Whether administrators without two-step sign-in are kept out of the back office; `docs/security/administrators.md` says how to get in, also when locked out.',
        unset: '`optional` with the sandbox, else `required`',
        example: 'required',
      }),
    ALARM_EMAILS: addresses.meta({
      description: 'Who is told by e-mail when something stands still or breaks; commas separate them.',
      unset: '`ADMIN_EMAILS`',
    }),
    BACKUP_MAX_AGE_HOURS: wholeNumber
      .min(1, 'must be 1 or more')
      .optional()
      .meta({
        description: 'An alarm is raised when the last good backup is older than so many hours.',
        unset: 'no such alarm',
      }),
  },
  'What the pages name': CONTACT,
  'Monitoring and logs': MONITORING,
};

/** Every environment variable that the host reads. */
export const environmentSchema = z
  .object({
    ...settingSections['Addresses and pages'],
    ...settingSections['Database and jobs'],
    ...settingSections.Keys,
    ...settingSections['Payments, Google and mail'],
    ...settingSections.Receipts,
    ...settingSections.Privacy,
    ...settingSections.Administrators,
    ...settingSections['What the pages name'],
    ...settingSections['Monitoring and logs'],
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
      if (values.DEMONSTRATION === 'on') {
        const message = 'needs SANDBOX=on: a site that takes real money shows no invented mentors';
        context.addIssue({ code: 'custom', path: ['DEMONSTRATION'], message });
      }
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
    Omit<
      Environment,
      'DEMONSTRATION' | 'SITE_URL' | 'API_URL' | 'SANDBOX' | 'DATA_DIR' | 'ADMIN_TWO_STEP' | 'SECURITY_CONTACT'
    >
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
  /** Whether the database gets the demonstration catalogue, once. */
  readonly isDemonstration: boolean;
  /** Whether the host runs a Postgres of its own. */
  readonly isEmbedded: boolean;
}

/**
 * Reads the settings from environment variables. An empty variable counts as unset.
 *
 * @throws SettingsError naming every variable that is missing or malformed
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const { SITE_URL, API_URL, SANDBOX, DEMONSTRATION, DATA_DIR, ADMIN_TWO_STEP, SECURITY_CONTACT, ...rest } =
    readEnvironment(environmentSchema, environment);
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
    isDemonstration: DEMONSTRATION === undefined ? isEmbedded && isSandbox : DEMONSTRATION === 'on',
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
