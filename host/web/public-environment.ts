import { isLoopbackSite } from '../http/sandbox-access.ts';
import type { Keys } from '../keys.ts';
import type { Settings } from '../settings.ts';

/** What every visitor's page is told. */
export function publicEnvironment(settings: Settings, keys: Keys) {
  const mailboxPath = settings.isSandbox ? findMailbox(settings) : undefined;
  return {
    supabaseUrl: settings.SITE_URL,
    supabaseAnonKey: keys.publishableKey,
    razorpayKeyId: keys.razorpay.keyId,
    checkoutScriptUrl: settings.isSandbox
      ? `${settings.SITE_URL}/sandbox/razorpay/checkout.js`
      : 'https://checkout.razorpay.com/v1/checkout.js',
    siteUrl: settings.SITE_URL,
    communityFormUrl: settings.COMMUNITY_FORM_URL,
    supportChatUrl: settings.SUPPORT_CHAT_URL,
    contactEmail: settings.CONTACT_EMAIL,
    grievance: {
      name: settings.GRIEVANCE_NAME ?? null,
      email: settings.GRIEVANCE_EMAIL ?? settings.CONTACT_EMAIL,
      phone: settings.GRIEVANCE_PHONE ?? null,
      days: settings.GRIEVANCE_DAYS,
    },
    retention: { moneyYears: settings.KEEP_MONEY_YEARS, closedAccountDays: settings.KEEP_CLOSED_ACCOUNTS_DAYS },
    // The stand-in's pages open where the mailbox does.
    hasGoogleSignIn: keys.google !== undefined && (!settings.isSandbox || mailboxPath !== undefined),
    isSandbox: settings.isSandbox,
    ...(mailboxPath && { mailboxPath }),
  };
}

/** Where the mailbox of the stand-ins can be opened from this site; nowhere on one that leads elsewhere, without a key. */
function findMailbox({ SITE_URL, SANDBOX_KEY }: Settings): string | undefined {
  if (isLoopbackSite(SITE_URL)) return '/sandbox/mailbox';
  return SANDBOX_KEY === undefined ? undefined : '/sandbox/unlock';
}
