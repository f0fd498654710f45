import type { Topology } from './topologies.ts';

/**
 * What the provider has, against what we have: each of its captured payments must be exactly one booking or one
 * refund, and each refund must be the provider's, to the paisa. Call it when everything has settled down.
 *
 * @param since jobs and findings of before are the demonstration's
 * @param acknowledged bookings that a buyer was told of with `verified: true`
 */
export async function assertReconciled(topology: Topology, since: Date, acknowledged: readonly string[]) {
  const sql = topology.sql();
  const failures: string[] = [];
  const expectNone = async (what: string, rows: PromiseLike<readonly Record<string, unknown>[]>) => {
    const found = await rows;
    if (found.length === 0) return;
    const examples = found.slice(0, 3).map((row) => Object.values(row).join(' '));
    failures.push(`${what}: ${found.length} (${examples.join('; ')})`);
  };

  await expectNone('broken promises', sql`select rule, subject, detail from private.invariant_violations`);
  await expectNone(
    'captured at the provider, unknown to us',
    sql`
      select p.id, p.status from sandbox.razorpay_payments p
      where p.captured and not exists (select from private.payments o where o.id = p.id)`,
  );
  await expectNone(
    'ours, but not captured at the provider, or of another amount',
    sql`
      select o.id, o.amount_paise, p.amount, p.status from private.payments o
      left join sandbox.razorpay_payments p on p.id = o.id
      where p.captured is not true or p.amount <> o.amount_paise`,
  );
  await expectNone(
    'not exactly one of a session and a refund',
    sql`
      select o.id, b.status, r.state from private.payments o
      left join public.bookings b on b.id = o.booking_id
      left join private.refunds r on r.payment_id = o.id
      where (b.id is not null and private.keeps_time(b.status)) = (r.id is not null)`,
  );
  await expectNone(
    'refunds that the provider does not have just so',
    sql`
      select r.id, r.state, p.status, p.amount_refunded from private.refunds r
      join sandbox.razorpay_payments p on p.id = r.payment_id
      where r.state <> 'processed' or p.status <> 'refunded' or p.amount_refunded <> r.amount_paise
        or (
          select count(*) from sandbox.razorpay_refunds s where s.payment_id = p.id and s.status = 'processed'
        ) <> 1`,
  );
  await expectNone(
    'money kept without a session',
    sql`
      select p.id, p.status from sandbox.razorpay_payments p
      where p.captured and p.amount_refunded < p.amount
        and not exists (
          select from private.payments o join public.bookings b on b.id = o.booking_id
          where o.id = p.id and private.keeps_time(b.status)
        )`,
  );
  await expectNone(
    'bookings that were acknowledged and are gone',
    sql`
      select id from unnest(${[...acknowledged]}::uuid[]) id
      where not exists (select from public.bookings b where b.id = id)`,
  );
  await expectNone(
    'jobs that were given up',
    sql`select kind, state, last_error from private.outbox where state = 'dead' and created_at >= ${since}`,
  );
  await expectNone(
    'findings that need a person',
    sql`select kind, subject, detail from private.money_findings where resolved_at is null and found_at >= ${since}`,
  );

  const [sums] = await sql`
    select
      (select count(*) from sandbox.razorpay_payments where captured)::int as captured,
      (select sum(amount) from sandbox.razorpay_payments where captured)::bigint as captured_paise,
      (select sum(amount_refunded) from sandbox.razorpay_payments where captured)::bigint as refunded_paise,
      (select count(*) from private.payments o join public.bookings b on b.id = o.booking_id
        where private.keeps_time(b.status))::int as sessions,
      (select sum(o.amount_paise) from private.payments o join public.bookings b on b.id = o.booking_id
        where private.keeps_time(b.status))::bigint as sessions_paise,
      (select count(*) from private.refunds)::int as refunds,
      (select count(*) from private.money_findings where resolution = 'repaired' and kind = 'payment_unsettled')::int
        as settled_by_night`;
  const kept = Number(sums?.captured_paise ?? 0) - Number(sums?.refunded_paise ?? 0);
  if (kept !== Number(sums?.sessions_paise ?? 0)) {
    failures.push(`the provider kept ${kept} paise for sessions of ${sums?.sessions_paise}`);
  }
  const rupees = (paise: unknown) => `₹${(Number(paise ?? 0) / 100).toLocaleString('en-IN')}`;
  return {
    failures,
    rows: [
      ['captured payments', `${sums?.captured} (${rupees(sums?.captured_paise)})`],
      ['of which sessions', `${sums?.sessions} (${rupees(sums?.sessions_paise)})`],
      ['of which refunds', `${sums?.refunds} (${rupees(sums?.refunded_paise)})`],
      ['of which first heard of in the night’s comparison', String(sums?.settled_by_night)],
      ['acknowledged bookings', String(acknowledged.length)],
      ['acknowledged bookings lost', failures.some((one) => one.includes('acknowledged')) ? 'some' : '0'],
      ['captured payments unaccounted for', failures.length === 0 ? '0' : 'see the failures'],
      ['broken promises (`invariant_violations`)', failures.some((one) => one.includes('promises')) ? 'some' : '0'],
    ] as [string, string][],
  };
}
