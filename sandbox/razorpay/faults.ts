import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Sql } from 'postgres';
import { createFaultList, faultShapeOf } from '../faults.ts';
import { serverError } from './errors.ts';

/** Calls of the provider that can be told to misbehave. */
const OPERATIONS = [
  'order.create',
  'order.fetch',
  'order.payments',
  'payment.list',
  'payment.fetch',
  'payment.capture',
  'payment.refunds',
  'refund.list',
  'refund.create',
  'refund.fetch',
  'webhook.deliver',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/**
 * `repeat`, `reorder` and `lose` are for `webhook.deliver` (a lost event never arrives, and never comes again), `pend`
 * for `refund.create`.
 */
export const faultShape = faultShapeOf([...OPERATIONS], ['repeat', 'reorder', 'lose', 'pend']);

export type Faults = ReturnType<typeof createFaults>;

export function createFaults(sql: Sql) {
  const faults = createFaultList<Operation>({
    sql,
    table: 'razorpay_faults',
    failure: (status) => serverError(status as ContentfulStatusCode),
  });
  return {
    ...faults,

    async isRefundPending(): Promise<boolean> {
      return (await faults.take('refund.create', ['pend'])).length > 0;
    },

    async disorder(): Promise<{ isRepeated: boolean; isReversed: boolean; isLost: boolean }> {
      const taken = await faults.take('webhook.deliver', ['repeat', 'reorder', 'lose']);
      const has = (kind: string) => taken.some((fault) => fault.kind === kind);
      return { isRepeated: has('repeat'), isReversed: has('reorder'), isLost: has('lose') };
    },
  };
}
