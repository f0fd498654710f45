import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { z } from 'zod';

type FaultRow = { kind: string; status: number; delay_ms: number; is_after: boolean };

/**
 * What a stand-in can be told to do wrong. `fail` answers `status` instead of doing the work, or, with `is_after`,
 * after having done it: the lost answer. `delay` waits `delay_ms` first. Other kinds mean something to their stand-in
 * alone. `*` is every operation.
 */
export function faultShapeOf<const O extends string, const K extends string>(operations: O[], kinds: K[]) {
  return z.object({
    operation: z.union([z.literal('*'), z.enum(operations)]).default('*'),
    kind: z.enum(['fail', 'delay', ...kinds]),
    status: z.int().min(400).max(599).default(500),
    delay_ms: z.int().min(0).max(60_000).default(0),
    is_after: z.boolean().default(false),
    times: z.int().min(1).max(10_000).default(1),
  });
}

type Fault = z.output<ReturnType<typeof faultShapeOf<string, string>>>;

/**
 * The faults that wait to happen, kept in a table of schema `sandbox`.
 *
 * @param options.failure makes the error, in the provider's shape, that a call which fails throws
 */
export function createFaultList<O extends string>(options: {
  sql: Sql;
  table: 'razorpay_faults' | 'google_faults';
  failure: (status: number) => Error;
}) {
  const { sql, failure } = options;
  const table = sql(`sandbox.${options.table}`);

  /** Uses up one occurrence of the oldest fault of each of these kinds. */
  async function take(operation: O, kinds: string[]): Promise<FaultRow[]> {
    return sql<FaultRow[]>`
      update ${table} set times_left = times_left - 1
      where id in (
        select id from (
          select distinct on (kind) id from ${table}
          where operation in (${operation}, '*') and kind in ${sql(kinds)} and times_left > 0
          order by kind, id
        ) oldest
      ) and times_left > 0
      returning kind, status, delay_ms, is_after`;
  }

  return {
    take,

    async add(fault: Fault): Promise<void> {
      await sql`
        insert into ${table} (operation, kind, status, delay_ms, is_after, times_left)
        values (
          ${fault.operation}, ${fault.kind}, ${fault.status}, ${fault.delay_ms}, ${fault.is_after}, ${fault.times})`;
    },

    async clear(): Promise<void> {
      await sql`delete from ${table}`;
    },

    list: () => sql`
      select operation, kind, status, delay_ms, is_after, times_left from ${table}
      where times_left > 0 order by id`,

    /** Does `work` the way the faults say. Throws the failure that the caller sees. */
    async around<T>(operation: O, work: () => Promise<T>): Promise<T> {
      const faults = await take(operation, ['fail', 'delay']);
      const delay = faults.find((fault) => fault.kind === 'delay');
      const fault = faults.find((one) => one.kind === 'fail');
      if (delay) await pause(delay.delay_ms);
      if (fault && !fault.is_after) throw failure(fault.status);
      const result = await work();
      if (fault) throw failure(fault.status);
      return result;
    },
  };
}

/** The table of createFaultList. */
export function faultTable(name: 'razorpay_faults' | 'google_faults'): string {
  return `
      create table if not exists sandbox.${name} (
        id bigint generated always as identity primary key,
        operation text not null,
        kind text not null,
        status integer not null,
        delay_ms integer not null,
        is_after boolean not null,
        times_left integer not null
      );`;
}
