import { readEnv, readProviderTimeout } from './env.ts';
import { keyHeaders, readSecretKey } from './keys.ts';
import { callProvider, ProviderUnavailable } from './provider.ts';

/**
 * Has Auth mail a link to choose a new password to an account's address. The secret key keeps the call out of the limit
 * of this server's own address.
 * @throws ProviderUnavailable when Auth does not take it now, for example within a minute of another such mail
 */
export async function askForRecoveryMail(email: string): Promise<void> {
  const address = new URL('/auth/v1/recover', readEnv('SUPABASE_URL'));
  address.searchParams.set('redirect_to', new URL('/reset-password', readEnv('SITE_URL')).href);
  const { status } = await callProvider(address.href, {
    name: 'The recovery mail of Auth',
    timeoutMs: readProviderTimeout(10_000),
    method: 'POST',
    headers: { ...keyHeaders(readSecretKey()), 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  if (status !== 200) throw new ProviderUnavailable(`The recovery mail of Auth was refused with status ${status}.`);
}
