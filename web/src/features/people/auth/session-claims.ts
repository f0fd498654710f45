import { readClaims } from '#lib/session/token-claims.ts';

/** What an access token says about its session. Read for the interface alone: only the server checks the signature. */
export interface SessionClaims {
  sessionId: string | null;
  /** How the person proved who they are, each with when (seconds since 1970); null where Auth does not say. */
  methods: { method: string; timestamp: number }[] | null;
}

/** The claims of an access token; empty for a text that is no token. */
export function readSessionClaims(accessToken: string): SessionClaims {
  const { session_id: sessionId, amr } = readClaims(accessToken);
  return {
    sessionId: typeof sessionId === 'string' ? sessionId : null,
    methods: Array.isArray(amr) ? amr.filter(isMethod) : null,
  };
}

function isMethod(value: unknown): value is { method: string; timestamp: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    typeof value.method === 'string' &&
    'timestamp' in value &&
    typeof value.timestamp === 'number'
  );
}
