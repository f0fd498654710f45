import process from 'node:process';

type Setting =
  | 'SUPABASE_URL'
  | 'SUPABASE_SECRET_KEYS'
  | 'SUPABASE_SECRET_KEY'
  | 'SUPABASE_SERVICE_ROLE_KEY'
  | 'SUPABASE_PUBLISHABLE_KEYS'
  | 'SUPABASE_PUBLISHABLE_KEY'
  | 'SUPABASE_ANON_KEY'
  | 'WORKER_KEY'
  | 'SITE_URL'
  | 'STORAGE_URL'
  | 'CLIENT_ADDRESS_HEADER'
  | 'RAZORPAY_KEY_ID'
  | 'RAZORPAY_KEY_SECRET'
  | 'RAZORPAY_WEBHOOK_SECRET'
  | 'RAZORPAY_WEBHOOK_SECRET_PREVIOUS'
  | 'GOOGLE_CLIENT_ID'
  | 'GOOGLE_CLIENT_SECRET'
  | 'GOOGLE_REFRESH_TOKEN'
  | 'GOOGLE_CALENDAR_ID'
  | 'GOOGLE_TOKEN_KEY'
  | 'GOOGLE_TOKEN_KEY_PREVIOUS'
  | 'LINK_KEY'
  | 'LINK_KEY_PREVIOUS'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'MAIL_DELIVERED_BY'
  | 'ALARM_EMAILS'
  | 'ADMIN_EMAILS'
  | 'SEND_EMAIL_HOOK_SECRETS'
  | 'OPS_TOKEN'
  | 'LOG_LEVEL'
  | 'SELLER_NAME'
  | 'SELLER_ADDRESS'
  | 'SELLER_GSTIN'
  | 'PRIVACY_KEY'
  | 'PAYOUT_KEY'
  | 'PAYOUT_KEY_PREVIOUS'
  | 'KEEP_CLOSED_ACCOUNTS_DAYS'
  | 'KEEP_MONEY_YEARS'
  | 'PROVIDER_TIMEOUT_MS';

/**
 * A setting by its Supabase name. Read at each use, so that importing a function needs no environment.
 * @throws Error naming the variable when it is unset.
 */
export function readEnv(name: Setting): string {
  const value = findEnv(name);
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

/** As readEnv, for a setting that may be missing. */
export function findEnv(name: Setting): string | undefined {
  return process.env[name] || undefined;
}

/** How many milliseconds an outside service has for an answer: PROVIDER_TIMEOUT_MS, or `usual` when that is unset. */
export function readProviderTimeout(usual: number): number {
  return Number(findEnv('PROVIDER_TIMEOUT_MS') ?? usual);
}
