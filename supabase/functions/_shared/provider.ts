import { describeError } from './log.ts';

/** What the clients of outside services have in common. */

/**
 * No usable answer, and none can be concluded from: network, timeout, 5xx, rate limit, a running duplicate, our
 * keys.
 */
export class ProviderUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProviderUnavailable';
  }
}

/** Too many calls for now. `retryAfterSeconds` is what the provider asks us to wait, where it says so. */
export class ProviderLimited extends ProviderUnavailable {
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds: number | undefined) {
    super(message);
    this.name = 'ProviderLimited';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The provider understood the request and says no (4xx): asking again is of no use. The message is its description. */
export class ProviderRefused extends Error {
  readonly code: string;
  readonly reason: string | undefined;

  constructor(description: string, code: string, reason: string | undefined) {
    super(description);
    this.name = 'ProviderRefused';
    this.code = code;
    this.reason = reason;
  }
}

/**
 * The provider's answer, whatever its status; `answer` is undefined when it is not JSON, and `retryAfterSeconds`
 * when it names no pause in seconds.
 *
 * @param call.name how an error names the provider and what was asked of it, without anything secret
 * @param call.timeoutMs after which no answer is no answer
 * @throws ProviderUnavailable when there is none
 */
export async function callProvider(
  address: string,
  { name, timeoutMs, ...init }: RequestInit & { name: string; timeoutMs: number },
): Promise<{ status: number; answer: unknown; retryAfterSeconds: number | undefined }> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    return {
      status: response.status,
      answer: parseJson(await response.text()),
      retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    };
  } catch (error) {
    throw new ProviderUnavailable(`${name} did not answer: ${describeError(error)}`);
  }
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
