import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { expectError } from '#tests/kit/expect-answer.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp({ TRUSTED_PROXIES: '1' });
beforeEach(async () => {
  await app.sql`truncate private.submission_counts`;
});

const ask = (body: unknown, from = '198.51.100.7') =>
  app.call('match-mentors', body, undefined, { 'x-forwarded-for': from });

it('match-mentors answers mentors with reasons, kept by no cache', async () => {
  const { id } = await app.addMentor({ name: 'Zoya Menon' });
  await app.sql`update public.mentors set expertise = 'Zeppelin exports' where id = ${id}`;
  const answer = await ask({ text: 'We would like to export a zeppelin.' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(answer.body.mentors).toEqual([
    expect.objectContaining({
      id,
      slug: expect.stringMatching(/^zoya-menon/),
      reasons: [{ field: 'expertise', snippet: 'Zeppelin exports', words: ['zeppelin', 'exports'] }],
    }),
  ]);
});

it('match-mentors refuses other methods, other bodies, and texts that are too short or too long', async () => {
  expect((await app.request('/functions/v1/match-mentors', {})).status).toBe(405);
  expect((await ask('no object')).status).toBe(400);
  for (const [text, sentence] of [
    ['too short', 'Please write at least 20 characters.'],
    ['x'.repeat(501), 'Please keep it to 500 characters.'],
  ]) {
    const refused = await ask({ text });
    expect([refused.status, refused.body.error]).toEqual([422, sentence]);
  }
});

it('match-mentors answers an address thirty times a minute, and then asks to wait', async () => {
  await app.sql`update private.submission_limits set most = 2 where form = 'problem'`;
  const text = 'We would like to export a zeppelin.';
  for (const _ of [1, 2]) expect((await ask({ text })).status).toBe(200);
  const refused = await ask({ text });
  expectError(refused, 429, 'Please wait a minute.');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask({ text }, '198.51.100.8')).status).toBe(200);
  await app.sql`update private.submission_limits set most = 30 where form = 'problem'`;
});

/** Every file below a directory. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
}

it('the text that match-mentors gets stands in no log and no file of the host, also when it fails', async () => {
  const marker = 'xylomarkerword';
  await ask({ text: `We export ${marker} and cannot sell it.` });
  await ask({ text: marker });
  await app.sql`update private.submission_limits set most = 0 where form = 'problem'`;
  await ask({ text: `Again: we export ${marker} and cannot sell it.` });
  await app.sql`update private.submission_limits set most = 30 where form = 'problem'`;
  expect(app.host.output()).not.toContain(marker);
  for (const file of filesIn(app.host.dataDir)) {
    if (/\.(log|json|txt)$/.test(file)) expect(readFileSync(file, 'utf8'), file).not.toContain(marker);
  }
});
