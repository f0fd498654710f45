/**
 * Library behaviour (0.10.0): before each request's query, role and claims are set one by one: five or six round trips to
 * the database, five more for an RPC. `request.jwt.claim.email` is never set, so its own `auth.email()` is always NULL.
 *
 * Correction: one statement for all of them. The settings are local to the request's transaction, as before.
 */
import type { PostgresConnection } from '@supabase/lite/postgres';
import { CompiledQuery, type Kysely } from 'kysely';

interface RequestVariables {
  auth?: { uid?: unknown; role?: unknown; jwt?: Record<string, unknown> | null };
  storage?: { operation?: unknown };
}

interface RpcRequest {
  method: string;
  path: string;
  requestHeaders?: Record<string, string>;
}

export function setSessionContextAtOnce(connection: PostgresConnection): void {
  Reflect.set(
    connection,
    'applyJwtSessionContext',
    (transaction: Kysely<unknown>, variables: RequestVariables) => {
      const role = String(variables.auth?.role || 'anon');
      const claims = variables.auth?.jwt;
      return setLocally(transaction, {
        'request.jwt.claim.sub': String(variables.auth?.uid ?? ''),
        'request.jwt.claim.role': role,
        'request.jwt.claim.email': typeof claims?.email === 'string' ? claims.email : '',
        'request.jwt.claims': claims ? JSON.stringify(claims) : '',
        'storage.operation': String(variables.storage?.operation ?? ''),
        // Last: from here on the transaction has only the request's own rights.
        role,
      });
    },
  );
  Reflect.set(connection, 'applyRpcRequestGucs', (transaction: Kysely<unknown>, request: RpcRequest) =>
    setLocally(transaction, {
      'response.status': '',
      'response.headers': '',
      'request.method': request.method,
      'request.path': request.path,
      'request.headers': JSON.stringify(request.requestHeaders ?? {}),
    }),
  );
}

async function setLocally(transaction: Kysely<unknown>, settings: Record<string, string>): Promise<void> {
  const calls = Object.keys(settings).map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  await transaction.executeQuery(
    CompiledQuery.raw(`select ${calls.join(', ')}`, Object.entries(settings).flat()),
  );
}
