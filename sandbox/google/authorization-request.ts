import { AuthorizationError } from './errors.ts';
import type { CodeRequest } from './grants.ts';
import { readScopes } from './scopes.ts';

export interface GoogleClient {
  clientId: string;
  clientSecret: string;
  /** The addresses that the client registered; a request must name one of them exactly. */
  redirectUris: readonly string[];
}

export interface AuthorizationRequest
  extends Pick<CodeRequest, 'clientId' | 'scopes' | 'redirectUri' | 'nonce' | 'challenge'> {
  state: string | null;
  isOffline: boolean;
  asksConsent: boolean;
  loginHint: string;
  /** The request's own query, from which a later step reads it again. */
  query: string;
}

const PKCE_VALUE = /^[A-Za-z0-9._~-]{43,128}$/;

/** Reads and checks a request for a person's consent. Throws AuthorizationError. */
export function readAuthorizationRequest(query: string, client: GoogleClient): AuthorizationRequest {
  const parameters = new URLSearchParams(query);
  const need = (name: string) => {
    const value = parameters.get(name);
    if (!value) throw new AuthorizationError('invalid_request', `Required parameter is missing: ${name}`);
    return value;
  };
  const clientId = need('client_id');
  if (clientId !== client.clientId) {
    throw new AuthorizationError('invalid_client', 'The OAuth client was not found.', 401);
  }
  const redirectUri = need('redirect_uri');
  if (!client.redirectUris.includes(redirectUri)) {
    throw new AuthorizationError(
      'redirect_uri_mismatch',
      `The redirect URI in the request, ${redirectUri}, does not match the ones authorized for the OAuth client.`,
    );
  }
  const responseType = need('response_type');
  if (responseType !== 'code') {
    throw new AuthorizationError('unsupported_response_type', `Invalid response_type: ${responseType}`);
  }
  const scopes = readScopes(need('scope'));
  if (!scopes) throw new AuthorizationError('invalid_scope', 'Some requested scopes were invalid.');
  return {
    clientId,
    redirectUri,
    scopes,
    nonce: parameters.get('nonce'),
    challenge: readChallenge(parameters),
    state: parameters.get('state'),
    isOffline: parameters.get('access_type') === 'offline',
    asksConsent: (parameters.get('prompt') ?? '').split(' ').includes('consent'),
    loginHint: parameters.get('login_hint') ?? '',
    query: parameters.toString(),
  };
}

/** Where the browser goes with the answer. */
export function answerAddress(request: AuthorizationRequest, answer: Record<string, string>): string {
  const address = new URL(request.redirectUri);
  if (request.state !== null) address.searchParams.set('state', request.state);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  return address.href;
}

function readChallenge(parameters: URLSearchParams): AuthorizationRequest['challenge'] {
  const value = parameters.get('code_challenge');
  if (value === null) return null;
  const method = parameters.get('code_challenge_method') ?? 'plain';
  if (method !== 'S256' && method !== 'plain') {
    throw new AuthorizationError('invalid_request', 'Invalid code_challenge_method.');
  }
  if (!PKCE_VALUE.test(value)) throw new AuthorizationError('invalid_request', 'Invalid code_challenge.');
  return { value, method };
}
