import { isIP } from 'node:net';

/** One request to `/auth/v1`, read and parsed, as the corrections of this folder pass it on. */
export interface AuthCall {
  method: string;
  /** Below `/auth/v1`: `/signup`, `/token`, … */
  path: string;
  url: URL;
  headers: Headers;
  /** The JSON object in the body; undefined when there is no body. */
  body: Record<string, unknown> | undefined;
  peerAddress: string | null;
}

export type AuthHandler = (call: AuthCall) => Promise<Response>;

/** Answers a call itself, or changes the call, or changes its answer. */
export type AuthCorrection = (next: AuthHandler) => AuthHandler;

/** An error as GoTrue writes it. */
export function authError(status: number, code: string, message: string): Response {
  return authAnswer({ code: status, error_code: code, msg: message }, status, { 'x-sb-error-code': code });
}

export function authAnswer(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, {
    status,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-Sb-Error-Code',
      'cache-control': 'no-store',
      ...headers,
    },
  });
}

export function isPost(call: AuthCall, ...paths: string[]): boolean {
  return call.method === 'POST' && paths.includes(call.path);
}

/** The e-mail address of the body in the form in which accounts keep it; undefined when there is none. */
export function emailOf(call: AuthCall): string | undefined {
  const email = call.body?.email;
  return typeof email === 'string' && email !== '' ? email.toLowerCase() : undefined;
}

interface Claims {
  sub?: string;
  session_id?: string;
  aal?: string;
}

/** Claims of an access token that the library has verified or made; nothing is checked here. */
export function readClaims(accessToken: string): Claims {
  const payload = accessToken.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Claims;
}

/** The client's address as the database keeps it; null when it is not a valid address. */
export function addressOf(call: AuthCall): string | null {
  const address = call.peerAddress?.split('%')[0] ?? '';
  return isIP(address) ? address : null;
}
