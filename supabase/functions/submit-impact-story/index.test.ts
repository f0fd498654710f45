import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { expectAnswer, expectError } from '#tests/kit/expect-answer.ts';
import { plainPicture } from '#tests/kit/pictures.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

// One proxy of ours in front: it writes the last entry of X-Forwarded-For.
const app = provideTestApp({ TRUSTED_PROXIES: '1', CLIENT_ADDRESS_HEADER: 'x-claimed' });
beforeEach(async () => {
  await app.sql`truncate private.submission_counts, private.story_sessions, public.impact_stories, public.mentor_applications`;
  await app.sql`update private.submission_limits set most = 50`;
});

const story = { name: ' Asha ', experience: '<b>It</b> worked.\n🌱' };

function submit(body: unknown, { from = '198.51.100.7', headers = {} } = {}) {
  return app.call('submit-impact-story', body, undefined, { 'x-forwarded-for': from, ...headers });
}

async function uploadPhoto(from = '198.51.100.7') {
  const photo = await plainPicture(900, 600).jpeg().toBuffer();
  return app.call('store-picture?kind=story', photo, undefined, { 'x-forwarded-for': from });
}

const stories = async () => [
  ...(await app.sql`select name, experience, image_url, is_approved from public.impact_stories`),
];
const addressOf = (path: string, origin = '') => `${origin}/storage/v1/object/public/mentor_images/${path}`;
const limitTo = (most: number, scope = 'address', form = 'impact_story') =>
  app.sql`update private.submission_limits set most = ${most} where form = ${form} and scope = ${scope}`;

it('submit-impact-story stores a visitor’s story for review, as it was typed', async () => {
  expectAnswer(await submit(story), 200, { success: true });
  expect(await stories()).toEqual([
    { name: 'Asha', experience: '<b>It</b> worked.\n🌱', image_url: null, is_approved: false },
  ]);
  const read = await app.request('/rest/v1/impact_stories?select=id', { headers: { apikey: app.keys.publishableKey } });
  expect(read.body).toEqual([]);
});

it.each([
  ['another site', 'https://evil.example'],
  ['this machine', 'http://127.0.0.1:1'],
])('submit-impact-story takes the photo from this site, though its address names %s', async (_, origin) => {
  const { body } = await uploadPhoto();
  expect((await submit({ ...story, image_url: addressOf(body.path, origin) })).status).toBe(200);
  expect(await stories()).toMatchObject([{ image_url: addressOf(body.path) }]);
});

it('submit-impact-story stores a story with the photo that was uploaded before', async () => {
  const { status, body } = await uploadPhoto();
  expect([status, body]).toEqual([
    200,
    { path: expect.stringMatching(/^impact-stories\/\d{13}-[0-9a-f]{16}-320\.webp$/) },
  ]);
  const file = await fetch(`${app.host.url}${addressOf(body.path)}`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp']);
  await submit({ ...story, image_url: addressOf(body.path, app.host.url) });
  expect(await stories()).toMatchObject([{ image_url: addressOf(body.path) }]);
});

it('submit-impact-story refuses a photo that is elsewhere, missing or another story’s', async () => {
  const { body } = await uploadPhoto();
  await submit({ ...story, image_url: addressOf(body.path) });
  const sentence = 'We no longer have your photo. Please choose it again, or send your story without it.';
  for (const image_url of [
    'https://evil.example/track.png',
    'javascript:alert(1)',
    addressOf(body.path),
    addressOf('impact-stories/1700000000000-none-320.webp'),
    addressOf('../../secret'),
    7,
  ]) {
    const { status, body: answer } = await submit({ ...story, image_url });
    expect([status, answer.error]).toEqual([422, sentence]);
  }
  expect(await stories()).toHaveLength(1);
});

it('submit-impact-story stores a story that is sent twice under one id once', async () => {
  const id = randomUUID();
  expect([(await submit({ ...story, id })).status, (await submit({ ...story, id })).status]).toEqual([200, 200]);
  expect(await stories()).toHaveLength(1);
});

it('submit-impact-story refuses what the form would not send, field by field', async () => {
  const required = 'Please fill in all required fields';
  const tooLong = 'Your story is too long: please keep it to 600 characters.';
  const answers = [
    [{}, { name: required, experience: required }],
    [{ ...story, name: '  ' }, { name: required }],
    [{ ...story, experience: 'x'.repeat(601) }, { experience: tooLong }],
  ] as const;
  for (const [body, problems] of answers) {
    expectAnswer(await submit(body), 422, { error: Object.values(problems)[0], problems });
  }
  for (const body of ['{', '[]', '"x"', 'null']) expect((await submit(body)).status).toBe(400);
  expect((await submit('x'.repeat(100_000))).status).toBe(413);
  expect(await stories()).toEqual([]);
});

it('submit-impact-story answers a program that fills in the hidden field as usual, and stores nothing', async () => {
  await limitTo(1);
  expectAnswer(await submit({ ...story, website: 'https://spam.example' }), 200, { success: true });
  expect(await stories()).toEqual([]);
  // It counts, as any other.
  expect((await submit(story)).status).toBe(429);
});

it('too many stories from one address are refused with a time to retry, and others are served', async () => {
  await limitTo(2);
  await submit(story);
  await submit(story);
  const { status, body, headers } = await submit(story);
  expect(status).toBe(429);
  expect(body.error).toMatch(
    /^A lot has been sent through this form in a short time\. Please try again in (a minute|\d+ (minutes|hours))\.$/,
  );
  const wait = Number(headers.get('retry-after'));
  expect([wait > 0, wait <= 86_400]).toEqual([true, true]);
  expect(await stories()).toHaveLength(2);
  expect((await submit(story, { from: '198.51.100.8' })).status).toBe(200);
});

it('too many stories from all addresses together are refused as well', async () => {
  await limitTo(1, 'everyone');
  await submit(story, { from: '198.51.100.1' });
  expect((await submit(story, { from: '198.51.100.2' })).status).toBe(429);
});

it('too many stories are counted by the real address, whatever the client claims', async () => {
  await limitTo(1);
  await submit(story);
  const claims: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' },
    { 'x-claimed': '203.0.113.9' },
    { 'cf-connecting-ip': '203.0.113.9' },
    { 'x-real-ip': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
  ];
  for (const headers of claims) expect((await submit(story, { headers })).status).toBe(429);
});

it('stories from one IPv6 network count as from one address', async () => {
  await limitTo(1);
  expect((await submit(story, { from: '2001:db8:1:2::1' })).status).toBe(200);
  expect((await submit(story, { from: '2001:0DB8:1:2:ffff:ffff:ffff:ffff' })).status).toBe(429);
  expect((await submit(story, { from: '2001:db8:1:3::1' })).status).toBe(200);
  expect((await submit(story, { from: '::ffff:198.51.100.20' })).status).toBe(200);
  expect((await submit(story, { from: '198.51.100.20' })).status).toBe(429);
});

it('photos of stories are counted separately from stories', async () => {
  await limitTo(1, 'address', 'impact_story_photo');
  expect((await uploadPhoto()).status).toBe(200);
  expectError(await uploadPhoto(), 429, expect.stringContaining('Please try again in'));
  expect((await submit(story)).status).toBe(200);
});

it('no visitor’s address is kept in the database', async () => {
  await submit(story);
  const rows = await app.sql`select key from private.submission_counts`;
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).not.toMatch(/198|51\.100/);
});

it.each([
  ['impact_stories', { name: 'A', experience: 'B' }],
  ['mentor_applications', { name: 'Asha', phone: '9876543210', linkedin: 'https://www.linkedin.com/in/a' }],
])('no visitor can write into the table %s past the function', async (table, row) => {
  const founder = await app.addFounder();
  for (const by of [{}, { by: founder }]) {
    const { status } = await app.rest(table, { ...by, body: row });
    expect([401, 403]).toContain(status);
  }
  expect(await app.sql`select from ${app.sql(table)}`).toHaveLength(0);
});

it('no visitor can upload into the folder of photos past the function, or list it', async () => {
  const { body } = await uploadPhoto();
  const key = app.keys.publishableKey;
  const headers = { apikey: key, 'content-type': 'image/webp' };
  const photo = new Uint8Array(await plainPicture(9, 9).webp().toBuffer());
  for (const name of ['impact-stories/1700000000000-a-320.webp', body.path]) {
    const { body: answer } = await app.request(`/storage/v1/object/mentor_images/${name}`, {
      method: 'POST',
      headers: { ...headers, 'x-upsert': 'true' },
      body: photo,
    });
    expect(answer.statusCode).toBe('403');
  }
  const listing = await app.request('/storage/v1/object/list/mentor_images', {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ prefix: 'impact-stories' }),
  });
  expect(listing.body).toEqual([]);
  const removal = await app.request('/storage/v1/object/mentor_images', {
    method: 'DELETE',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: [body.path] }),
  });
  expect(removal.status).toBeLessThan(500);
  expect((await fetch(`${app.host.url}${addressOf(body.path)}`)).status).toBe(200);
});

const application = { name: ' Asha Rao ', phone: '+91 98765 43210', linkedin: 'linkedin.com/in/asha?utm=1' };
const apply = (body: unknown) =>
  app.call('submit-mentor-application', body, undefined, { 'x-forwarded-for': '198.51.100.7' });
const applications = async () => [
  ...(await app.sql`select name, phone, linkedin, status from public.mentor_applications`),
];

it('submit-mentor-application takes an application, which waits as pending', async () => {
  expectAnswer(await apply({ ...application, status: 'approved' }), 200, { success: true });
  expect(await applications()).toEqual([
    { name: 'Asha Rao', phone: '+91 98765 43210', linkedin: 'https://linkedin.com/in/asha', status: 'pending' },
  ]);
});

it('submit-mentor-application refuses what the form would not send', async () => {
  expectAnswer(await apply({ name: 'A', phone: '123', linkedin: 'https://www.linkedin.com/in/' }), 422, {
    error: 'Name must be at least 2 characters',
    problems: {
      name: 'Name must be at least 2 characters',
      phone: 'Please provide a valid phone number',
      linkedin: 'Please provide a valid LinkedIn URL (e.g., www.linkedin.com/in/yourprofile)',
    },
  });
  expect((await apply({ ...application, website: 'x' })).body).toEqual({ success: true });
  expect(await applications()).toEqual([]);
});

it('submit-mentor-application has a limit of its own', async () => {
  await limitTo(0);
  await limitTo(1, 'address', 'mentor_application');
  expect((await apply(application)).status).toBe(200);
  const { status, headers } = await apply(application);
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
});
