import { randomUUID } from 'node:crypto';
import { BUSY_SCOPE } from './google.ts';
import type { TestApp } from './test-app.ts';

/**
 * What the owner of the calendar does in the window with Google's consent page; returns the address that Google sends
 * them to at its end. By default a new account, which leaves every box ticked.
 */
export async function giveConsent(
  app: TestApp,
  consent: string,
  {
    email = `owner-${randomUUID().slice(0, 8)}@startup.example`,
    ticked = BUSY_SCOPE,
    decision = 'allow',
  }: { email?: string; ticked?: string; decision?: 'allow' | 'cancel' } = {},
): Promise<URL> {
  const { pathname, search } = new URL(consent);
  const submit = async (step: string, form: Record<string, string>) => {
    const address = new URL(step, `${app.host.url}${pathname}`);
    const response = await fetch(address, {
      method: 'POST',
      headers: { origin: app.host.url },
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    return new URL(response.headers.get('location') ?? '', address);
  };
  const step = await submit('auth', { request: search.slice(1), name: 'Asha Rao', email });
  return submit('consent', { ...Object.fromEntries(step.searchParams), ticked, decision });
}
