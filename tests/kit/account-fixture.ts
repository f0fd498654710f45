/** Accounts as Auth leaves them: sessions, factors, alerts. For tests of account security in the database. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { claimsOf, createBuilders } from './builders.ts';

/** @param sql the superuser's connection */
export function openAccountFixture(sql: postgres.Sql) {
  const builders = createBuilders(sql);

  /** Runs statements in one of a person's sessions; the first one's id is the person's own. */
  function inSession<T>(
    userId: string,
    act: (by: postgres.TransactionSql) => Promise<T>,
    { session = userId, aal = 'aal1' }: { session?: string; aal?: 'aal1' | 'aal2' } = {},
  ): Promise<T> {
    return sql.begin(async (transaction) => {
      const claims = claimsOf(userId, { sessionId: session, aal });
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      await transaction`set local role authenticated`;
      return act(transaction);
    }) as Promise<T>;
  }

  return {
    inSession,
    addPerson: builders.addPerson,
    async addSession(userId: string, options: { userAgent?: string; ip?: string } = {}): Promise<string> {
      const id = randomUUID();
      await sql`
        insert into auth.sessions (id, user_id, aal, user_agent, ip)
        values (${id}, ${userId}, 'aal1', ${options.userAgent ?? null}, ${options.ip ?? null})`;
      return id;
    },
    async addFactor(userId: string, status: 'verified' | 'unverified' = 'verified'): Promise<string> {
      const id = randomUUID();
      await sql`
        insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status)
        values (${id}, ${userId}, ${id.slice(0, 8)}, 'totp', ${status})`;
      return id;
    },
    /** The session passed the second step. */
    async passSecondStep(session: string): Promise<void> {
      await sql`update auth.sessions set aal = 'aal2' where id = ${session}`;
    },
    /** The time in which a sign-in or a confirmation counts as a proof is over. */
    async loseProof(userId: string): Promise<void> {
      await sql`update auth.sessions set created_at = created_at - interval '6 minutes' where user_id = ${userId}`;
      await sql`delete from private.identity_proofs where user_id = ${userId}`;
    },
    async sessionsOf(userId: string): Promise<string[]> {
      const rows = await sql`select id from auth.sessions where user_id = ${userId} order by created_at`;
      return rows.map((row) => row.id);
    },
    async alertsOf(userId: string) {
      const rows = await sql<{ id: number; kind: string; email: string; detail: Record<string, unknown> }[]>`
        select a.id::int, a.kind, a.email, a.detail from private.account_alerts a
        join private.outbox o on o.key = 'account_alert:' || a.id and o.kind = 'account_alert'
        where a.user_id = ${userId} order by a.id`;
      return [...rows];
    },
    async kindsOf(userId: string): Promise<string[]> {
      const rows = await sql`select kind from private.account_alerts where user_id = ${userId} order by id`;
      return rows.map((row) => row.kind);
    },
  };
}
