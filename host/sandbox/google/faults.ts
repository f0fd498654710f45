import type { Sql } from 'postgres';
import { createFaultList, faultShapeOf } from '../faults.ts';
import { faultFailure } from './errors.ts';

/** What can be told to misbehave: the consent page, and calls of the provider. */
const OPERATIONS = ['authorize', 'token', 'certs', 'userinfo'] as const;

export const faultShape = faultShapeOf([...OPERATIONS], []);

export type Faults = ReturnType<typeof createFaults>;

export function createFaults(sql: Sql) {
  return createFaultList<(typeof OPERATIONS)[number]>({ sql, table: 'google_faults', failure: faultFailure });
}
