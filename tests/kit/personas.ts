/**
 * The people that policies tell apart, and how to act as one. The same six serve tests in SQL and over HTTP: an API
 * test signs `claimsOf(persona)` as its access token.
 */
import type postgres from 'postgres';
import { createBuilders, claimsOf as personClaims } from '#tests/kit/builders.ts';

export const personas = ['visitor', 'founder', 'otherFounder', 'mentor', 'otherMentor', 'administrator'] as const;
export type Persona = (typeof personas)[number];

interface Person {
  id: string;
  email: string;
  name: string;
}

/** Everyone but the visitor, who has no account. */
export const people: Record<Exclude<Persona, 'visitor'>, Person> = {
  founder: { id: 'f0000000-0000-4000-8000-000000000001', email: 'asha@startup.example', name: 'Asha Founder' },
  otherFounder: { id: 'f0000000-0000-4000-8000-000000000002', email: 'ravi@startup.example', name: 'Ravi Founder' },
  mentor: { id: 'd0000000-0000-4000-8000-000000000001', email: 'dev@mentors.example', name: 'Dev Mentor' },
  otherMentor: { id: 'd0000000-0000-4000-8000-000000000002', email: 'isha@mentors.example', name: 'Isha Mentor' },
  administrator: {
    id: 'a0000000-0000-4000-8000-000000000001',
    email: 'admin@point0.example',
    name: 'Meera Administrator',
  },
};

interface Claims {
  role: string;
  sub?: string;
  email?: string;
  session_id?: string;
  aal?: string;
}

/** The claims of the persona's access token, as Supabase Auth and Supabase Lite issue them. */
export function claimsOf(persona: Persona): Claims {
  if (persona === 'visitor') return { role: 'anon' };
  const { id, email } = people[persona];
  return { ...personClaims(id), email };
}

/**
 * Makes the five accounts. Those of the mentors are ordinary ones until `linkMentor` (builders.ts) links them. `sql` is
 * the superuser's.
 */
export async function seedPeople(sql: postgres.Sql): Promise<void> {
  const { addPerson } = createBuilders(sql);
  for (const [persona, person] of Object.entries(people))
    await addPerson({ ...person, isAdministrator: persona === 'administrator' });
}

class RollBack extends Error {}

/**
 * Runs `act` in a transaction that is rolled back afterwards, with a way to become a persona for some statements and
 * the superuser for others (to look at what a persona did).
 */
export async function rehearse<T>(
  sql: postgres.Sql,
  act: (transaction: postgres.TransactionSql, become: (who: Persona | 'superuser') => Promise<void>) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await sql.begin(async (transaction) => {
      result = { value: await act(transaction, (who) => become(transaction, who)) };
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
  }
  if (!result) throw new Error('The rehearsal ended without a result.');
  return result.value;
}

/** Sets what PostgREST and Supabase Lite set for a request. */
async function become(transaction: postgres.TransactionSql, who: Persona | 'superuser'): Promise<void> {
  await transaction`reset role`;
  const claims: Partial<Claims> = who === 'superuser' ? {} : claimsOf(who);
  await transaction`select
    set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true),
    set_config('request.jwt.claim.role', ${claims.role ?? ''}, true)`;
  if (claims.role) await transaction.unsafe(`set local role ${claims.role}`);
}

export type Attempt =
  | { rows: postgres.RowList<postgres.Row[]>; error?: undefined }
  | { rows?: undefined; error: postgres.PostgresError };

/** Runs one statement so that its refusal does not abort the transaction. */
export async function attempt(
  transaction: postgres.TransactionSql,
  statement: (savepoint: postgres.TransactionSql) => Promise<postgres.RowList<postgres.Row[]>>,
): Promise<Attempt> {
  try {
    return { rows: await transaction.savepoint((savepoint) => statement(savepoint)) };
  } catch (error) {
    if (error instanceof Error && error.name === 'PostgresError') return { error: error as postgres.PostgresError };
    throw error;
  }
}
