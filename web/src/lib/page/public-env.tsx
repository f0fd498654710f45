import { createContext, use } from 'react';

/** Settings that every visitor may know. The host writes them into the page; nothing here is a secret. */
export interface PublicEnv {
  supabaseUrl: string;
  supabaseAnonKey: string;
  checkoutScriptUrl: string;
  siteUrl: string;
  communityFormUrl: string;
  supportChatUrl: string;
  contactEmail: string;
  /** Who answers complaints about data, and within how many days. */
  grievance: { name: string | null; email: string; phone: string | null; days: number };
  /** How long the operator keeps data, where the law leaves a choice. */
  retention: { moneyYears: number; closedAccountDays: number };
  /** Whether people can sign in with Google here. */
  hasGoogleSignIn: boolean;
  /** True where outside services are stand-ins, so that the page can say so. */
  isSandbox: boolean;
  /** The path of the stand-in for mail, on sites where people can open it. */
  mailboxPath?: string;
  /** The operator wants no service worker: a browser that has one removes it. */
  isWorkerOff?: true;
}

export const PUBLIC_ENV_ID = 'public-env';

const PublicEnvContext = createContext<PublicEnv | null>(null);

export const PublicEnvProvider = PublicEnvContext.Provider;

export function usePublicEnv(): PublicEnv {
  const env = use(PublicEnvContext);
  if (!env) throw new Error('PublicEnvProvider is missing');
  return env;
}

let parsed: PublicEnv | undefined;

/** The settings as the browser finds them in the page. Throws where the page holds none. */
export function readPublicEnv(): PublicEnv {
  if (parsed) return parsed;
  const text = document.getElementById(PUBLIC_ENV_ID)?.textContent;
  if (!text) throw new Error('The page carries no public settings');
  parsed = JSON.parse(text) as PublicEnv;
  return parsed;
}

export function PublicEnvElement() {
  const json = JSON.stringify(usePublicEnv()).replaceAll('<', '\\u003c');
  return (
    <script
      id={PUBLIC_ENV_ID}
      type="application/json"
      // A data block is never executed; "<" is escaped so that it cannot end the element.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with "<" escaped
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
