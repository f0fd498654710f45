/** What an access token claims; empty for a text that is no token. For the interface alone: only the server checks it. */
export function readClaims(accessToken: string): Readonly<Record<string, unknown>> {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
