import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Founder } from '#tests/kit/app-client.ts';
import { expectAnswer } from '#tests/kit/expect-answer.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp({ TRUSTED_PROXIES: '1' });
beforeEach(async () => {
  await app.sql`truncate private.submission_counts, private.mentor_requests`;
});

const request = { text: ' Who knows how to sell toys in Germany?\n', email: 'Asks@Startup.example' };
const send = (body: unknown, by?: Founder) =>
  app.call('submit-mentor-request', body, by, { 'x-forwarded-for': '198.51.100.7' });
const requests = async () => [...(await app.sql`select user_id, email, text, filters from private.mentor_requests`)];

it('submit-mentor-request stores a visitor’s request with the filters that are known', async () => {
  const filters = '?q=toys&category=Sales&price=1-2&lang=hi,xx&free=week&sort=rating&utm_source=x';
  expectAnswer(await send({ ...request, filters }), 200, { success: true });
  expect(await requests()).toEqual([
    {
      user_id: null,
      email: 'asks@startup.example',
      text: 'Who knows how to sell toys in Germany?',
      filters: { search: 'toys', category: 'Sales', languages: 'hi', free: 'week' },
    },
  ]);
});

it('submit-mentor-request without an address is the signed-in account’s, and needs a session', async () => {
  expect((await send({ text: request.text })).status).toBe(401);
  const founder = await app.addFounder();
  expectAnswer(await send({ text: request.text }, founder), 200, { success: true });
  expect(await requests()).toMatchObject([{ user_id: founder.id, email: founder.email }]);
});

it('submit-mentor-request stores a request that is sent twice under one id once', async () => {
  const id = randomUUID();
  expect([(await send({ ...request, id })).status, (await send({ ...request, id })).status]).toEqual([200, 200]);
  expect(await requests()).toHaveLength(1);
});

it('submit-mentor-request refuses what the form would not send, field by field', async () => {
  const [text, email] = ['Please write at least 10 characters.', 'Please enter a valid email address.'];
  for (const [body, problems] of [
    [{ ...request, text: 'Too short' }, { text }],
    [{ ...request, email: 'asks@' }, { email }],
    [{ ...request, text: 'x'.repeat(501) }, { text: 'Please keep it to 500 characters.' }],
  ] as const) {
    expectAnswer(await send(body), 422, { error: Object.values(problems)[0], problems });
  }
  expect((await send('[]')).status).toBe(400);
  expect((await send({ ...request, more: 'x'.repeat(9000) })).status).toBe(413);
  expect(await requests()).toEqual([]);
});

it('submit-mentor-request answers a program that fills in the hidden field as usual, and stores nothing', async () => {
  expectAnswer(await send({ ...request, website: 'https://spam.example' }), 200, { success: true });
  expect(await requests()).toEqual([]);
  expect(await app.sql`select from private.submission_counts`).not.toEqual([]);
});
