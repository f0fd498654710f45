/**
 * Payouts: what is paid, once, and frozen (docs/product/earnings.md#payouts); monthly statements
 * (docs/product/earnings.md#statements).
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

let references = 0;
function utr(): string {
  references += 1;
  return `UTR0000000${String(references).padStart(4, '0')}`;
}
let days = 2;

/** The first day of the month that many months ago. */
async function month(ago: number): Promise<string> {
  const [row] = await db.sql`
    select (date_trunc('month', private.today()) - ${ago} * interval '1 month')::date::text as month`;
  return row?.month;
}

/** A session that took place in the month that many months ago: its line is dated there past the rule that keeps lines. */
async function addHeldSession(mentorId: string, ago: number) {
  days += 1;
  const slot = await db.addSlot(mentorId, days, '10:00', '11:00');
  const founder = await db.addFounder();
  const { bookingId, paymentId } = await db.buy(founder, slot);
  await db.setStatus(db.admin, bookingId, 'confirmed');
  await db.setStatus(db.admin, bookingId, 'completed');
  await dateLines(bookingId, ago);
  return { bookingId, paymentId, founder };
}

async function dateLines(bookingId: string, ago: number, kind = 'session'): Promise<void> {
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      update private.mentor_ledger set at = private.month_start(${await month(ago)}::date) + interval '9 days 10 hours'
      where booking_id = ${bookingId} and kind = ${kind}`;
  });
}

/** As the administrator, of the balance that the list shows unless another is given. */
async function pay(
  mentorId: string,
  ago: number,
  options: { utr?: string; expected?: number; paidOn?: string; by?: string } = {},
) {
  const period = await month(ago);
  const [row] = await db.as(db.admin)`select net_paise::int as net from public.list_payouts(${period}::date)
    where mentor_id = ${mentorId}`;
  const expected = options.expected ?? row?.net ?? 0;
  const [paid] = await db.as(options.by ?? db.admin)`
    select public.mark_paid(${mentorId}, ${period}::date, ${options.utr ?? utr()},
      coalesce(${options.paidOn ?? null}::date, private.today()), ${expected}) as id`;
  return paid?.id as string;
}

async function statement(mentorId: string, ago: number) {
  const [row] = await db.as(db.admin)`select public.statement(${mentorId}, ${await month(ago)}::date) as statement`;
  return row?.statement;
}

test('a payout pays the unpaid lines up to the month’s end, once, however often two administrators record it', async () => {
  const mentorId = await db.addMentor();
  await addHeldSession(mentorId, 3);
  await addHeldSession(mentorId, 2);
  await addHeldSession(mentorId, 0);
  const { id: other } = await createBuilders(db.sql).addPerson({ isAdministrator: true });
  const attempts = await outcomes(
    Array.from({ length: 6 }, (_, n) => pay(mentorId, 2, { expected: 700_000, by: n % 2 ? db.admin : other })),
  );
  expect(attempts.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(attempts.filter((outcome) => outcome === 'PT409 already_paid')).toHaveLength(5);
  const [sum] = await db.sql`
    select count(*)::int as payouts, sum(net_paise)::int as net from private.mentor_payouts where mentor_id = ${mentorId}`;
  expect(sum).toEqual({ payouts: 1, net: 700_000 });
  const [earnings] = await db.as(db.admin)`select public.my_earnings(${mentorId}) as earnings`;
  expect(earnings?.earnings).toMatchObject({ unpaid_paise: 350_000, fee_bps: 0 });
});

test('an amount that changed since the screen was read is refused', async () => {
  const mentorId = await db.addMentor();
  const { bookingId } = await addHeldSession(mentorId, 2);
  await addHeldSession(mentorId, 2);
  await db.recordIncident(bookingId, 'technical_issue', { expected: 'full' });
  await expect(pay(mentorId, 2, { expected: 700_000 })).rejects.toThrow('payout_changed');
  // The refunded session is not paid, though it was taken back after the month.
  await pay(mentorId, 2, { expected: 350_000 });
  const [unpaid] = await db.sql`
    select count(*)::int as lines from private.mentor_ledger where mentor_id = ${mentorId} and payout_id is null`;
  expect(unpaid?.lines).toBe(0);
});

test('what a payout cannot be is refused with a reason', async () => {
  const mentorId = await db.addMentor();
  await addHeldSession(mentorId, 2);
  const attempts: [Parameters<typeof pay>[2], string][] = [
    [{ utr: 'SHORT' }, 'utr_not_valid'],
    [{ utr: 'UTR-00000001' }, 'utr_not_valid'],
    [{ paidOn: '2001-01-01' }, 'paid_on_not_valid'],
    [{ paidOn: '2099-01-01' }, 'paid_on_not_valid'],
  ];
  for (const [options, code] of attempts) await expect(pay(mentorId, 2, options)).rejects.toThrow(code);
  await expect(pay(mentorId, 0)).rejects.toThrow('period_open');
  await expect(pay(mentorId, -2)).rejects.toThrow('month_not_valid');
  await expect(pay(randomUUID(), 2)).rejects.toThrow('mentor_not_found');
  await expect(pay(await db.addMentor(), 2, { expected: 1 })).rejects.toThrow('nothing_to_pay');
  const reference = utr();
  await pay(mentorId, 2, { utr: reference.toLowerCase() });
  await addHeldSession(mentorId, 1);
  const [{ day }] = (await db.sql`select extract(day from private.today())::int as day`) as unknown as [
    { day: number },
  ];
  if (day >= 4) await expect(pay(mentorId, 1, { utr: reference })).rejects.toThrow('utr_used');
});

test('a refund after the payout changes a later statement, not the printed one', async () => {
  const mentorId = await db.addMentor();
  const { bookingId } = await addHeldSession(mentorId, 2);
  await pay(mentorId, 2);
  const before = await statement(mentorId, 2);
  await db.recordIncident(bookingId, 'technical_issue', { expected: 'full' });
  expect(await statement(mentorId, 2)).toEqual(before);
  expect(await statement(mentorId, 0)).toMatchObject({ opening_paise: 350_000, closing_paise: -350_000 });
  const [row] = await db.as(db.admin)`select public.my_earnings(${mentorId}) as earnings`;
  expect(row?.earnings.unpaid_paise).toBe(-350_000);
});

test('a statement has no name that was made from the founder’s address', async () => {
  const mentorId = await db.addMentor();
  const { founder } = await addHeldSession(mentorId, 2);
  const nameAs = async (name: string) => {
    await db.sql`update public.profiles set name = ${name}, email = 'secret.founder@startup.example' where id = ${founder}`;
    return (await statement(mentorId, 2)).lines[0].founder_name;
  };
  expect(await nameAs('secret.founder')).toBeNull();
  expect(await nameAs('secret.founder@startup.example')).toBeNull();
  expect(await nameAs('Asha Verma')).toBe('Asha Verma');
});

test('the statements of all months add up to the ledger and its payouts', async () => {
  const mentorId = await db.addMentor();
  for (const ago of [5, 4, 4, 2, 0]) await addHeldSession(mentorId, ago);
  await pay(mentorId, 4);
  let closing = 0;
  for (const ago of [5, 4, 3, 2, 1, 0]) {
    const { opening_paise, closing_paise, lines, payouts } = await statement(mentorId, ago);
    expect(opening_paise).toBe(closing);
    const earned = lines.reduce((sum: number, line: { net_paise: number }) => sum + line.net_paise, 0);
    const paid = payouts.reduce((sum: number, payout: { net_paise: number }) => sum + payout.net_paise, 0);
    expect(closing_paise).toBe(closing + earned - paid);
    closing = closing_paise;
  }
  const [ledger] = await db.sql`
    select (sum(net_paise) filter (where payout_id is null))::int as unpaid from private.mentor_ledger
    where mentor_id = ${mentorId}`;
  expect(closing).toBe(ledger?.unpaid);
});

test('a mistyped reference is corrected with a reason, and nothing else of a payout', async () => {
  const mentorId = await db.addMentor();
  await addHeldSession(mentorId, 2);
  const payoutId = await pay(mentorId, 2);
  const right = utr();
  await expect(db.as(db.admin)`select public.correct_payout_reference(${payoutId}, ${right}, 'no')`).rejects.toThrow(
    'reason_text_length',
  );
  await db.as(db.admin)`select public.correct_payout_reference(${payoutId}, ${right}, 'Two digits were swapped')`;
  const [entry] = await db.as(db.admin)`select * from public.list_audit_log(1)`;
  expect(entry).toMatchObject({ table_name: 'mentor_payouts', changes: { reason: 'Two digits were swapped' } });
  await expect(db.sql`update private.mentor_payouts set net_paise = 1 where id = ${payoutId}`).rejects.toThrow('final');
  await expect(db.sql`delete from private.mentor_payouts where id = ${payoutId}`).rejects.toThrow('payout_is_final');
});

test('a line that was changed after its payout is noticed', async () => {
  const mentorId = await db.addMentor();
  const { bookingId } = await addHeldSession(mentorId, 2);
  await pay(mentorId, 2);
  await dateLines(bookingId, 4);
  expect(await db.violations()).toEqual(['paid_line_changed']);
  await dateLines(bookingId, 2);
});

test('mentors read their own account alone, and administrators every one', async () => {
  const builders = createBuilders(db.sql);
  const [own, other] = [await db.addMentor(), await db.addMentor()];
  const { id: account } = await builders.addPerson();
  await builders.linkMentor(own, account);
  const [mine] = await db.as(account)`select public.my_earnings() as earnings`;
  expect(mine?.earnings).toMatchObject({ unpaid_paise: 0, months: [] });
  for (const call of ['my_earnings(%)', `statement(%, '2026-01-01')`]) {
    await expect(db.as(account).unsafe(`select public.${call.replace('%', `'${other}'`)}`)).rejects.toThrow(
      'mentor_not_found',
    );
    await expect(db.as(await db.addFounder()).unsafe(`select public.${call.replace('%', `'${own}'`)}`)).rejects.toThrow(
      'mentor_only',
    );
  }
  for (const call of [
    `list_payouts('2026-01-01')`,
    `mark_paid('${own}', '2026-01-01', 'UTR00000001', '2026-02-04', 1)`,
    `correct_payout_reference('${own}', 'UTR00000001', 'because')`,
    `mentor_fee('${own}')`,
    `set_mentor_fee('${own}', 0)`,
  ]) {
    await expect(db.as(account).unsafe(`select public.${call}`)).rejects.toThrow('admin_only');
  }
});

test('the e-mail of a statement is enqueued once, from the 2nd at 8 AM, also where no worker ran before the 8th', async () => {
  const [prompt, late] = await Promise.all([db.addMentor(), db.addMentor()]);
  await addHeldSession(prompt, 0);
  const next = await month(-1);
  const plan = (day: string, time: string) => db.service`
    select public.plan_statements(${`${next.slice(0, 8)}${day}T${time}:00+05:30`}::timestamptz)`;
  const planned = async (mentorId: string) =>
    (
      await db.sql`
        select payload ->> 'month' as month from private.outbox
        where kind = 'mentor_mail' and payload ->> 'mail' = 'statement' and payload ->> 'mentor_id' = ${mentorId}`
    ).map((row) => row.month);
  await plan('02', '07:59');
  expect(await planned(prompt)).toEqual([]);
  await plan('02', '08:00');
  await addHeldSession(late, 0);
  await plan('08', '20:00');
  await plan('08', '21:00');
  expect([await planned(prompt), await planned(late)]).toEqual([[await month(0)], [await month(0)]]);
});
