import { setTimeout as pause } from 'node:timers/promises';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { serverError } from './errors.ts';

/** Calls of the provider that can be told to misbehave. */
export const OPERATIONS = [
  'order.create',
  'order.fetch',
  'order.payments',
  'payment.fetch',
  'payment.capture',
  'payment.refunds',
  'refund.create',
  'refund.fetch',
  'webhook.deliver',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/**
 * `fail` answers `status` instead of doing the work, or, with `is_after`, after having done it: the lost answer.
 * `delay` waits `delay_ms` first. `repeat` and `reorder` are for `webhook.deliver`. `*` is every operation.
 */
export const faultShape = z.object({
  operation: z.enum([...OPERATIONS, '*']).default('*'),
  kind: z.enum(['fail', 'delay', 'repeat', 'reorder']),
  status: z.int().min(400).max(599).default(500),
  delay_ms: z.int().min(0).max(60_000).default(0),
  is_after: z.boolean().default(false),
  times: z.int().min(1).max(10_000).default(1),
});

interface FaultRow {
  kind: z.output<typeof faultShape>['kind'];
  status: number;
  delay_ms: number;
  is_after: boolean;
}

export type Faults = ReturnType<typeof createFaults>;

export function createFaults(sql: Sql) {
  /** Uses up one occurrence of the oldest fault of each of these kinds. */
  async function take(operation: Operation, kinds: string[]): Promise<FaultRow[]> {
    return sql<FaultRow[]>`
      update sandbox.razorpay_faults set times_left = times_left - 1
      where id in (
        select id from (
          select distinct on (kind) id from sandbox.razorpay_faults
          where operation in (${operation}, '*') and kind in ${sql(kinds)} and times_left > 0
          order by kind, id
        ) oldest
      ) and times_left > 0
      returning kind, status, delay_ms, is_after`;
  }

  return {
    async add(fault: z.output<typeof faultShape>): Promise<void> {
      await sql`
        insert into sandbox.razorpay_faults (operation, kind, status, delay_ms, is_after, times_left)
        values (${fault.operation}, ${fault.kind}, ${fault.status}, ${fault.delay_ms}, ${fault.is_after}, ${fault.times})`;
    },

    async clear(): Promise<void> {
      await sql`delete from sandbox.razorpay_faults`;
    },

    list: () => sql`
      select operation, kind, status, delay_ms, is_after, times_left from sandbox.razorpay_faults
      where times_left > 0 order by id`,

    /** Does `work` the way the faults say. Throws the failure that the caller sees. */
    async around<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
      const faults = await take(operation, ['fail', 'delay']);
      const delay = faults.find((fault) => fault.kind === 'delay');
      const failure = faults.find((fault) => fault.kind === 'fail');
      if (delay) await pause(delay.delay_ms);
      if (failure && !failure.is_after) throw serverError(failure.status as ContentfulStatusCode);
      const result = await work();
      if (failure) throw serverError(failure.status as ContentfulStatusCode);
      return result;
    },

    async disorder(): Promise<{ isRepeated: boolean; isReversed: boolean }> {
      const faults = await take('webhook.deliver', ['repeat', 'reorder']);
      const has = (kind: string) => faults.some((fault) => fault.kind === kind);
      return { isRepeated: has('repeat'), isReversed: has('reorder') };
    },
  };
}
