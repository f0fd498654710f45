/**
 * Library behaviour (0.10.0): the first REST request that finds a table with row-level security runs `GRANT ALL ON ALL
 * TABLES` and `ALTER DEFAULT PRIVILEGES … GRANT ALL` for anon and authenticated in every schema that has such a table.
 * That undoes each REVOKE of our migrations, in schema `private` too.
 *
 * Correction: `bootstrapDatabase` makes the roles and grants, so the connection is told that this step is done. The
 * state is a private field that the library never writes again once it is set.
 */
import type { PostgresConnection } from '@supabase/lite/postgres';

export function keepOurGrants(connection: PostgresConnection): void {
  Reflect.set(connection, 'rlsState', 'active');
}
