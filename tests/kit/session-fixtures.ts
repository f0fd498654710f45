/** Accounts that sign in over HTTP, with the sessions that they get. */
import { randomUUID } from 'node:crypto';
import type { BackendOptions } from '#host/lite/backend.ts';
import { openAuthFixture, PASSWORD } from './auth-fixtures.ts';
import { request } from './lite-backends.ts';

export interface Session {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  expires_at: number;
  user: { id: string; email: string; factors?: { id: string; status: string; friendly_name?: string }[] };
}

export interface Claims {
  sub: string;
  session_id: string;
  aal: string;
  amr: { method: string; timestamp: number }[];
  iat: number;
  exp: number;
}

export function claimsIn(accessToken: string): Claims {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
}

export const sessionIn = (session: Session) => claimsIn(session.access_token).session_id;

/** The tokens in the address that a link leads to. */
export function tokensIn(arrival: URL): Pick<Session, 'access_token' | 'refresh_token'> {
  const found = new URLSearchParams(arrival.hash.slice(1));
  return { access_token: found.get('access_token') ?? '', refresh_token: found.get('refresh_token') ?? '' };
}

export async function openSessionFixture(options: Partial<BackendOptions> = {}) {
  const auth = await openAuthFixture(options);

  const refresh = (token: string) => auth.post('/token?grant_type=refresh_token', { refresh_token: token });

  async function signIn(email: string, headers: Record<string, string> = {}, peerAddress?: string): Promise<Session> {
    const body = { email, password: PASSWORD };
    const address = peerAddress === undefined ? {} : { peerAddress };
    const answer = await auth.post('/token?grant_type=password', body, { headers, ...address });
    if (!answer.ok) throw new Error(`The sign-in was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Session;
  }

  return {
    ...auth,
    refresh,
    signIn,
    /** An account with a confirmed address and the password PASSWORD. */
    async addAccount(): Promise<string> {
      const email = `p-${randomUUID().slice(0, 8)}@site.test`;
      await auth.signUp(email);
      await auth.confirm(email);
      return email;
    },
    /** As `refresh`, which must succeed. */
    async refreshed(token: string): Promise<Session> {
      const answer = await refresh(token);
      if (!answer.ok) throw new Error(`The refresh was answered with ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as Session;
    },
    /** Asks `/auth/v1` or the data API with a person's access token. */
    ask(path: string, accessToken: string, asked: { method?: string; body?: unknown; peerAddress?: string } = {}) {
      const { peerAddress = '198.51.100.251', ...rest } = asked;
      const headers = { authorization: `Bearer ${accessToken}` };
      return auth.backend.fetch(request(path, { ...rest, headers }), { peerAddress });
    },
  };
}
