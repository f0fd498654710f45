/** Which stored files belong to nothing any more, and how that is found out. */
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/kit/database.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';

const database = provideTestDatabase();
const { sql } = database;
let service: postgres.Sql;
beforeAll(async () => {
  service = postgres(database.url, { max: 2, onnotice: () => {}, connection: { role: 'service_role' } });
});
afterAll(async () => {
  await service.end();
});
beforeEach(async () => {
  await sql`
    truncate private.outbox, public.impact_stories, private.story_sessions, public.video_testimonials, public.podcasts, public.partner_logos`;
  await sql`delete from public.bookings`;
  await sql`delete from public.mentors`;
  await sql`truncate private.outbox`;
  await sql`delete from storage.objects`;
});

const T = '1700000000000';
const addressOf = (file: string, host = '') => `${host}/storage/v1/object/public/${file}`;

const store = (file: string, age = '2 days') => sql`
  insert into storage.objects (bucket_id, name, created_at, updated_at)
  values (${file.slice(0, file.indexOf('/'))}, ${file.slice(file.indexOf('/') + 1)},
    now() - ${age}::text::interval, now() - ${age}::text::interval)`;

const jobs = async () => {
  const rows = await sql`select payload ->> 'file' as file from private.outbox where kind = 'remove_file' order by 1`;
  return rows.map(({ file }) => file);
};
const unused = async (file: string) => {
  const rows = await service`select public.list_unused_files(${file}) as name`;
  return rows.map(({ name }) => name);
};
const sweep = () => service`select public.sweep_unused_files()`;

/** Each column with an address of a file, and a row that has it. */
const owners: [string, string, (address: string) => Promise<unknown>][] = [
  [
    'public.mentors',
    'image',
    (url) => sql`insert into public.mentors (name, title, expertise, image) values ('A', 'B', 'C', ${url})`,
  ],
  [
    'public.impact_stories',
    'image_url',
    (url) => sql`insert into public.impact_stories (name, experience, image_url) values ('A', 'B', ${url})`,
  ],
  [
    'public.video_testimonials',
    'video_url',
    (url) => sql`insert into public.video_testimonials (name, role, video_url) values ('A', 'B', ${url})`,
  ],
  [
    'public.video_testimonials',
    'profile_image',
    (url) => sql`
      insert into public.video_testimonials (name, role, video_url, profile_image) values ('A', 'B', '/v.mp4', ${url})`,
  ],
  [
    'public.video_testimonials',
    'thumbnail_url',
    (url) => sql`
      insert into public.video_testimonials (name, role, video_url, thumbnail_url) values ('A', 'B', '/v.mp4', ${url})`,
  ],
  [
    'public.podcasts',
    'thumbnail_url',
    (url) => sql`
      insert into public.podcasts (title, youtube_url, youtube_id, thumbnail_url)
      values ('A', 'https://youtu.be/aaaaaaaaaaa', 'aaaaaaaaaaa', ${url})`,
  ],
  [
    'public.partner_logos',
    'image_url',
    (url) => sql`insert into public.partner_logos (name, image_url, order_index) values ('A', ${url}, 1)`,
  ],
];

describe.each(owners)('%s.%s', (table, column, own) => {
  const file = `mentor_images/impact-stories/${T}-a-320.webp`;

  test('a deleted row has its file removed, unless another row uses it', async () => {
    await store(file);
    await store(`mentor_images/impact-stories/${T}-a-160.webp`);
    await store(`mentor_images/impact-stories/${T}-ab-160.webp`);
    await own(addressOf(file));
    expect(await unused(file)).toEqual([]);
    await sql`delete from ${sql(table)}`;
    expect(await jobs()).toEqual([file]);
    expect(await unused(file)).toEqual([`impact-stories/${T}-a-160.webp`, `impact-stories/${T}-a-320.webp`]);
    await sql`
      insert into public.video_testimonials (name, role, video_url)
      values ('A', 'B', ${addressOf(file, 'https://x.supabase.co')})`;
    expect(await unused(file)).toEqual([]);
  });

  test('a replaced file is removed, a row that changes otherwise keeps its own', async () => {
    await own(addressOf(file, 'https://x.supabase.co'));
    await sql`update ${sql(table)} set ${sql({ [column]: addressOf(file) })}`;
    expect(await jobs()).toEqual([]);
    await sql`update ${sql(table)} set ${sql({ [column]: addressOf(`mentor_images/impact-stories/${T}-b-320.webp`) })}`;
    expect(await jobs()).toEqual([file]);
  });

  test('is in the view that the sweep asks', async () => {
    await store(file);
    await own(`${addressOf(file)}?cache=3600`);
    await sweep();
    expect(await jobs()).toEqual([]);
  });
});

test('an address elsewhere is nobody’s file', async () => {
  for (const url of ['/demo/a.png', 'https://evil.example/storage/v1/object/public/other/a.png']) {
    await sql`insert into public.partner_logos (name, image_url, order_index) values ('A', ${url}, 1)`;
  }
  await sql`delete from public.partner_logos`;
  expect(await jobs()).toEqual([]);
});

test('a portrait that a booking carries stays when its mentor goes', async () => {
  const file = `mentor_images/mentors/a-${T}-640.webp`;
  await store(file);
  await sql`insert into public.mentors (name, title, expertise, image) values ('A', 'B', 'C', ${addressOf(file)})`;
  await sql`
    insert into public.bookings (mentor_name, mentor_image, date, start_time, end_time)
    values ('A', ${addressOf(file)}, private.today() + 1, '10:00', '11:00')`;
  await sql`delete from public.mentors`;
  expect(await jobs()).toEqual([file]);
  expect(await unused(file)).toEqual([]);
  await sql`delete from public.bookings`;
  expect(await unused(file)).toEqual([`mentors/a-${T}-640.webp`]);
});

test('the sweep finds what was uploaded a day ago and never used, once for all widths, once a day', async () => {
  await store(`video_testimonials/thumbnail-${T}-a-720.webp`);
  await store(`video_testimonials/thumbnail-${T}-a-360.webp`);
  await store(`video_testimonials/${T}-a.mp4`);
  await store(`video_testimonials/${T}-new.mp4`, '23 hours');
  await store('partner_logos/press-kit.png');
  await sweep();
  await sweep();
  expect(await jobs()).toEqual([`video_testimonials/${T}-a.mp4`, `video_testimonials/thumbnail-${T}-a-360.webp`]);
});

test('the sweep comes to every file, however many, though removals of today failed for good', async () => {
  await sql`
    insert into storage.objects (bucket_id, name, created_at, updated_at)
    select 'partner_logos', format('%s-%s.png', ${T}::text, n), now() - interval '2 days', now() - interval '2 days'
    from generate_series(1, 210) n`;
  await sweep();
  await sql`update private.outbox set state = 'dead' where kind = 'remove_file'`;
  await sweep();
  expect(new Set(await jobs()).size).toBe(210);
});

test('the sweep plans its next round, within the hour and once', async () => {
  await sweep();
  await sweep();
  const rows = await sql`
    select run_at > now() and run_at <= now() + interval '1 hour' as "isSoon"
    from private.outbox where kind = 'sweep_files'`;
  expect(rows.map(({ isSoon }) => isSoon)).toEqual([true]);
});

test('the sweep forgets rounds and removals that were done a week ago, and nothing else', async () => {
  await sql`
    insert into private.outbox (kind, state, finished_at)
    select kind, state, now() - interval '8 days'
    from unnest(array['sweep_files', 'remove_file', 'refund']) kind, unnest(array['done', 'dead']) state`;
  await sweep();
  const rows = await sql`
    select kind || ' ' || state as job from private.outbox where finished_at is not null order by 1`;
  expect(rows.map(({ job }) => job)).toEqual(['refund dead', 'refund done', 'remove_file dead', 'sweep_files dead']);
});

test('a new database has its rounds planned', async () => {
  const fresh = await createTestDatabase();
  const rows = await fresh.sql`select kind from private.outbox order by kind`;
  await fresh.drop();
  expect(rows.map(({ kind }) => kind)).toEqual([
    'apply_retention',
    'check_audit_chain',
    'compare_money',
    'count_figures',
    'count_promise',
    'sweep_files',
  ]);
});
