/** Repeatable random numbers: a run that failed can be repeated with the seed that it printed. */
export interface SeededRandom {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** True so often out of a hundred. */
  chance(percent: number): boolean;
  pick<T>(list: readonly T[]): T;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (percent) => next() * 100 < percent,
    pick: <T>(list: readonly T[]) => {
      const one = list[below(list.length)];
      if (one === undefined) throw new Error('Nothing to pick from');
      return one;
    },
  };
}
