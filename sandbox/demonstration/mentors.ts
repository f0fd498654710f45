import type postgres from 'postgres';

/** The mentor whose login the first start prints, and the one who is invited. Both are in the catalogue. */
const LINKED = 'Ananya Deshpande';
const INVITED = 'Meher Lakdawala';

/** Minutes after midnight; 0 is Monday. */
const HOURS = [
  [0, 18 * 60, 21 * 60],
  [2, 18 * 60, 21 * 60],
  [4, 18 * 60, 21 * 60],
  [5, 10 * 60, 13 * 60],
] as const;

/**
 * Links the catalogue's mentor to an account, and has the mentor's hours offer times for four weeks, with some days off
 * and a special date. Before the open times of the other mentors are added, so that this one gets none by hand.
 */
export async function linkMentor(sql: postgres.TransactionSql, account: string): Promise<void> {
  const [mentor] = await sql<{ id: string }[]>`
    update public.mentor_private p set user_id = ${account}, email = u.email
    from auth.users u, public.mentors m
    where u.id = ${account} and m.id = p.mentor_id and m.name = ${LINKED} and m.is_demonstration
    returning p.mentor_id as id`;
  if (!mentor) throw new Error(`The catalogue has no mentor ${LINKED}`);
  const { id } = mentor;
  await sql`
    update public.mentors
    set session_minutes = 45, city = 'Pune', years_of_experience = 14, languages = '{en,hi,mr}'
    where id = ${id}`;
  await sql`
    update public.mentor_settings set window_weeks = 4, buffer_after_minutes = 15, max_per_week = 12
    where mentor_id = ${id}`;
  for (const [weekday, start, end] of HOURS) {
    await sql`
      insert into public.mentor_weekly_hours (mentor_id, weekday, start_minute, end_minute)
      values (${id}, ${weekday}, ${start}, ${end})`;
  }
  await sql`
    insert into public.mentor_time_off (mentor_id, first_day, last_day, note)
    values (${id}, private.today() + 17, private.today() + 19, 'Family wedding in Kolhapur')`;
  await sql`
    insert into public.mentor_date_overrides (mentor_id, date, ranges)
    values (${id}, private.today() + 14, '{[540,720)}')`;
  await sql`select private.generate_availability(${id})`;
}

/** Invites a mentor of the catalogue at the address of an account; the e-mail is in the mailbox a moment after the start. */
export async function inviteMentor(
  sql: postgres.TransactionSql,
  { email, administrator }: { email: string; administrator: string },
): Promise<void> {
  await sql`
    update public.mentor_private p set email = ${email}
    from public.mentors m where m.id = p.mentor_id and m.name = ${INVITED} and m.is_demonstration`;
  await sql`
    select private.invite_mentor(m.id, ${administrator}) from public.mentors m
    where m.name = ${INVITED} and m.is_demonstration`;
}
