import { randomInt, randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { makeId } from '../razorpay/ids.ts';
import { absentMentors, addressOf, founders, phoneNumber, summary } from './history.ts';
import { planHistory } from './history-plan.ts';
import { type DemoContext, perform } from './history-steps.ts';
import type { SessionTime } from './session-times.ts';
import { rememberInStandIns } from './stand-ins.ts';

/**
 * Fills the back office for a demonstration: founders, ten weeks of bookings with all that belongs to them, sessions
 * to come, applications and reviews. What happened is done again in its order, by the database's own procedures and as
 * the person who did it, so that money, claims and the audit log agree; each step then gets the time at which it
 * happened, and the jobs that it left count as done. Two things are left over: an event that the calendar never got,
 * for an administrator to try again, and a refund that the next hours bring.
 *
 * Needs the catalogue, its open times and the stand-ins' tables. Call it once, in one transaction with the accounts.
 */
export async function seedBackOffice(
  sql: postgres.TransactionSql,
  people: { administrator: string; owner: string },
): Promise<void> {
  const now = new Date();
  const { mentors, offers } = await readMentors(sql);
  const accounts = await addFounders(sql, now);
  await dateAccount(sql, people.owner, daysBefore(now, 38));
  await dateAccount(sql, people.administrator, daysBefore(now, 76));
  await dateStep(sql, daysBefore(now, 76));
  // What the host's own start wrote comes before the history.
  await sql`update private.audit_log set at = ${daysBefore(now, 76)} where at < now() and seal_id is null`;
  // Sessions of the past are approved and cancelled once more, which this trigger refuses: their time is over.
  await sql`alter table public.bookings disable trigger guard_booking`;
  // What mentors earned gets the time of its session, which this trigger refuses.
  await sql`alter table private.mentor_ledger disable trigger keep_ledger`;
  // What people do, they do in a session, which has the id of its person here.
  const signedIn = [...new Set([...accounts.values(), people.owner, people.administrator])];
  await sql`insert into auth.sessions (id, user_id, aal) select p, p, 'aal1' from unnest(${signedIn}::uuid[]) p`;
  // The administrator of the past had no second step, also where this installation asks for it now.
  const [settings] = await sql`select admin_two_step from private.security_settings`;
  await sql`update private.security_settings set admin_two_step = 'optional'`;
  const sent: Promise<void>[] = [];
  const context: DemoContext = {
    sql,
    send: (statement, count) => {
      const done = statement.then((rows) => {
        if (count !== undefined && rows.count !== count) throw new Error('A step of the demonstration failed');
      });
      sent.push(done);
    },
    administrator: people.administrator,
    founders: accounts.set('owner', people.owner),
    mentors,
  };
  for (const step of planHistory({ now, offers, makeId, phoneNumber })) {
    perform(context, step);
    context.send(dateStep(sql, step.at));
  }
  await Promise.all(sent);
  await writeSummary(sql, now);
  await payMentors(sql, people.administrator);
  await dateStep(sql, new Date(now.getTime() - 30_000));
  await sql`delete from auth.sessions where id = any (${signedIn}::uuid[])`;
  await sql`update private.security_settings set admin_two_step = ${settings?.admin_two_step}`;
  await sql`
    update public.bookings b set created_at = y.captured_at from private.payments y where y.booking_id = b.id`;
  // A table with constraints that wait for the end of the transaction cannot be altered.
  await sql`set constraints all immediate`;
  await sql`alter table public.bookings enable trigger guard_booking`;
  await sql`alter table private.mentor_ledger enable trigger keep_ledger`;
  for (const { name, days } of absentMentors) {
    await sql`
      update public.mentors set is_taking_bookings = false, taking_bookings_from = private.today() + ${days}::integer
      where name = ${name}`;
  }
  await recordEvents(sql);
  await rememberInStandIns(sql);
}

/** The founder whose login is printed reads what the mentor wrote down of their session, and what they agreed to do. */
async function writeSummary(sql: postgres.TransactionSql, now: Date): Promise<void> {
  const [session] = await sql<{ id: string; endedAt: Date }[]>`
    select b.id, upper(b.during) as "endedAt" from public.bookings b join public.profiles p on p.id = b.user_id
    where b.mentor_name = ${summary.mentor} and p.name = ${summary.founder} and b.status = 'completed'
    order by b.date desc limit 1`;
  if (!session) throw new Error(`${summary.founder} had no session with ${summary.mentor}`);
  const at = new Date(Math.min(session.endedAt.getTime() + 7_200_000, now.getTime()));
  await sql`
    insert into public.session_summaries (booking_id, body, revision, shared_at, mails_sent, updated_at)
    values (${session.id}, ${summary.body}, 2, ${at}, 1, ${at})`;
  for (const { owner, text, isDone = false } of summary.items) {
    await sql`
      insert into public.action_items (booking_id, owner, text, done_at, created_at)
      values (${session.id}, ${owner}, ${text}, ${isDone ? new Date(at.getTime() + 86_400_000 * 3) : null}, ${at})`;
  }
}

/** An administrator paid the mentors for the month of six weeks ago and all before it. */
async function payMentors(sql: postgres.TransactionSql, administrator: string): Promise<void> {
  const claims = JSON.stringify({ sub: administrator, role: 'authenticated', session_id: administrator });
  await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`;
  const month = sql`(private.today() - 41)`;
  await sql`
    select public.mark_paid(
      p.mentor_id, ${month}, 'HDFCN' || (52026000000 + row_number() over (order by p.mentor_name)), p.payable_from,
      p.net_paise)
    from public.list_payouts(${month}) p
    where p.net_paise > 0`;
  await sql`select set_config('request.jwt.claims', '', true), set_config('role', 'none', true)`;
}

/** The payment provider told of each payment, as it does wherever its webhook is set. */
async function recordEvents(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    insert into private.webhook_events (id, event, payload, received_at, processed_at, outcome)
    select 'evt_' || left(md5(y.id), 14), 'payment.captured',
      jsonb_build_object(
        'event', 'payment.captured',
        'created_at', floor(extract(epoch from y.captured_at)),
        'payload', jsonb_build_object('payment', jsonb_build_object('entity', jsonb_build_object(
          'id', y.id, 'order_id', o.provider_order_id, 'amount', y.amount_paise, 'currency', y.currency,
          'status', 'captured', 'method', y.method
        )))
      ),
      y.captured_at, y.captured_at, 'booked'
    from private.payments y join private.payment_orders o on o.id = y.order_id`;
}

async function readMentors(sql: postgres.TransactionSql) {
  const rows = await sql<({ id: string; name: string; price: number } & SessionTime)[]>`
    select m.id, m.name, m.price, a.date::text, a.start_time::text as "startTime", a.end_time::text as "endTime"
    from public.mentors m join public.mentor_availability a on a.mentor_id = m.id
    where m.is_demonstration and a.hidden_because is null`;
  const mentors: DemoContext['mentors'] = new Map(rows.map(({ name, id, price }) => [name, { id, price }]));
  return { mentors, offers: Map.groupBy(rows, ({ name }) => name) };
}

/** Accounts without a password, so that no one can sign in to them. */
async function addFounders(sql: postgres.TransactionSql, now: Date): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [n, founder] of founders.entries()) {
    const id = randomUUID();
    const { key, name, startup } = founder;
    const email = addressOf(founder);
    const joined = new Date(daysBefore(now, founder.joined).getTime() - randomInt(86_400) * 1_000);
    await sql`
      insert into auth.users
        (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at)
      values (${id}, 'authenticated', 'authenticated', ${email}, ${joined},
        jsonb_build_object('provider', 'email', 'providers', array['email'], 'is_demonstration', true),
        jsonb_build_object('email', ${email}::text, 'name', ${name}::text, 'email_verified', true), ${joined})`;
    if (startup) {
      await sql`
        update public.profiles
        set phone = ${phoneNumber(n)}, startup_name = ${startup.name}, industry = ${startup.industry},
          idea = ${startup.idea}, profile_completed = true, vc_interest_submitted = true
        where id = ${id}`;
    }
    ids.set(key, id);
  }
  return ids;
}

async function dateAccount(sql: postgres.TransactionSql, id: string, at: Date): Promise<void> {
  await sql`update auth.users set created_at = ${at}, email_confirmed_at = ${at} where id = ${id}`;
  await sql`update public.profiles set created_at = ${at} where id = ${id}`;
}

/**
 * What was written since the last call happened at `at`; its jobs are done, unless they have their own time to come.
 */
function dateStep(sql: postgres.TransactionSql, at: Date): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    with changes as (update private.audit_log set at = ${at} where at = now()),
      refunds as (
        update private.refunds
        set created_at = ${at}, processed_at = case when processed_at is not null then ${at}::timestamptz + interval '9 hours' end
        where created_at = now()
      ),
      outcomes as (update private.request_outcomes set ended_at = ${at} where ended_at = now()),
      claims as (update private.slot_claims set released_at = ${at} where released_at >= now()),
      earnings as (update private.mentor_ledger set at = ${at} where at = now())
    update private.outbox set
      created_at = ${at},
      run_at = case when run_at <= now() + interval '10 seconds' then ${at} else run_at end,
      (state, attempts, finished_at) = (
        select case when is_due then 'done' else state end, case when is_due then 1 else attempts end,
          case when is_due then ${at}::timestamptz + interval '9 seconds' else finished_at end
        -- The invitations of an approval wait ten seconds.
        from (select state = 'ready' and run_at <= now() + interval '10 seconds' as is_due) d
      )
    where created_at = now()`;
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}
