import { createHash } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '#tests/kit/database.ts';
import { mountSandbox } from '#tests/kit/sandbox.ts';

const SITE = 'http://site.test';
/** Where Google sends an administrator's browser with the code. */
export const CALLBACK = `${SITE}/oauth-callback`;
export const CALENDAR_SCOPE = 'https://www.googleapis.com/auth/calendar';
export const BUSY_SCOPE = 'https://www.googleapis.com/auth/calendar.freebusy';

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer, the test says
export type Answer = { status: number; body: any; headers: Headers };

/** A stand-in as a host mounts it, on a database of its own, whose calendar the site may write into. */
export async function openGoogleFixture() {
  const database: TestDatabase = await createTestDatabase();
  const client = {
    clientId: 'client.apps.googleusercontent.com',
    clientSecret: 'secret of the client',
    refreshToken: '1//the-refresh-token-of-the-site',
  };

  const mount = () => mountSandbox(database.sql, { google: client });
  const app = await mount();

  async function request(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await app.request(`/sandbox${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }

  const lever = (path: string, body?: object) =>
    request(`/google/${path}`, { method: 'POST', ...(body && { body: JSON.stringify(body) }) });

  async function token(form: Record<string, string>): Promise<Answer> {
    const { clientId: client_id, clientSecret: client_secret } = client;
    return request('/providers/oauth2.googleapis.com/token', {
      method: 'POST',
      body: new URLSearchParams({ client_id, client_secret, ...form }).toString(),
    });
  }

  return {
    database,
    client,
    app,
    mount,
    request,
    lever,
    fault: (fault: { operation?: string; kind: string; [setting: string]: unknown }) => lever('faults', fault),
    clearFaults: () => request('/google/faults', { method: 'DELETE' }),
    token,
    async accessToken(refreshToken = client.refreshToken): Promise<string> {
      const { body } = await token({ grant_type: 'refresh_token', refresh_token: refreshToken });
      return body.access_token;
    },
    /** The code that a person's consent gives, who leaves every box ticked unless `ticked` names those. */
    async codeFor(scope: string, email: string, ticked = BUSY_SCOPE): Promise<string> {
      const query = new URLSearchParams({
        client_id: client.clientId,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope,
        access_type: 'offline',
        prompt: 'consent',
      }).toString();
      const pages = '/providers/accounts.google.com/o/oauth2/v2';
      const submit = async (step: string, form: Record<string, string>) => {
        const answer = await request(`${pages}/${step}`, {
          method: 'POST',
          body: new URLSearchParams(form).toString(),
        });
        return new URL(answer.headers.get('location') ?? '', `${SITE}/sandbox${pages}/`);
      };
      const step = await submit('auth', { request: query, name: 'Asha Rao', email });
      const done = await submit('consent', { ...Object.fromEntries(step.searchParams), ticked, decision: 'allow' });
      return done.searchParams.get('code') ?? '';
    },
    /** A call of the Calendar API with this access token. */
    api(method: string, path: string, options: { body?: unknown; token?: string; ifMatch?: string }) {
      return request(`/providers/www.googleapis.com/calendar/v3${path}`, {
        method,
        headers: {
          ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
          ...(options.ifMatch !== undefined && { 'if-match': options.ifMatch }),
        },
        ...(options.body !== undefined && {
          body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body),
        }),
      });
    },
    /** Whom the calendar would have written to about an event, "invitation founder@startup.example". */
    async mailsOf(eventId: string): Promise<string[]> {
      const { body } = await request(`/google/calendar.json?event=${eventId}`);
      return body.invitations.map((one: { kind: string; email: string }) => `${one.kind} ${one.email}`);
    },
    close: () => database.drop(),
  };
}

/** An event id of one test alone. */
export function newEventId(name: string): string {
  return `p0${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}
