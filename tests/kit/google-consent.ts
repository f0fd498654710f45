import { randomUUID } from 'node:crypto';
import type { TestApp } from './test-app.ts';

/**
 * What the owner of the calendar does in the window with Google's consent page; returns the address that Google sends
 * them to at its end.
 */
export async function giveConsent(app: TestApp, consent: string): Promise<URL> {
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
  const email = `owner-${randomUUID().slice(0, 8)}@startup.example`;
  const step = await submit('auth', { request: search.slice(1), name: 'Asha Rao', email });
  return submit('consent', { ...Object.fromEntries(step.searchParams), decision: 'allow' });
}
