/** After a restore, the reconciliation covers the time since the backup. */
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();

const jobs = () => db.sql`
  select payload ->> 'day' as day, state, run_at <= now() as is_due from private.outbox
  where kind = 'compare_money' order by payload ->> 'day'`;

test('each day since the backup is compared again until its end, today until now, and the next night stays', async () => {
  const [days] = await db.sql`
    select (private.today() - 2)::text as first, (private.today() - 1)::text as second, private.today()::text as today,
      (private.today() + 1)::text as next`;
  // The next night is planned from today on, also when midnight has come since the database was made.
  await db.sql`delete from private.outbox where kind = 'compare_money'`;
  await db.sql`
    insert into private.outbox (kind, payload, run_at, key)
    values ('compare_money', ${db.sql.json({ day: days?.next ?? '', stage: 'payments', skip: 0 })},
      now() + interval '1 day', ${`compare_money:${days?.next}`})`;
  // As the restored database has them: the night before the backup is done, with every key of its steps used up.
  await db.sql`insert into private.comparisons (day, finished_at) values (${days?.first}, now()), (${days?.today}, now())`;
  await db.sql`
    insert into private.outbox (kind, payload, state, key)
    select 'compare_money', jsonb_build_object('day', ${days?.first}::text, 'stage', s, 'skip', 0), 'done',
      'compare_money:' || ${days?.first}::text || k
    from (values ('payments', ''), ('refunds', ':refunds:0')) v (s, k)`;

  const [answer] = await db.sql`select private.compare_since(now() - interval '2 days') as days`;
  expect(answer).toEqual({ days: 3 });
  expect([...(await jobs())]).toEqual([
    { day: days?.first, state: 'ready', is_due: true },
    { day: days?.second, state: 'ready', is_due: true },
    { day: days?.today, state: 'ready', is_due: true },
    { day: days?.next, state: 'ready', is_due: false },
  ]);
  const windows = await db.sql`
    select c.day::text as day, c.finished_at,
      w.ends_at - w.starts_at = interval '6 days' as is_six_days,
      case when c.day < private.today() then w.ends_at = (c.day + 1)::timestamp at time zone 'Asia/Kolkata'
        else w.ends_at between now() - interval '1 minute' and clock_timestamp() end as is_whole
    from private.comparisons c cross join lateral private.comparison_window(c.day) w order by c.day`;
  const whole = { finished_at: null, is_six_days: true, is_whole: true };
  expect([...windows]).toEqual([
    { day: days?.first, ...whole },
    { day: days?.second, ...whole },
    { day: days?.today, ...whole },
  ]);
});

test('without it, a payment of the last minutes is outside of the period that a reconciliation reads', async () => {
  await db.sql`delete from private.comparisons`;
  await db.sql`insert into private.comparisons (day) values (private.today())`;
  const [window] = await db.sql`
    select w.ends_at < now() - interval '19 minutes' as leaves_out
    from private.comparison_window(private.today()) w`;
  expect(window).toEqual({ leaves_out: true });
});
