import { Gauge, Histogram, type Registry } from 'prom-client';
import { statusClass } from '#rules/metrics.ts';
import { limitLabelSets } from './label-sets.ts';

export const FUNCTION_SECONDS = [0.05, 0.5, 2, 10];
/** Label sets beside the answers that are expected, which are those of success. */
export const FUNCTION_OTHER_SETS = 8;

export interface FunctionObserver {
  /** A call was answered, its wait for a place included. */
  answered(name: string, status: number, seconds: number): void;
}

/** @param waiting how many calls of each function wait for a place, asked at each scrape */
export function addFunctionMetrics(registry: Registry, waiting: () => ReadonlyMap<string, number>): FunctionObserver {
  const registers = [registry];
  const duration = new Histogram({
    name: 'point0_function_duration_seconds',
    help: 'Time until a server function answers, by function and status.',
    labelNames: ['function', 'status'],
    buckets: FUNCTION_SECONDS,
    registers,
  });
  new Gauge({
    name: 'point0_function_waiting',
    help: 'Calls of a function that wait for one of its places.',
    labelNames: ['function'],
    registers,
    collect() {
      this.reset();
      for (const [name, calls] of waiting()) this.set({ function: name }, calls);
    },
  });
  // Only functions that exist are answered, so their names are known.
  const labelsOf = limitLabelSets<{ function: string; status: string }>({
    expected: ({ status }) => status === '2xx',
    others: FUNCTION_OTHER_SETS,
    rest: ({ status }) => ({ function: 'other', status }),
  });
  return {
    answered: (name, status, seconds) =>
      duration.observe(labelsOf({ function: name, status: statusClass(status) }), seconds),
  };
}
