// @module-tag ci
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { silentLog } from '#host/log.ts';
import { projectPaths } from '#host/project-paths.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { suiteDirectory } from '#tests/kit/directory.ts';
import { openBackend, request } from '#tests/kit/lite-backends.ts';
import { createSandboxTables } from '../schema.ts';
import type { DemoLogins } from './accounts.ts';
import { seedDemonstration, topUpDemonstrationSlots } from './demonstration.ts';

const database = provideTestDatabase();
const dataDir = suiteDirectory();
let logins: DemoLogins;

const calendar = { clientId: 'the site', seal: (token: string) => `sealed ${token}` };
const seed = () => seedDemonstration({ sql: database.sql, dataDir, log: silentLog, calendar });
const slots = () =>
  database.sql<{ key: string }[]>`
    select concat_ws(' ', mentor_id, date, start_time, end_time, is_booked) as key
    from public.mentor_availability order by 1`.then((rows) => rows.map(({ key }) => key));

async function signIn(all: DemoLogins): Promise<number[]> {
  const backend = openBackend({ databaseUrl: database.url });
  try {
    const statuses: number[] = [];
    for (const body of Object.values(all)) {
      const call = request('/auth/v1/token?grant_type=password', { body });
      statuses.push((await backend.fetch(call, { peerAddress: '198.51.100.7' })).status);
    }
    return statuses;
  } finally {
    await backend.close();
  }
}

beforeAll(async () => {
  await createSandboxTables(database.sql);
  logins = await seed();
});

test('a first start fills the catalogue', async () => {
  const [counts] = await database.sql`
    select count(*)::int as mentors,
      count(*) filter (where is_demonstration)::int as marked,
      count(*) filter (where is_featured_on_homepage)::int as featured,
      (select count(*)::int from public.mentor_private where email like '%@example.com') as emails,
      (select count(*)::int from public.mentor_reviews where is_demonstration) as reviews,
      (select count(distinct category_id)::int from public.mentor_categories) as categories
    from public.mentors`;
  expect(counts).toMatchObject({ mentors: 28, marked: 28, featured: 4, emails: 28, categories: 8 });
  expect(counts?.reviews).toBeGreaterThan(40);
});

test('a first start fills what else the home page shows, and running its SQL again changes nothing', async () => {
  const count = async () => {
    const [counts] = await database.sql`
      select (select count(*)::int from public.partner_logos) as logos,
        (select count(*)::int from public.podcasts where published) as podcasts,
        (select count(*)::int from public.video_testimonials) as stories`;
    return counts;
  };
  expect(await count()).toEqual({ logos: 8, podcasts: 6, stories: 4 });
  const seedSql = readFileSync(path.join(projectPaths.root, 'supabase', 'seed.sql'), 'utf8');
  await database.sql.unsafe(seedSql).simple();
  expect(await count()).toEqual({ logos: 8, podcasts: 6, stories: 4 });
});

test('a first start counts the figures that the pages show', async () => {
  const [counted] = await database.sql`
    select c.mentors > 0 and c.founders > 0 and c.sessions_held > 0 and c.is_demonstration as "isCounted",
      (select count(*)::int > 300 from public.promise_days) as "hasDays"
    from public.public_counters c`;
  expect(counted).toEqual({ isCounted: true, hasDays: true });
});

test('the calendar reaches a month ahead, with a mentor who has nothing and one who is booked out', async () => {
  const rows = await database.sql<
    { name: string; slots: number; firstIn: number | null; lastIn: number | null; past: number }[]
  >`
    select m.name, count(a.id)::int as slots, min(a.date) - private.today() as "firstIn",
      max(a.date) - private.today() as "lastIn", count(*) filter (where lower(a.during) <= now())::int as past
    from public.mentors m left join public.mentor_availability a on a.mentor_id = m.id group by m.id`;
  const of = (name: string) => rows.find((row) => row.name === name);
  expect(of('Tenzing Lepcha')?.slots).toBe(0);
  expect(of('Behram Sukhadwala')?.firstIn).toBeGreaterThanOrEqual(17);
  const offering = rows.filter((row) => row.slots > 0);
  expect(offering).toHaveLength(27);
  expect(Math.min(...offering.map((row) => row.firstIn ?? 99))).toBeLessThanOrEqual(2);
  for (const row of offering) {
    expect(row.lastIn, row.name).toBeLessThanOrEqual(30);
    expect(row.lastIn, row.name).toBeGreaterThan(15);
    expect(row.past, row.name).toBe(0);
  }
});

test('all accounts can sign in, and only one is an administrator', async () => {
  expect(await signIn(logins)).toEqual([200, 200, 200, 200]);
  const administrators = await database.sql`select email from public.profiles where is_admin`;
  expect([...administrators]).toEqual([{ email: logins.admin.email }]);
});

test('the mentor has connected a calendar, which the stand-in knows, with two appointments', async () => {
  const [row] = await database.sql`
    select c.google_email, c.state, t.scopes,
      (select count(*)::int from sandbox.google_events e where e.calendar_id = c.google_email) as appointments
    from private.mentor_calendars c
    join sandbox.google_tokens t on 'sealed ' || t.token = c.refresh_token_encrypted and t.client_id = 'the site'`;
  expect(row).toMatchObject({ google_email: logins.mentor.email, state: 'ok', appointments: 2 });
  expect(row?.scopes).toContain('https://www.googleapis.com/auth/calendar.freebusy');
});

test('the passwords are kept for the owner of the data directory alone', async () => {
  const file = path.join(dataDir, 'demo-logins.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(logins);
  expect(logins.founder.password).not.toBe(logins.admin.password);
});

test('a second start changes nothing', async () => {
  const before = await slots();
  expect(await seed()).toEqual(logins);
  expect(await slots()).toEqual(before);
});

test('what an administrator deleted or edited does not come back', async () => {
  await database.sql`delete from public.mentors where name = 'Kunal Wadhwani'`;
  await database.sql`update public.mentors set price = 1600, is_featured_on_homepage = false
    where name = 'Meher Lakdawala'`;
  await database.sql`
    delete from public.mentor_availability a using public.mentors m
    where m.id = a.mentor_id and m.name = 'Rukmini Chelladurai' and a.date < private.today() + 10`;
  const before = await slots();
  await seed();
  expect(await slots()).toEqual(before);
  const mentors = await database.sql`select name, price, is_featured_on_homepage as featured from public.mentors
    where name in ('Kunal Wadhwani', 'Meher Lakdawala')`;
  expect([...mentors]).toEqual([{ name: 'Meher Lakdawala', price: 1600, featured: false }]);
});

const withoutBookings = 'Banri Kharkongor';

test('later starts add the days that have come into reach and leave sold and held times alone', async () => {
  await database.sql`delete from public.mentor_availability where date > private.today() + 12`;
  const [sold, held, taken] = await database.sql<{ id: string; mentor_id: string }[]>`
    select a.id, a.mentor_id from public.mentor_availability a join public.mentors m on m.id = a.mentor_id
    where m.name = ${withoutBookings} order by a.date, a.start_time limit 3`;
  // The time right after the cut is sold although nothing is on offer there any more.
  await database.sql`
    insert into private.slot_claims (mentor_id, during, kind, booking_id, expires_at)
    select mentor_id, during, 'sale', gen_random_uuid(), null from public.mentor_availability
      where id = ${sold?.id ?? ''}
    union all
    select mentor_id, during, 'hold', gen_random_uuid(), now() + interval '15 minutes'
    from public.mentor_availability where id = ${held?.id ?? ''}
    union all
    select ${taken?.mentor_id ?? ''}, tstzrange(private.today() + 13, private.today() + 40), 'sale',
      gen_random_uuid(), null`;
  const before = await slots();

  const added = await topUpDemonstrationSlots(database.sql);

  const after = await slots();
  expect(added).toBeGreaterThan(100);
  expect(after).toHaveLength(before.length + added);
  expect(after).toEqual(expect.arrayContaining(before));
  const [overlaps] = await database.sql`
    select count(*)::int as count from public.mentor_availability a
    join public.mentor_availability b on b.mentor_id = a.mentor_id and b.id <> a.id and b.during && a.during`;
  expect(overlaps?.count).toBe(0);
  const [late] = await database.sql`
    select count(*)::int as count from public.mentor_availability
    where mentor_id = ${taken?.mentor_id ?? ''} and date between private.today() + 14 and private.today() + 39`;
  expect(late?.count).toBe(0);
  expect(await topUpDemonstrationSlots(database.sql)).toBe(0);
});

test('with the file of logins damaged, the passwords that a start prints are new and work', async () => {
  writeFileSync(path.join(dataDir, 'demo-logins.json'), 'not JSON');
  const renewed = await seed();
  expect(renewed.founder).not.toEqual(logins.founder);
  expect(await signIn(renewed)).toEqual([200, 200, 200, 200]);
});
