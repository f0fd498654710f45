import { ApiError } from '#lib/api-error.ts';

/** How far an upload is. */
export interface Sent {
  bytes: number;
  total: number;
}

/**
 * Nothing moves for this long: the connection is gone, though no error said so. Longer than the server takes to store
 * a file.
 */
const STALL_MS = 60_000;

export function percentOf({ bytes, total }: Sent): number {
  return total > 0 ? Math.floor((bytes / total) * 100) : 0;
}

/**
 * Uploads a file in one request, and tells how far it is, which `fetch` cannot. It starts anew where it is tried
 * again: uploads that resume (TUS) are hosted Supabase's alone, and 20 MB are soon sent.
 *
 * @throws ApiError: `unreachable` with the percentage that had left when the connection was lost, `refused` with
 *   the status that storage means, whichever HTTP carries; and the signal's reason
 */
export function uploadFile(
  file: Blob,
  options: { address: string; headers: Record<string, string>; signal: AbortSignal; onProgress: (sent: Sent) => void },
): Promise<void> {
  const { address, headers, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let sent: Sent = { bytes: 0, total: file.size };
    let stall: ReturnType<typeof setTimeout>;
    const report = (next: Sent) => {
      sent = next;
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), STALL_MS);
      onProgress(sent);
    };
    const stop = () => request.abort();
    const lose = () =>
      reject(signal.aborted ? signal.reason : new ApiError('unreachable', { percent: percentOf(sent) }));
    request.upload.onprogress = ({ loaded, total }) => report({ bytes: loaded, total });
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(new ApiError('refused', { status: meantStatus(request), reason: request.responseText }));
    request.onerror = lose;
    request.onabort = lose;
    request.onloadend = () => {
      clearTimeout(stall);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    report(sent);
    request.send(file);
  });
}

/** Hosted storage answers 400 for much, and says in the body what it means. */
function meantStatus({ status, responseText }: XMLHttpRequest): number {
  try {
    const { statusCode }: { statusCode?: unknown } = Object(JSON.parse(responseText));
    return Number(statusCode) || status;
  } catch {
    return status;
  }
}
