import { readFile } from 'node:fs/promises';
import type postgres from 'postgres';
import type { SandboxLog } from '../log.ts';
import { createDemoAccounts, type DemoLogins, provideDemoLogins, resetDemoPasswords } from './accounts.ts';
import { type CalendarClient, connectCalendar, inviteMentor, linkMentor } from './mentors.ts';

const readSeed = (name: string) => readFile(new URL(`../../supabase/${name}`, import.meta.url), 'utf8');

/**
 * Fills the database for a demonstration: on the first start the catalogue, the accounts, the hours of
 * a mentor and a back office with bookings (see seedBackOffice), on every start open times up to 30 days ahead. Needs the migrations and the
 * stand-ins' tables. Hosts that start together on one database wait for each other.
 *
 * What an administrator changed or deleted stays so: all but the open times is written once, together with the
 * accounts.
 *
 * @param options.onFirst called before the catalogue is written
 * @param options.calendar connects the mentor's own calendar on the first start
 * @returns the accounts' logins; the passwords are those that the first start made, unless their owner changed them
 */
export async function seedDemonstration(options: {
  sql: postgres.Sql;
  dataDir: string;
  log: SandboxLog;
  onFirst?: () => void;
  calendar?: CalendarClient;
}): Promise<DemoLogins> {
  const { sql, dataDir, log, onFirst, calendar } = options;
  const { logins, areNew } = provideDemoLogins(dataDir);
  const emails = [logins.founder.email, logins.admin.email];
  let hasStarted = false;
  const added = await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtextextended('demonstration', 0))`;
    const [{ isFirst } = { isFirst: false }] = await transaction<{ isFirst: boolean }[]>`
      select not exists (select from auth.users where email in ${transaction(emails)}) as "isFirst"`;
    if (!isFirst) {
      // The file of logins was lost: passwords that are printed must work.
      if (areNew) await resetDemoPasswords(transaction, logins);
      return topUpDemonstrationSlots(transaction);
    }
    onFirst?.();
    hasStarted = true;
    // Every other start does without it.
    const { seedBackOffice } = await import('./back-office.ts');
    const accounts = await createDemoAccounts(transaction, logins);
    await transaction.unsafe(await readSeed('seed.sql')).simple();
    await linkMentor(transaction, accounts.mentor);
    const slots = await topUpDemonstrationSlots(transaction);
    await seedBackOffice(transaction, { administrator: accounts.admin, owner: accounts.founder });
    await inviteMentor(transaction, { email: logins.invitedMentor.email, administrator: accounts.admin });
    // The jobs of the night count again.
    await transaction`select private.write_counters(), private.write_answer_times(), private.write_days(true)`;
    return slots;
  });
  if (hasStarted && calendar) await connectCalendar(sql, logins.mentor.email, calendar);
  log.info({ slots: added }, 'topped up the demonstration calendar');
  return logins;
}

/**
 * Adds open times for the demonstration mentors who have set no hours, from the last day that each offers to 30 days ahead. Sold, held and
 * removed times stay as they are; on the same day a second call adds nothing.
 *
 * @returns how many were added
 */
export async function topUpDemonstrationSlots(sql: postgres.ISql): Promise<number> {
  const { count } = await sql.unsafe(await readSeed('seed-slots.sql'));
  return count;
}
