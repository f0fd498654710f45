import { setTimeout as wait } from 'node:timers/promises';

/** Why a process stops: a signal, or because it cannot go on. */
export type StopReason = 'SIGINT' | 'SIGTERM' | 'failure';

export interface Drain {
  /** Whether new requests should go to another host; requests that arrive are still served. */
  isDraining(): boolean;
  /** From now on `/readyz` says that the process drains. Returns when balancers have had time to see it. */
  begin(reason: StopReason): Promise<void>;
}

/**
 * The first part of an orderly stop (docs/product/operations.md#restarts). After Ctrl-C in a terminal there is no wait:
 * the person there is waiting, and such a process is behind no balancer.
 *
 * @param options.seconds the setting DRAIN_SECONDS
 * @param options.onBegin called at once
 */
export function createDrain(options: {
  seconds: number;
  onBegin?: () => void;
  isTerminal?: boolean;
  pause?: (milliseconds: number) => Promise<unknown>;
}): Drain {
  const { seconds, onBegin, isTerminal = process.stdout.isTTY === true, pause = wait } = options;
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    async begin(reason) {
      isDraining = true;
      onBegin?.();
      const isHurried = reason === 'failure' || (reason === 'SIGINT' && isTerminal);
      if (seconds > 0 && !isHurried) await pause(seconds * 1000);
    },
  };
}
