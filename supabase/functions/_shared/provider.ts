import { readEnv, readProviderTimeout } from './env.ts';
import { keyHeaders, readSecretKey } from './keys.ts';
import { describeError } from './log.ts';
import { untilJobStops } from './office/job-limit.ts';

/** No usable answer; a retry may help: network, timeout, 5xx, rate limit, a running duplicate, or our keys. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable';
}

/** Too many calls. `retryAfterSeconds` is the pause that the provider asks for, if it names one. */
export class ProviderLimited extends ProviderUnavailable {
  override readonly name = 'ProviderLimited';
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds: number | undefined) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The provider refused the request (4xx): a retry cannot help. The message is the provider's description. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly code: string;
  readonly reason: string | undefined;

  constructor(description: string, code: string, reason: string | undefined) {
    super(description);
    this.code = code;
    this.reason = reason;
  }
}

/**
 * The provider's answer with any status and its `date` header; `answer` is undefined when it is not JSON, and `retryAfterSeconds` when no
 * pause in seconds is named.
 * @param call.name names the provider and the call in errors; must contain nothing secret
 * @throws ProviderUnavailable when no answer came within `call.timeoutMs`
 */
export async function callProvider(
  address: string,
  { name, timeoutMs, ...init }: RequestInit & { name: string; timeoutMs: number },
): Promise<{ status: number; date: string | null; answer: unknown; retryAfterSeconds: number | undefined }> {
  try {
    const response = await fetch(address, { ...init, signal: untilJobStops(AbortSignal.timeout(timeoutMs)) });
    return {
      status: response.status,
      date: response.headers.get('date'),
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

/**
 * Makes Auth send a link for a new password to an account's address. With the secret key, the call does not count
 * toward the limit of this server's address.
 * @throws ProviderUnavailable when Auth does not accept it now, for example within a minute of another such mail
 */
export async function askForRecoveryMail(email: string): Promise<void> {
  const address = new URL('/auth/v1/recover', readEnv('SUPABASE_URL'));
  address.searchParams.set('redirect_to', new URL('/reset-password', readEnv('SITE_URL')).href);
  const { status } = await callProvider(address.href, {
    name: 'The recovery mail of Auth',
    timeoutMs: readProviderTimeout(10_000),
    method: 'POST',
    headers: { ...keyHeaders(readSecretKey()), 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  if (status !== 200) throw new ProviderUnavailable(`The recovery mail of Auth was refused with status ${status}.`);
}
