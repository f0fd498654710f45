import { paths } from '#lib/paths.ts';

const VERIFY_PATH = '/auth/v1/verify';

/**
 * Where a visitor goes who followed a password-recovery link but landed on the home page; null for everyone else
 * (specification, section 2, "Home"). The token may be in the hash or in the query, and goes along.
 */
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
  if (!URL.canParse(referrer)) return false;
  const { origin, pathname } = new URL(referrer);
  return origin === new URL(supabaseUrl).origin && pathname.endsWith(VERIFY_PATH);
}
