/** The project that is checked, over HTTP, as a browser with the publishable key reaches it. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface Project {
  /** The address below which `/auth/v1` and `/rest/v1` are. */
  url: string;
  publishableKey: string;
  /** Of an account that is there for this check alone. */
  email: string;
  password: string;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each probe looks at the fields that it asked for
  body: any;
  headers: Headers;
}

export interface Session {
  access_token: string;
  user: { id: string };
}

export type Client = ReturnType<typeof openClient>;

/** Asks a project with a key in `apikey`, and a person's token where one is given. */
export function openApi(url: string, apikey: string) {
  return async function ask(
    path: string,
    options: {
      method?: string;
      token?: string;
      body?: object;
      headers?: Record<string, string>;
      signal?: AbortSignal;
    } = {},
  ): Promise<Answer> {
    const { token, body, method = body ? 'POST' : 'GET', signal } = options;
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        apikey,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...options.headers,
      },
      ...(body && { body: body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text), headers: response.headers };
  };
}

export function openClient({ url, publishableKey, email, password }: Project) {
  const ask = openApi(url, publishableKey);

  return {
    email,
    password,
    ask,
    /** @throws Error when the account cannot sign in */
    async signIn(as = password): Promise<Session> {
      const answer = await ask('/auth/v1/token?grant_type=password', { body: { email, password: as } });
      if (answer.status !== 200) throw new Error(`The account of CHECK_EMAIL cannot sign in: ${codeOf(answer)}.`);
      return answer.body;
    },
    signOut: (token: string) => ask('/auth/v1/logout?scope=local', { method: 'POST', token }),
    changeUser: (token: string, changes: object) => ask('/auth/v1/user', { method: 'PUT', token, body: changes }),
    /** Its rows of `profiles`: one while the token counts, none otherwise. */
    async ownProfiles(token: string): Promise<number> {
      const answer = await ask('/rest/v1/profiles?select=id', { token });
      if (answer.status === 200 && Array.isArray(answer.body)) return answer.body.length;
      if (answer.status === 401 || answer.status === 403) return 0;
      throw new Error(`/rest/v1/profiles answered ${codeOf(answer)}.`);
    },
    /** The status of a request with several headers of one name, which `fetch` would join. */
    askWithHeaders: (path: string, token: string, prefer: string[]) =>
      new Promise<{ status: number; applied: string }>((resolve, reject) => {
        const target = new URL(path, url);
        const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
        const headers = { apikey: publishableKey, authorization: `Bearer ${token}`, prefer };
        send(target, { headers }, (response) => {
          response.resume();
          const applied = [response.headers['preference-applied'] ?? ''].flat().join();
          resolve({ status: response.statusCode ?? 0, applied });
        })
          .once('error', reject)
          .end();
      }),
  };
}

/** Auth's word for what happened, or the status alone. */
export function codeOf({ status, body }: Answer): string {
  const code = body?.error_code ?? body?.code ?? body?.msg ?? body?.message;
  return code === undefined ? `HTTP ${status}` : `HTTP ${status} ${code}`;
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
