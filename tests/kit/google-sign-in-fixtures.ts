/** The stand-in for Google, reached as the library reaches Google, and a person's way through it. */
import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { serveProviders } from './google-stand-in.ts';
import { GOOGLE_CLIENT, request, SITE_URL } from './lite-backends.ts';
import { mountSandbox } from './sandbox.ts';

type Answer = (request: Request) => Promise<Response>;

export interface GooglePerson {
  name: string;
  email: string;
  isUnverified?: boolean;
}

export const VERIFIER = 'v'.repeat(64);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** For one file of a test process alone: the library keeps the keys of the first stand-in that it asked. */
export async function openGoogleFixture(sql: Sql) {
  const app = await mountSandbox(sql, { google: GOOGLE_CLIENT });
  const stopServing = await serveProviders(app.fetch);

  const submit = async (page: URL, step: string, form: Record<string, string>) => {
    const path = new URL(step, `http://sandbox/sandbox/providers/${page.host}${page.pathname}`).pathname;
    const answer = await app.request(path, { method: 'POST', body: new URLSearchParams(form).toString() });
    const location = answer.headers.get('location');
    if (!location) throw new Error(`The stand-in answers ${answer.status}`);
    return new URL(location, page);
  };

  async function toCallback(page: URL, person: GooglePerson | 'cancel'): Promise<URL> {
    const asked = { request: page.search };
    if (person === 'cancel') return submit(page, 'auth', { ...asked, decision: 'cancel' });
    const { isUnverified, ...typed } = person;
    const next = await submit(page, 'auth', { ...asked, ...typed, ...(isUnverified && { is_unverified: 'yes' }) });
    if (!next.pathname.endsWith('/consent')) return next;
    return submit(page, 'consent', { ...Object.fromEntries(next.searchParams), decision: 'allow' });
  }

  return {
    /** Signs in as this person through `answer`, an auth API; returns where the browser is sent at the end. */
    async signIn(
      answer: Answer,
      person: GooglePerson | 'cancel',
      query: Record<string, string> = { code_challenge: CHALLENGE, code_challenge_method: 's256' },
    ) {
      const start = new URLSearchParams({ provider: 'google', redirect_to: `${SITE_URL}/`, ...query });
      const leaving = await answer(request(`/auth/v1/authorize?${start}`));
      const page = new URL(leaving.headers.get('location') ?? '');
      const callback = await toCallback(page, person);
      const back = await answer(request(callback.pathname + callback.search));
      return new URL(back.headers.get('location') ?? '');
    },
    /** Tells the stand-in to fail once. */
    async fail(operation: 'token' | 'certs') {
      await app.request('/sandbox/google/faults', {
        method: 'POST',
        body: JSON.stringify({ operation, kind: 'fail' }),
      });
    },
    close: stopServing,
  };
}
