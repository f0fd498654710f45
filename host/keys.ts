import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ExplainedError } from './explained-error.ts';
import type { Settings } from './settings.ts';

export interface Keys {
  /** Signs sessions. */
  jwtSecret: string;
  /** Sent by every browser; opens nothing that a visitor may not see. */
  publishableKey: string;
  /** Bypasses row-level security: server functions only. */
  secretKey: string;
  /** Opens the addresses for monitoring; absent with an external database when no setting gives one. */
  opsToken?: string;
  razorpay: {
    keyId: string;
    keySecret: string;
    webhookSecret: string;
    /** Still accepted while the provider is being given the new one. */
    previousWebhookSecret?: string;
  };
  /** For sign-in with Google and, with a refresh token, for Google Calendar; absent where Google is not used. */
  google?: { clientId: string; clientSecret: string; refreshToken?: string };
}

/** The kept keys cannot be used; the message says what to do. */
class KeysError extends ExplainedError {
  override name = 'KeysError';
}

const FILE = 'keys.json';
const storedSchema = z.object({
  jwtSecret: z.string().min(32),
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  opsToken: z.string().min(32),
});

/**
 * The keys of this installation: from the settings where given, else made on the first start and kept in DATA_DIR
 * (readable by the owner alone). With the sandbox on, the keys for payments and for Google are the stand-ins'.
 *
 * @param onOpsToken called with the token for monitoring when one is made
 * @throws KeysError when the file of keys is damaged
 */
export function provideKeys(settings: Settings, onOpsToken: (token: string) => void = () => {}): Keys {
  const given = {
    jwtSecret: settings.JWT_SECRET,
    publishableKey: settings.SUPABASE_PUBLISHABLE_KEY,
    secretKey: settings.SUPABASE_SECRET_KEY,
  };
  const isComplete = Object.values(given).every((key) => key !== undefined);
  const isTokenMissing = settings.isEmbedded && settings.OPS_TOKEN === undefined;
  const stored = isComplete && !isTokenMissing ? undefined : readOrMake(path.join(settings.DATA_DIR, FILE), onOpsToken);
  const opsToken = settings.OPS_TOKEN ?? stored?.opsToken;
  const keys = {
    jwtSecret: given.jwtSecret ?? stored?.jwtSecret ?? '',
    publishableKey: given.publishableKey ?? stored?.publishableKey ?? '',
    secretKey: given.secretKey ?? stored?.secretKey ?? '',
  };
  const google = googleKeys(settings, keys.jwtSecret);
  return {
    ...keys,
    ...(opsToken && { opsToken }),
    razorpay: razorpayKeys(settings, keys.jwtSecret),
    ...(google && { google }),
  };
}

type StoredKeys = z.output<typeof storedSchema>;

function readOrMake(file: string, onOpsToken: (token: string) => void): StoredKeys {
  if (existsSync(file)) return read(file);
  const keys = {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
    opsToken: randomBytes(32).toString('base64url'),
  };
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
  onOpsToken(keys.opsToken);
  return keys;
}

function read(file: string): StoredKeys {
  chmodSync(file, 0o600);
  try {
    return storedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new KeysError(`The file of keys ${file} is damaged. Restore it, or delete it to sign everyone out.`, {
      cause: error,
    });
  }
}

// Derived from the secret, so that all hosts on one database use the same keys for the stand-ins without a shared file.
function derive(jwtSecret: string, name: string): string {
  return createHmac('sha256', jwtSecret).update(name).digest('hex').slice(0, 32);
}

function razorpayKeys(settings: Settings, jwtSecret: string): Keys['razorpay'] {
  const { RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previousWebhookSecret } = settings;
  const previous = previousWebhookSecret === undefined ? {} : { previousWebhookSecret };
  if (settings.isSandbox) {
    return {
      keyId: `rzp_test_${derive(jwtSecret, 'sandbox razorpay key id').slice(0, 14)}`,
      keySecret: derive(jwtSecret, 'sandbox razorpay key secret'),
      webhookSecret: derive(jwtSecret, 'sandbox razorpay webhook secret'),
      ...previous,
    };
  }
  return {
    keyId: settings.RAZORPAY_KEY_ID ?? '',
    keySecret: settings.RAZORPAY_KEY_SECRET ?? '',
    webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET ?? '',
    ...previous,
  };
}

function googleKeys(settings: Settings, jwtSecret: string): Keys['google'] {
  if (settings.isSandbox) {
    return {
      clientId: `${derive(jwtSecret, 'sandbox google client id')}.apps.googleusercontent.com`,
      clientSecret: `GOCSPX-${derive(jwtSecret, 'sandbox google client secret')}`,
      refreshToken: `1//${derive(jwtSecret, 'sandbox google refresh token')}`,
    };
  }
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings;
  const refreshToken = settings.GOOGLE_REFRESH_TOKEN;
  return clientId && clientSecret ? { clientId, clientSecret, ...(refreshToken && { refreshToken }) } : undefined;
}
