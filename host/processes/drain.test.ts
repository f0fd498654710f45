import { expect, test } from 'vitest';
import { createDrain, type StopReason } from './drain.ts';

async function begin(reason: StopReason, { seconds = 5, isTerminal = false } = {}) {
  const events: (string | number)[] = [];
  const drain = createDrain({
    seconds,
    isTerminal,
    onBegin: () => events.push('begins'),
    pause: async (milliseconds) => events.push(milliseconds),
  });
  expect(drain.isDraining()).toBe(false);
  const begun = drain.begin(reason);
  // Before any wait.
  expect([drain.isDraining(), events[0]]).toEqual([true, 'begins']);
  await begun;
  return events;
}

test('a stop says at once that it drains, and waits for balancers as long as the setting says', async () => {
  expect(await begin('SIGTERM')).toEqual(['begins', 5_000]);
  expect(await begin('SIGTERM', { isTerminal: true })).toEqual(['begins', 5_000]);
  expect(await begin('SIGINT')).toEqual(['begins', 5_000]);
});

test('a stop does not wait where nobody needs the wait', async () => {
  expect(await begin('SIGINT', { isTerminal: true })).toEqual(['begins']);
  expect(await begin('failure')).toEqual(['begins']);
  expect(await begin('SIGTERM', { seconds: 0 })).toEqual(['begins']);
});
