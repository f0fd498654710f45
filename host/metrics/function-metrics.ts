import { Gauge, Histogram, type Registry } from 'prom-client';
import { statusClass } from '#rules/office/metrics.ts';
import { limitLabelSets } from './label-sets.ts';

const FUNCTION_SECONDS = [0.05, 0.5, 2, 10];
/** How many functions get series of their own, in the order of their first answers; the others share `other`. */
const FUNCTIONS_TOLD_APART = 24;
/** Label sets beside the expected ones, which are those of successful answers. */
const FUNCTION_OTHER_SETS = 8;

export interface FunctionObserver {
  /** A call was answered; the seconds include its wait for a place. */
  answered(name: string, status: number, seconds: number): void;
}

/** @param waiting how many calls of each function wait for a place, asked at each scrape */
export function addFunctionMetrics(registry: Registry, waiting: () => ReadonlyMap<string, number>): FunctionObserver {
  const registers = [registry];
  const functionOf = limitLabelSets<{ function: string }>({
    expected: () => false,
    others: FUNCTIONS_TOLD_APART,
    rest: () => ({ function: 'other' }),
  });
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
      for (const [name, calls] of waiting()) this.inc(functionOf({ function: name }), calls);
    },
  });
  const labelsOf = limitLabelSets<{ function: string; status: string }>({
    expected: ({ status }) => status === '2xx',
    others: FUNCTION_OTHER_SETS,
    rest: ({ status }) => ({ function: 'other', status }),
  });
  return {
    answered: (name, status, seconds) =>
      duration.observe(labelsOf({ ...functionOf({ function: name }), status: statusClass(status) }), seconds),
  };
}
