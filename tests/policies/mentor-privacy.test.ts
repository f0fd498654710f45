/** A mentor's address reaches administrators only: by no table, column, join or function does anyone else read it. */
import { beforeAll, expect, test } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { attempt, personas, rehearse } from '#tests/kit/personas.ts';
import { mentorEmail, rowIds, seedPolicyFixtures } from './policy-fixtures.ts';

const database = provideTestDatabase();
beforeAll(async () => {
  await seedPolicyFixtures(database.sql);
});

/** Everything that a persona can read in schema public, as text. */
function readEverything(persona: (typeof personas)[number]): Promise<string> {
  return rehearse(database.sql, async (sql, become) => {
    await sql`grant all on all tables in schema public to anon, authenticated`;
    const tables = await sql`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`;
    await become(persona);
    const parts: string[] = [];
    for (const { name } of tables) {
      parts.push(JSON.stringify(await sql`select to_jsonb(t) as row from ${sql(name)} t`));
    }
    const calls = [
      () => sql`select to_jsonb(m) as row from public.mentors m join public.mentor_private p on p.mentor_id = m.id`,
      () => sql`select p.* from public.bookings b join public.mentor_private p on p.mentor_id = b.mentor_id`,
      () => sql`select * from public.search_mentors()`,
      () => sql`select * from public.search_mentors(p_search => ${mentorEmail})`,
      () => sql`select * from public.mentor_slots(${rowIds.mentor})`,
    ];
    for (const call of calls) parts.push(JSON.stringify(await call()));
    return parts.join('\n');
  });
}

test.each(personas)('%s reads a mentor’s address as an administrator only', async (persona) => {
  const everything = await readEverything(persona);
  expect(everything).toContain('Dev Mentor');
  expect(everything.includes(mentorEmail)).toBe(persona === 'administrator');
});

const OF_SESSIONS = ['How do I price a pilot?', 'Of the founder', 'We agreed on a price for it.', 'Call customers'];

test('a visitor and another mentor read no brief, note, summary or item of a session by any table', async () => {
  const own = await readEverything('founder');
  for (const marker of OF_SESSIONS) expect(own).toContain(marker);
  for (const persona of ['visitor', 'otherMentor'] as const) {
    const everything = await readEverything(persona);
    for (const marker of OF_SESSIONS) {
      expect([persona, marker, everything.includes(marker)]).toEqual([persona, marker, false]);
    }
  }
});

test('the check of mentors’ addresses would notice an open policy', async () => {
  await database.sql`create policy "Mutation" on public.mentor_private for select to authenticated using (true)`;
  try {
    expect(await readEverything('founder')).toContain(mentorEmail);
  } finally {
    await database.sql`drop policy "Mutation" on public.mentor_private`;
  }
});

/**
 * function-grants.test.ts shows that a function whose first line is one of these answers administrators, or mentors about
 * themselves, alone. my_mentor_id answers the caller's own id.
 */
const CLOSED = 'private\\.require_(admin|mentor|present_mentor|mentor_or_admin)\\(';

test('no function that founders may use mentions the table', async () => {
  const rows = await database.sql`
    select p.oid::regprocedure::text as function from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and has_function_privilege('authenticated', p.oid, 'execute') and p.prosrc ilike '%mentor_private%'
      and p.prosrc !~ ${CLOSED} and p.proname <> 'my_mentor_id'`;
  expect(rows).toEqual([]);
});

test('the audit log names a changed address without its value', async () => {
  await rehearse(database.sql, async (sql, become) => {
    await become('administrator');
    await sql`update public.mentor_private set email = 'second@private.example' where mentor_id = ${rowIds.mentor}`;
    const [entry] = await sql`select * from public.list_audit_log(1)`;
    expect(entry).toMatchObject({ table_name: 'mentor_private', row_id: rowIds.mentor, changes: { email: null } });
    await become('founder');
    const { error } = await attempt(sql, (inner) => inner`select * from public.list_audit_log(1)`);
    expect(error?.message).toBe('admin_only');
  });
});
