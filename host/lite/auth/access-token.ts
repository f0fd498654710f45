/** Claims of an access token that the library has verified or made; nothing is checked here. */
export function readClaims(accessToken: string): { sub?: string; session_id?: string } {
  const payload = accessToken.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as {
    sub?: string;
    session_id?: string;
  };
}
