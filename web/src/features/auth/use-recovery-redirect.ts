import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { recoveryTarget } from './recovery-target.ts';

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
