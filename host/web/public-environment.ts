import { isLoopbackSite } from '../http/sandbox-access.ts';
import type { Keys } from '../keys.ts';
import type { PageSettings } from '../page-settings.ts';
import type { Settings } from '../settings.ts';

const CHECKOUT_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';

/** What every visitor's page is told; see web/src/lib/page/public-env.tsx. */
export interface PublicEnv extends ReturnType<typeof siteFacts> {
  supabaseUrl: string;
  supabaseAnonKey: string;
  checkoutScriptUrl: string;
  hasGoogleSignIn: boolean;
  isSandbox: boolean;
  mailboxPath?: string;
  isWorkerOff?: true;
}

/** What the host's own pages are told. */
export function publicEnvironment(settings: Settings, keys: Pick<Keys, 'publishableKey' | 'google'>): PublicEnv {
  const { isSandbox, API_URL: apiUrl } = settings;
  const standIns = isSandbox ? findMailbox(settings) : undefined;
  // With a mail server the stand-in's mailbox stays empty.
  const mailboxPath = settings.SMTP_URL === undefined ? standIns : undefined;
  return {
    supabaseUrl: apiUrl,
    supabaseAnonKey: keys.publishableKey,
    checkoutScriptUrl: isSandbox ? checkoutStandIn(apiUrl) : CHECKOUT_SCRIPT,
    ...siteFacts(settings),
    // The pages of Google's stand-in are open wherever those of the mailbox are.
    hasGoogleSignIn: keys.google !== undefined && (!isSandbox || standIns !== undefined),
    isSandbox,
    ...(mailboxPath && { mailboxPath }),
    ...workerFact(settings),
  };
}

/** What the pages of a page server are told. */
export function pageEnvironment(settings: PageSettings): PublicEnv {
  const { SANDBOX_URL: sandboxUrl } = settings;
  return {
    supabaseUrl: settings.SUPABASE_URL,
    supabaseAnonKey: settings.SUPABASE_PUBLISHABLE_KEY,
    checkoutScriptUrl: sandboxUrl ? checkoutStandIn(sandboxUrl) : CHECKOUT_SCRIPT,
    ...siteFacts(settings),
    hasGoogleSignIn: settings.GOOGLE_SIGN_IN === 'on',
    isSandbox: sandboxUrl !== undefined,
    ...(sandboxUrl && { mailboxPath: `${sandboxUrl}/sandbox/mailbox` }),
    ...workerFact(settings),
  };
}

function siteFacts(settings: Settings | PageSettings) {
  return {
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
  };
}

/** Present only when the worker is off, to keep pages small: every page carries these facts. */
const workerFact = (settings: Settings | PageSettings) =>
  settings.SERVICE_WORKER === 'off' ? { isWorkerOff: true as const } : {};

const checkoutStandIn = (url: string) => `${url}/sandbox/razorpay/checkout.js`;

/** Where this site opens the mailbox of the stand-ins; undefined without a key, unless the site is this machine's. */
function findMailbox({ SITE_URL, API_URL, SANDBOX_KEY }: Settings): string | undefined {
  const host = API_URL === SITE_URL ? '' : API_URL;
  if (isLoopbackSite(API_URL)) return `${host}/sandbox/mailbox`;
  return SANDBOX_KEY === undefined ? undefined : `${host}/sandbox/unlock`;
}
