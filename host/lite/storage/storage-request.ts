/** An error as Supabase Storage writes it: HTTP 400 with the real status in the body. */
export function storageError(
  statusCode: number,
  error: string,
  message: string,
  status = 400,
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { statusCode: String(statusCode), error, message },
    { status, headers: { 'access-control-allow-origin': '*', ...headers } },
  );
}

/** As Storage answers where a policy allows nothing. */
export function refusedByPolicy(): Response {
  return storageError(403, 'Unauthorized', 'new row violates row-level security policy');
}

/**
 * Library behaviour (0.10.0): its router unescapes a path before it compares. So `/storage/v1/%6fbject/…` is an upload
 * to the router, but not to code that compares the path as it came.
 *
 * Correction: escaped letters and digits in the path are unescaped, which by RFC 3986 (6.2.2.2) gives the same address.
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

/**
 * Library behaviour (0.10.0): a key with a NUL character, or with bytes that are not UTF-8, is sent to Postgres, which
 * can store neither. The answer is 500, and the log has an error although the host did nothing wrong.
 *
 * Correction: such a key is refused first, in a path and in a body.
 */
export function hasStorablePath(pathname: string): boolean {
  try {
    return isStorable(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

/** The same check for every text in a JSON body; the library gets a body that is not JSON. */
export function hasStorableKeys(body: Uint8Array): boolean {
  let isGood = true;
  try {
    JSON.parse(Buffer.from(body).toString(), (name, value) => {
      if (!isStorable(name) || (typeof value === 'string' && !isStorable(value))) isGood = false;
      return value;
    });
  } catch {
    return true;
  }
  return isGood;
}

/** More names than any request of ours has: each costs the library several statements. */
const MOST_NAMES = 20;

/** Whether a request to delete or to sign names only a few files. */
export function hasFewNames(body: Uint8Array): boolean {
  try {
    const asked: { prefixes?: unknown; paths?: unknown } = Object(JSON.parse(Buffer.from(body).toString()));
    return [asked.prefixes, asked.paths].every((names) => !Array.isArray(names) || names.length <= MOST_NAMES);
  } catch {
    return true;
  }
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
