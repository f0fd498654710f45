import type postgres from 'postgres';

/**
 * Makes sure that one mentor is not invented, and cannot be seen. Without it what is invented counts until another test
 * adds a mentor, and figures that a test wrote disappear.
 */
export async function addRealMentor(sql: postgres.ISql): Promise<void> {
  await sql`
    insert into public.mentors (name, price, min_notice_minutes, listing_state) values ('Not invented', 0, 120, 'draft')`;
}
