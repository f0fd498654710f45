/** How much the forms of visitors take, counted by the database. */
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/kit/database.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';

const ASHA = 'a-source-of-a-test-0001';
const RAVI = 'a-source-of-a-test-0002';

const database = provideTestDatabase();
let service: postgres.Sql;
beforeAll(async () => {
  service = postgres(database.url, { max: 20, onnotice: () => {}, connection: { role: 'service_role' } });
});
afterAll(async () => {
  await service.end();
});
beforeEach(async () => {
  await database.sql`truncate private.submission_counts, public.mentor_applications, public.impact_stories, private.story_sessions`;
  await database.sql`delete from private.submission_limits where form = 'mentor_application'`;
  await limit('address', '1 hour', 3);
});

const limit = (scope: string, span: string, most: number) =>
  database.sql`
    insert into private.submission_limits values ('mentor_application', ${scope}, ${span}::text::interval, ${most})`;

function apply(source: string, id: string | null = null) {
  return service`
    select public.submit_mentor_application(
      ${source}, 'Asha', '9876543210', 'https://www.linkedin.com/in/asha', ${id})`;
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    (error) => error.message,
  );
const counted = async () => {
  const [row] = await database.sql`select count(*)::int as count from public.mentor_applications`;
  return row?.count;
};

test('submissions of one address are taken up to its limit, and those of another still', async () => {
  for (let at = 0; at < 3; at += 1) await apply(ASHA);
  await expect(apply(ASHA)).rejects.toMatchObject({ code: 'PT429', message: 'too_many_submissions' });
  await apply(RAVI);
  expect(await counted()).toBe(4);
});

test('submissions of everyone together have a limit as well', async () => {
  await limit('everyone', '1 hour', 2);
  await apply(ASHA);
  await apply(RAVI);
  expect(await codeOf(apply('a-source-of-a-test-0003'))).toBe('too_many_submissions');
});

test('submissions at once are counted one by one', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(apply(ASHA))));
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(3);
  expect(await counted()).toBe(3);
});

test('submissions that are refused say how long to wait, at most the window, and prolong nothing', async () => {
  await limit('address', '1 day', 100);
  for (let at = 0; at < 3; at += 1) await apply(ASHA);
  for (let at = 0; at < 3; at += 1) {
    const error = await apply(ASHA).catch((reason: unknown) => reason);
    expect(Number((error as { detail: string }).detail)).toBeGreaterThan(0);
    expect(Number((error as { detail: string }).detail)).toBeLessThanOrEqual(3600);
  }
  const rows = await database.sql`select hits from private.submission_counts`;
  expect(rows.map(({ hits }) => hits)).toEqual([3, 3]);
});

test('submissions are told the longest of the waits', async () => {
  await limit('address', '1 day', 3);
  for (let at = 0; at < 3; at += 1) await apply(ASHA);
  const [row] = await database.sql`
    select ceil(extract(epoch from date_bin('1 day', now(), 'epoch') + interval '1 day' - now()))::int as left`;
  const error = (await apply(ASHA).catch((reason: unknown) => reason)) as { detail: string };
  expect(Math.abs(Number(error.detail) - row?.left)).toBeLessThan(5);
});

test('submissions are taken again in the next window, and the counters of the last go', async () => {
  for (let at = 0; at < 3; at += 1) await apply(ASHA);
  await database.sql`
    update private.submission_counts
    set window_start = window_start - interval '1 hour', window_end = window_end - interval '1 hour'`;
  await apply(ASHA);
  await service`select public.sweep_unused_files()`;
  const rows = await database.sql`select hits from private.submission_counts`;
  expect(rows.map(({ hits }) => hits)).toEqual([1]);
});

test('submissions that are sent twice under one id are one', async () => {
  const id = crypto.randomUUID();
  await apply(ASHA, id);
  await apply(ASHA, id);
  expect(await counted()).toBe(1);
});

test('submissions of no source are refused', async () => {
  for (const source of ['', 'short', 'with space and more of it', null]) {
    expect(await codeOf(apply(source as string))).toBe('source_invalid');
  }
});

test('submissions without the counting would not end', async () => {
  // A negative control: the limit is what refuses.
  await database.sql`delete from private.submission_limits where form = 'mentor_application'`;
  for (let at = 0; at < 5; at += 1) await apply(ASHA);
  expect(await counted()).toBe(5);
});

test('each form has limits for an address, and those of public forms for everyone', async () => {
  const fresh = await createTestDatabase();
  const rows = await fresh.sql`
    select form, array_agg(distinct scope order by scope) as scopes from private.submission_limits
    group by 1 order by 1`;
  await fresh.drop();
  expect(rows.map(({ form, scopes }) => [form, scopes])).toEqual([
    // The links of alerts cannot be guessed: a limit for everyone would only let a stranger keep their owners out.
    ['account_alert', ['address']],
    // A link of an e-mail cannot be guessed.
    ['check_in', ['address']],
    ...['impact_story', 'impact_story_photo', 'mentor_application'].map((form) => [form, ['address', 'everyone']]),
    ['mentor_invitation', ['address']],
    ['mentor_portrait', ['address']],
    ['mentor_request', ['address', 'everyone']],
    // Nothing is stored for people to read.
    ['problem', ['address']],
    // A link of an e-mail cannot be guessed either.
    ['stop_mail', ['address']],
    ['story_name', ['address']],
  ]);
});

const submit = (photo: string | null, id: string | null = null) =>
  service`select public.submit_impact_story(${ASHA}, 'Asha', '<b>It</b> worked.', ${photo}, ${id})`;
const addressOf = (name: string) => `/storage/v1/object/public/mentor_images/${name}`;
const addFile = (name: string) =>
  database.sql`insert into storage.objects (bucket_id, name) values ('mentor_images', ${name})`;

test('a story waits for review, as it was typed', async () => {
  await submit(null);
  const rows = await database.sql`select experience, is_approved, image_url from public.impact_stories`;
  expect([...rows]).toEqual([{ experience: '<b>It</b> worked.', is_approved: false, image_url: null }]);
});

test('a story has a photo that is there, of its own, and sent for a story', async () => {
  const name = 'impact-stories/1700000000000-a-320.webp';
  await addFile(name);
  await addFile('mentors/a-1700000000000-640.webp');
  const id = crypto.randomUUID();
  await submit(addressOf(name), id);
  // Once more, because the answer was lost.
  await submit(addressOf(name), id);
  for (const taken of [
    addressOf(name),
    addressOf('impact-stories/1700000000000-a-160.webp'),
    addressOf('impact-stories/1700000000000-none-320.webp'),
    addressOf('mentors/a-1700000000000-640.webp'),
    'https://evil.example/track.png',
  ]) {
    expect([taken, await codeOf(submit(taken))]).toEqual([taken, 'photo_not_found']);
  }
  const [row] = await database.sql`select count(*)::int as count from public.impact_stories`;
  expect(row?.count).toBe(1);
});
