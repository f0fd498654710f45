/** A change to the audit log is noticed, named and mailed (docs/product/privacy.md#seals). */
import type postgres from 'postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { rehearse } from '#tests/kit/personas.ts';

const db = provideDatabase();
const { sql } = db;

const ALLOWED = `select set_config('point0.audit_change', 'on', true)`;

/** An entry of some minutes ago, with a price that changed. */
async function addEntry(via: postgres.ISql = sql, minutesAgo = 6): Promise<number> {
  const [row] = await via<[{ id: number }]>`
    insert into private.audit_log (at, actor, action, table_name, row_id, row_label, changes)
    values (now() - ${minutesAgo} * interval '1 minute', ${db.admin}, 'update', 'mentors', 'm-1', 'Asha Menon',
      '{"price": [3500, 7000]}')
    returning id::int`;
  return row.id;
}

async function seal(via: postgres.ISql = sql) {
  const [row] = await via`select public.seal_audit_log() as answer`;
  return row?.answer;
}

/** The check as the nightly job does it, `seals` a page. */
async function check(via: postgres.ISql = sql, seals = 2) {
  for (let after = 0; ; ) {
    const [row] = await via`select public.check_audit_chain(${after}, ${seals}) as answer`;
    if (row?.answer.is_done) return row.answer;
    after = row?.answer.last;
  }
}

beforeEach(async () => {
  await addEntry();
  await seal();
});

test('entries are sealed five minutes after they were written, in the order of their ids, and a late one with the next', async () => {
  const [first, late, second, fresh] = [
    await addEntry(),
    await addEntry(sql, 4),
    await addEntry(),
    await addEntry(sql, 0),
  ];
  const one = await seal();
  expect(one).toMatchObject({ rows: 2, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await seal()).toMatchObject({ rows: 0, digest: one.digest });
  await sql`update private.audit_log set at = at - interval '3 minutes' where id = ${late}`;
  const two = await seal();
  expect(two).toMatchObject({ rows: 1, seal: one.seal + 1 });
  expect(two.digest).not.toBe(one.digest);
  const seals = await sql`
    select from_id::int, to_id::int, rows, entry_ids::int[], previous_digest from private.audit_seals
    where id >= ${one.seal} order by id`;
  expect(seals).toMatchObject([
    { from_id: first, to_id: second, rows: 2, entry_ids: [first, second] },
    { from_id: late, to_id: late, rows: 1, entry_ids: [late] },
  ]);
  expect(seals[1]?.previous_digest.toString('hex')).toBe(one.digest);
  const [left] = await sql`select array_agg(id::int) as ids from private.audit_log where seal_id is null`;
  expect(left?.ids).toContain(fresh);
  expect(left?.ids).not.toContain(late);
  expect(await check()).toMatchObject({ broken_entry: null, digest: two.digest });
});

test('two workers seal each entry once', async () => {
  for (let n = 0; n < 20; n += 1) await addEntry();
  await Promise.all(Array.from({ length: 6 }, () => seal()));
  await seal();
  const [row] = await sql`
    select count(*)::int as entries, count(distinct e)::int as different from private.audit_seals, unnest(entry_ids) e`;
  expect(row?.entries).toBe(row?.different);
  expect(await check()).toMatchObject({ broken_entry: null });
});

test.each([
  ['an entry', `update private.audit_log set changes = '{}'`],
  ['an entry’s date', `update private.audit_log set at = at - interval '1 day' where seal_id is not null`],
  ['an entry’s seal', 'update private.audit_log set seal_id = null where seal_id is not null'],
  ['a seal', 'update private.audit_seals set rows = rows + 1'],
])('the database’s owner changes %s by no mistake', async (_what, statement) => {
  await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: '42501', message: 'audit_log_is_kept' });
});

test.each(['private.audit_log', 'private.audit_seals'])(
  'the database’s owner deletes no row of %s by mistake',
  async (table) => {
    for (const act of ['delete from', 'truncate']) {
      await expect(sql.unsafe(`${act} ${table}`)).rejects.toMatchObject({ message: 'audit_log_is_kept' });
    }
  },
);

/** How an entry is tampered with by the owner of the database, who gets around the triggers. */
const changed = (id: number) => `update private.audit_log set changes = '{"price": [3500, 3600]}' where id = ${id}`;
const deleted = (id: number) => `delete from private.audit_log where id = ${id}`;
/** The seal of an entry computed anew, with what follows it made to fit. */
const sealedAnew = (id: number) => `
  update private.audit_seals s
  set entry_digests = d.digests, digest = private.audit_digest(s.previous_digest, s.sealed_at, d.digests)
  from (
    select array_agg(private.audit_entry_digest(a) order by a.id) as digests, min(a.seal_id) as seal
    from private.audit_log a where a.seal_id = (select seal_id from private.audit_log where id = ${id})
  ) d
  where s.id = d.seal;
  update private.audit_seals s set previous_digest = b.digest
  from private.audit_seals b where b.id = s.id - 1 and b.id = (select seal_id from private.audit_log where id = ${id})`;

/** What the check says after the owner's statements, which are taken back. */
function checkAfter(prepare: (via: postgres.TransactionSql) => Promise<string>, mutation = 'select') {
  return rehearse(sql, async (via) => {
    await via.unsafe(mutation);
    const tampering = await prepare(via);
    await via.unsafe(ALLOWED);
    await via.unsafe(tampering);
    return check(via);
  });
}

describe('the check of the chain names the entry', () => {
  /** Three seals of two entries; the id is of the second one's first. */
  async function addSeals(via: postgres.ISql) {
    const ids = [];
    for (let n = 0; n < 3; n += 1) {
      ids.push(await addEntry(via), await addEntry(via));
      await seal(via);
    }
    return ids as [number, number, number, number, number, number];
  }

  test('that was changed', async () => {
    let id = 0;
    const answer = await checkAfter(async (via) => {
      id = (await addSeals(via))[2];
      return changed(id);
    });
    expect(answer.broken_entry).toBe(id);
  });

  test('that was deleted', async () => {
    let id = 0;
    const answer = await checkAfter(async (via) => {
      id = (await addSeals(via))[3];
      return deleted(id);
    });
    expect(answer.broken_entry).toBe(id);
  });

  test('that was put into a seal afterwards', async () => {
    let id = 0;
    const answer = await checkAfter(async (via) => {
      const [, , sealed] = await addSeals(via);
      id = await addEntry(via);
      return `update private.audit_log set seal_id = (select seal_id from private.audit_log where id = ${sealed})
        where id = ${id}`;
    });
    expect(answer.broken_entry).toBe(id);
  });

  test('that was put between older ones as if it had been committed late', async () => {
    let id = 0;
    const answer = await checkAfter(async (via) => {
      // An id that no entry has, as a transaction leaves that was rolled back.
      await via`select nextval(pg_get_serial_sequence('private.audit_log', 'id'))`;
      [id] = await addSeals(via);
      id -= 1;
      await via`
        insert into private.audit_log (id, at, action, table_name) overriding system value
        values (${id}, now() - interval '40 days', 'update', 'mentors')`;
      await seal(via);
      return 'select';
    });
    expect(answer.broken_entry).toBe(id);
  });

  test('that is the last one left where seals were cut off', async () => {
    let id = 0;
    const answer = await checkAfter(async (via) => {
      const ids = await addSeals(via);
      id = ids[3];
      return `${deleted(ids[4])}; ${deleted(ids[5])};
        delete from private.audit_seals where id = (select max(id) from private.audit_seals)`;
    });
    expect(answer.broken_entry).toBe(id);
  });

  test('after a changed one whose own seal was computed anew, and would not without the digest before (negative control)', async () => {
    let next = 0;
    const tamper = async (via: postgres.TransactionSql) => {
      const ids = await addSeals(via);
      next = ids[4];
      return `${changed(ids[2])}; ${sealedAnew(ids[2])}`;
    };
    expect((await checkAfter(tamper)).broken_entry).toBe(next);
    const withoutPrevious = `do $$ begin
      execute replace(pg_get_functiondef('private.audit_digest(bytea,timestamptz,bytea[])'::regprocedure),
        'p_previous' || chr(10), '''''::bytea' || chr(10));
    end $$`;
    // The seals from before the mutation have other digests.
    const emptied = `alter table private.audit_seals disable trigger user; alter table private.audit_log disable trigger user;
      delete from private.audit_seals; delete from private.audit_log; alter table private.audit_log enable trigger user;
      update private.audit_chain set last_seal = 0, last_digest = '', removed_seal = 0, removed_digest = ''`;
    expect((await checkAfter(tamper, `${emptied}; select`)).broken_entry).toBe(next);
    expect((await checkAfter(tamper, `${emptied}; ${withoutPrevious}`)).broken_entry).toBeNull();
  });
});

test('a changed entry turns System Health red and mails every administrator', async () => {
  const second = await db.addFounder();
  await sql`update public.profiles set is_admin = true where id = ${second}`;
  await rehearse(sql, async (via) => {
    const id = await addEntry(via);
    await seal(via);
    await check(via);
    const [before] = await via`select private.health() -> 'audit' as audit`;
    expect(before?.audit).toMatchObject({
      broken_entry: null,
      checked_at: expect.any(String),
      sealed_at: expect.any(String),
    });
    await via.unsafe(`${ALLOWED}; ${changed(id)}`);
    await check(via);
    const [after] = await via`select private.health() -> 'audit' as audit`;
    expect(after?.audit).toMatchObject({ broken_entry: id });
    await via`delete from private.alert_events`;
    await via`select public.plan_alerts()`;
    const jobs = await via<{ payload: { admin_id: string; bucket: string } }[]>`
      select payload from private.outbox where kind = 'admin_alert' and payload ->> 'bucket' like 'chain:%'`;
    expect(jobs.map(({ payload }) => payload.admin_id).sort()).toEqual([db.admin, second].sort());
    const { admin_id, bucket } = jobs[0]?.payload ?? {};
    const [alert] = await via`select public.alert_for_jobs(${admin_id ?? ''}, ${bucket ?? ''}) as alert`;
    expect(alert?.alert.items).toEqual([{ topic: 'chain', entry: String(id) }]);
  });
});

test('the check plans the next night’s, once', async () => {
  await sql`delete from private.outbox where kind = 'check_audit_chain'`;
  await check();
  await check();
  const jobs = await sql`
    select payload ->> 'day' = (private.today() + 1)::text as is_next,
      to_char(run_at at time zone 'Asia/Kolkata', 'HH24:MI') as time
    from private.outbox where kind = 'check_audit_chain'`;
  expect(jobs).toEqual([{ is_next: true, time: '03:00' }]);
});

test('retention removes whole seals, keeps the last one’s digest, and the rest still holds', async () => {
  await rehearse(sql, async (via) => {
    const old = [await addEntry(via), await addEntry(via)];
    await via`update private.audit_log set at = now() - interval '4 years' where id = ${old[0] ?? 0}`;
    await seal(via);
    // Of one seal only one entry is old: it stays whole.
    const [row] = await via`select private.drop_sealed_audit(now() - interval '3 years') as n`;
    expect(row?.n).toBe(0);
    const [all] = await via`select private.drop_sealed_audit(now() - interval '5 minutes') as n`;
    expect(all?.n).toBeGreaterThanOrEqual(2);
    const [chain] =
      await via`select removed_seal = last_seal and removed_digest = last_digest as is_kept from private.audit_chain`;
    expect(chain?.is_kept).toBe(true);
    await addEntry(via);
    await seal(via);
    expect(await check(via)).toMatchObject({ broken_entry: null });
    await via.unsafe(`${ALLOWED}; update private.audit_chain set removed_digest = ''`);
    expect((await check(via)).broken_entry).not.toBeNull();
  });
});

describe('the removal of a person from the audit log', () => {
  async function addPersonInLog(via: postgres.ISql) {
    const founder = await db.addFounder();
    await via`
      update public.profiles set name = 'Zoya Rahman', phone = '+91 98765 43210', email = 'zoya@startup.example'
      where id = ${founder}`;
    const [booking] = await via`
      insert into public.bookings (mentor_name, date, start_time, end_time, user_id, status)
      values ('Dev Mentor', current_date + 3, '10:00', '11:00', ${founder}, 'confirmed') returning id`;
    const ids = await via<{ id: number }[]>`
      insert into private.audit_log (at, actor, action, table_name, row_id, row_label, changes)
      select now() - interval '6 minutes', ${db.admin}, e.* from (values
        ('read', 'profiles', null, null,
          jsonb_build_object('filter', '{"search": "rahman"}'::jsonb, 'people', array[${founder}::text])),
        ('update', 'bookings', ${booking?.id}::text, 'Dev Mentor',
          '{"notes": [null, "See you at the cafe"], "status": ["confirmed", "cancelled"]}'::jsonb),
        ('read', 'profiles', null, null,
          jsonb_build_object('filter', '{"search": "zoya"}'::jsonb, 'people', array[${founder}::text, 'another'])),
        ('update', 'mentors', 'm-1', 'Mail of zoya@startup.example', '{"bio": ["", "Asks Zoya Rahman"]}'::jsonb),
        ('update', 'mentors', 'm-2', 'Zoya Khan', '{"bio": ["", "Zoya"], "price": [1, 2]}'::jsonb)
      ) e
      returning id::int`;
    await seal(via);
    return { founder, ids: ids.map(({ id }) => id) };
  }

  test('replaces the values, says so in an entry of its own, and leaves the chain whole', async () => {
    await rehearse(sql, async (via) => {
      const { founder, ids } = await addPersonInLog(via);
      const [{ n }] = await via<[{ n: number }]>`select private.redact_audit(${founder}) as n`;
      expect(n).toBe(2);
      const rows = await via`select row_label, changes from private.audit_log where id = any (${ids}) order by id`;
      expect(rows).toEqual([
        { row_label: null, changes: { filter: { search: 'removed' }, people: [founder] } },
        { row_label: 'Dev Mentor', changes: { notes: [null, 'removed'], status: ['confirmed', 'cancelled'] } },
        // What is about somebody else as well, or only says the name, is not the account's.
        { row_label: null, changes: { filter: { search: 'zoya' }, people: [founder, 'another'] } },
        { row_label: 'Mail of zoya@startup.example', changes: { bio: ['', 'Asks Zoya Rahman'] } },
        { row_label: 'Zoya Khan', changes: { bio: ['', 'Zoya'], price: [1, 2] } },
      ]);
      const [entry] = await via`select * from private.audit_log order by id desc limit 1`;
      expect(entry).toMatchObject({
        action: 'update',
        table_name: 'audit_log',
        row_id: founder,
        changes: { entries: 2, entry_ids: ids.slice(0, 2) },
      });
      await via`delete from auth.users where id = ${founder}`;
      expect(await check(via)).toMatchObject({ broken_entry: null });
      await via`update private.audit_log set at = at - interval '6 minutes' where id = ${entry?.id}`;
      await seal(via);
      expect(await check(via)).toMatchObject({ broken_entry: null });
      // What is changed once more is noticed all the same.
      await via.unsafe(`${ALLOWED}; ${changed(ids[1] ?? 0)}`);
      expect((await check(via)).broken_entry).toBe(ids[1]);
    });
  });

  test('changes nothing the second time', async () => {
    await rehearse(sql, async (via) => {
      const { founder } = await addPersonInLog(via);
      expect((await via`select private.redact_audit(${founder}) as n`)[0]?.n).toBe(2);
      expect((await via`select private.redact_audit(${founder}) as n`)[0]?.n).toBe(0);
    });
  });

  test.each([
    ['of an account that is still there', 'select', 0],
    [
      'of an entry that holds nothing that may be removed',
      `update private.audit_log set changes = '{}' where id = ID`,
      3,
    ],
    [
      'of more than may be removed',
      `update private.audit_log set changes = '{"status": ["removed"]}' where id = ID`,
      1,
    ],
    ['that wrote something else', `update private.audit_log set row_label = 'removed' where id = ID`, 1],
  ])('is noticed %s', async (what, tampering, at) => {
    await rehearse(sql, async (via) => {
      const { founder, ids } = await addPersonInLog(via);
      await via`select private.redact_audit(${founder})`;
      if (!what.includes('still there')) await via`delete from auth.users where id = ${founder}`;
      await via.unsafe(ALLOWED);
      await via`
        update private.audit_log set changes = ${sql.json({ entries: 5, entry_ids: ids })} where table_name = 'audit_log'`;
      await via.unsafe(tampering.replace('ID', String(ids[at])));
      expect((await check(via)).broken_entry).toBe(ids[at]);
    });
  });

  test('of an account that is gone, and of nothing else, leaves the chain whole', async () => {
    await rehearse(sql, async (via) => {
      const { founder } = await addPersonInLog(via);
      await via`select private.redact_audit(${founder})`;
      await via`delete from auth.users where id = ${founder}`;
      expect(await check(via)).toMatchObject({ broken_entry: null });
    });
  });

  test('does not ask what the texts say: a name like a state, a number or a key changes nothing else', async () => {
    await rehearse(sql, async (via) => {
      const { ids } = await addPersonInLog(via);
      const before = await via`select * from private.audit_log order by id`;
      for (const name of ['confirmed', 'status', '20', 'Dev Mentor', 'removed', 'e', '%', '.*', 'Zoya Khan']) {
        const other = await db.addFounder();
        await via`update public.profiles set name = ${name} where id = ${other}`;
        expect((await via`select private.redact_audit(${other}) as n`)[0]?.n).toBe(0);
      }
      expect(await via`select * from private.audit_log where id <= ${ids.at(-1) ?? 0} order by id`).toEqual(before);
    });
  });

  test('would be noticed without the entry that says so (negative control)', async () => {
    await rehearse(sql, async (via) => {
      const { founder, ids } = await addPersonInLog(via);
      await via`select private.redact_audit(${founder})`;
      await via`delete from auth.users where id = ${founder}`;
      await via.unsafe(`${ALLOWED}; delete from private.audit_log where table_name = 'audit_log'`);
      expect((await check(via)).broken_entry).toBe(ids[0]);
    });
  });
});
