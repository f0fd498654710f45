/** An error as Supabase Storage writes it: HTTP 400 with the real status in the body. */
export function storageError(statusCode: number, error: string, message: string, status = 400): Response {
  return Response.json(
    { statusCode: String(statusCode), error, message },
    { status, headers: { 'access-control-allow-origin': '*' } },
  );
}

/**
 * Library behaviour (0.10.0): its router unescapes a path before it compares, so that `/storage/v1/%6fbject/…` is an
 * upload to it, and none to whatever compares the path as it came.
 *
 * Correction: the request whose path has letters and digits unescaped, which RFC 3986 (6.2.2.2) says is the same
 * address.
 */
export function withPlainPath(request: Request): Request {
  const url = new URL(request.url);
  const plain = url.pathname.replaceAll(/%[0-9a-f]{2}/gi, (escaped) => {
    const letter = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : escaped;
  });
  if (plain === url.pathname) return request;
  url.pathname = plain;
  return new Request(url, request);
}
