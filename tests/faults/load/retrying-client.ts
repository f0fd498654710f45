import type { AppClient } from '../../kit/app-client.ts';

/** As AppClient's, but status 0 where no answer came; a body that is no JSON is undefined. */
export interface TolerantAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the shape of the answer
  body: any;
}

/** What each call of our own was answered with, for the figures: `verify-payment 200`. */
export type Counters = Map<string, number>;

export async function callTolerantly(
  name: string,
  counters: Counters,
  call: () => ReturnType<AppClient['request']>,
): Promise<TolerantAnswer> {
  let answer: TolerantAnswer;
  try {
    answer = await call();
  } catch (error) {
    // Our own mistake is not a fault of the network.
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
    answer = { status: 0, body: undefined };
  }
  const key = `${name} ${answer.status === 0 ? 'no answer' : answer.status}`;
  counters.set(key, (counters.get(key) ?? 0) + 1);
  return answer;
}

/** The answers that no injected fault explains: every 500 but the provider's own, which are about paying. */
export function unexpectedErrors(counters: Counters): string[] {
  return [...counters]
    .filter(([key]) => / 500$/.test(key) && !key.startsWith('pay '))
    .map(([key, times]) => `${key}: ${times} times`);
}

export function describeCounters(counters: Counters): string {
  return [...counters]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, times]) => `${key}: ${times}`)
    .join(', ');
}
