/** What the schemas of rules/ say and the database holds as well: a change of one without the other fails here. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STORY_MAX_LENGTH, STORY_NAME_MAX_LENGTH } from '#rules/content/impact-story.ts';
import { impactStorySchema } from '#rules/content/impact-story-schema.ts';
import { PICTURE_MAX_BYTES } from '#rules/content/picture.ts';
import { podcastSchema } from '#rules/content/podcast-form.ts';
import { videoFileName } from '#rules/content/stored-file.ts';
import { testimonialSchema } from '#rules/content/testimonial-form.ts';
import { VIDEO_MAX_BYTES } from '#rules/content/video.ts';
import { youtubeVideoId } from '#rules/content/youtube.ts';
import { mentorApplicationSchema } from '#rules/mentors/application.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { attempt, rehearse } from '#tests/kit/personas.ts';

const database = provideTestDatabase();
const { sql } = database;

/** Whether the table takes a row. */
async function takes(table: string, row: Record<string, unknown>): Promise<boolean> {
  const { error } = await rehearse(sql, (transaction) =>
    attempt(transaction, (inner) => inner`insert into ${inner(table)} ${inner(row as Record<string, string>)}`),
  );
  if (error && error.code !== '23514') throw error;
  return !error;
}

describe('the id of a video', () => {
  const ids = fc.stringMatching(/^[A-Za-z0-9_-]{10,12}$/);
  const hosts = fc.constantFrom(
    'youtu.be',
    'youtube.com',
    'www.youtube.com',
    'm.YouTube.com',
    'music.youtube.com',
    'www.youtube-nocookie.com',
    'youtube.com.evil.example',
    'evil.example',
  );
  const ways = fc.constantFrom(
    '/',
    '/watch?v=',
    '/watch?list=a&v=',
    '/watch/?v=',
    '/watch?x=#&v=',
    '/embed/',
    '/v/',
    '/e/',
    '/u/',
    '/u/1/',
    '/shorts/',
    '/a/b/',
  );
  const tails = fc.constantFrom('', '?t=3', '&t=3', '#a', '/', ' ', '\n', 'é', '-', '.');
  const schemes = fc.constantFrom('https://', 'http://', 'HTTPS://', '//', '', 'javascript:', ' https://');

  test('is the same in both, in any address', async () => {
    const addresses = fc.sample(
      fc.oneof(
        fc.tuple(schemes, hosts, ways, ids, tails).map((parts) => parts.join('')),
        fc.string({ maxLength: 60 }).map((text) => text.replaceAll('\0', '')),
      ),
      3000,
    );
    const rows = await sql`
      select private.youtube_id(url) as id from unnest(${addresses}::text[]) with ordinality u (url, at) order by at`;
    const both = addresses.map((url, at) => [url, rows[at]?.id]);
    expect(both).toEqual(addresses.map((url) => [url, youtubeVideoId(url)]));
    expect(both.filter(([, id]) => id).length).toBeGreaterThan(30);
  });

  test('is what the row’s own address says', async () => {
    const row = podcastSchema.parse({
      title: 'One',
      description: '',
      youtube_url: 'youtu.be/aaaaaaaaaaa',
      thumbnail_url: '',
      published: true,
      is_featured: false,
    });
    expect(await takes('public.podcasts', row)).toBe(true);
    expect(await takes('public.podcasts', { ...row, youtube_id: 'bbbbbbbbbbb' })).toBe(false);
    expect(await takes('public.podcasts', { ...row, youtube_url: 'https://vimeo.com/aaaaaaaaaaa' })).toBe(false);
  });
});

const emoji = (count: number) => '🌱'.repeat(count);

test.each([
  ['name', STORY_NAME_MAX_LENGTH],
  ['experience', STORY_MAX_LENGTH],
])('a story’s %s that the form lets through is taken by its table, and no longer text', async (field, limit) => {
  const story = (text: string) => ({ name: 'Asha', experience: 'It worked.', [field]: text });
  for (const text of [emoji(limit), emoji(limit + 1), ' ', '\n', 'a\r\nb']) {
    const parsed = impactStorySchema.safeParse(story(text));
    if (parsed.success) expect(await takes('public.impact_stories', parsed.data)).toBe(true);
    if (text.length > 2 * limit) expect(await takes('public.impact_stories', story(text))).toBe(false);
  }
  expect(impactStorySchema.safeParse(story(emoji(limit))).success).toBe(true);
  expect(impactStorySchema.safeParse(story(emoji(limit + 1))).success).toBe(false);
});

test.each([
  ['name', ['AB', emoji(120)], ['A', emoji(121)]],
  ['phone', ['9876543210', '+'.padEnd(30, '1')], ['987654321', '1'.repeat(31)]],
  [
    'linkedin',
    ['https://www.linkedin.com/in/asha', 'in.linkedin.com/in/asha', 'HTTPS://LinkedIn.com/in/a'],
    ['https://linkedin.example/in/asha', 'https://evil.example/'],
  ],
])('what a form lets through, its table takes, and no longer text: an application’s %s', async (field, good, bad) => {
  const valid = { name: 'Asha', phone: '9876543210', linkedin: 'https://www.linkedin.com/in/asha' };
  for (const text of good) {
    const row = mentorApplicationSchema.parse({ ...valid, [field]: text });
    expect([text, await takes('public.mentor_applications', row)]).toEqual([text, true]);
  }
  for (const text of bad) {
    expect(mentorApplicationSchema.safeParse({ ...valid, [field]: text }).success).toBe(false);
    expect([text, await takes('public.mentor_applications', { ...valid, [field]: text })]).toEqual([text, false]);
  }
});

test.each(['name', 'role', 'company'])(
  'what a form lets through, its table takes, and no longer text: a testimonial’s %s',
  async (field) => {
    const form = { name: 'Asha', role: 'Founder', company: '', is_featured: false, [field]: emoji(120) };
    const row = { ...testimonialSchema.parse(form), video_url: '/a.mp4' };
    expect(await takes('public.video_testimonials', row)).toBe(true);
    expect(await takes('public.video_testimonials', { ...row, [field]: emoji(121) })).toBe(false);
  },
);

test('buckets take as much as the rules say', async () => {
  const rows = await sql`select id, file_size_limit::int as limit from storage.buckets order by 1`;
  expect(rows.map(({ id, limit }) => [id, limit])).toEqual([
    ['mentor_images', PICTURE_MAX_BYTES],
    ['partner_logos', PICTURE_MAX_BYTES],
    ['video_testimonials', VIDEO_MAX_BYTES],
  ]);
});

test('a video’s name, whatever it was called, is one that the bucket’s policy takes', async () => {
  const [row] = await sql`
    select pg_get_expr(polwithcheck, polrelid) as condition from pg_policy
    where polname = 'Administrators add videos' and polrelid = 'storage.objects'::regclass`;
  const pattern = new RegExp(/~ '([^']+)'/.exec(row?.condition)?.[1] ?? 'no pattern');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      expect(videoFileName(name, new Date(1_700_000_000_000))).toMatch(pattern);
    }),
  );
});

test.each([
  ['/storage/v1/object/public/mentor_images/impact-stories/1-2-320.webp', true],
  ['https://project.supabase.example/storage/v1/object/public/mentor_images/impact-stories/1-2-320.webp', true],
  ['/demo/faces/asha-rao-320.webp', true],
  ['/demo/faces/../../v1/track.webp', false],
  ['//elsewhere.example/demo/faces/asha-320.webp', false],
  ['https://elsewhere.example/demo/faces/asha-320.webp', false],
  ['https://elsewhere.example/asha.webp', false],
])('a story has a photo of this site alone: %s', async (image_url, isTaken) => {
  expect(await takes('impact_stories', { name: 'Asha', experience: 'It worked.', image_url })).toBe(isTaken);
});
