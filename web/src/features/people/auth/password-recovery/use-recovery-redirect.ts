import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { parseUrl } from '#rules/shell/parse-url.ts';

const VERIFY_PATH = '/auth/v1/verify';

// The referrer belongs to the document, and stays while the visitor moves about inside: it counts once.
let isReferrerSpent = false;

/** Sends a password-recovery visit on to the reset page. */
export function useRecoveryRedirect(): void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const { supabaseUrl } = usePublicEnv();
  useEffect(() => {
    const referrer = isReferrerSpent ? '' : document.referrer;
    isReferrerSpent = true;
    const target = recoveryTarget({ hash, search, referrer, supabaseUrl });
    if (target) void navigate(target, { replace: true });
  }, [hash, search, supabaseUrl, navigate]);
}

/** Where a visitor goes whose recovery link ended at the home page; else null. */
export function recoveryTarget(visit: {
  hash: string;
  search: string;
  referrer: string;
  supabaseUrl: string;
}): string | null {
  const isRecovery =
    typeIn(visit.hash.slice(1)) === 'recovery' ||
    typeIn(visit.search) === 'recovery' ||
    isVerifyEndpoint(visit.referrer, visit.supabaseUrl);
  return isRecovery ? paths.resetPassword + visit.search + visit.hash : null;
}

function typeIn(parameters: string): string | null {
  return new URLSearchParams(parameters).get('type');
}

function isVerifyEndpoint(referrer: string, supabaseUrl: string): boolean {
  const url = parseUrl(referrer);
  return url?.origin === new URL(supabaseUrl).origin && url.pathname.endsWith(VERIFY_PATH);
}
