import { expect, test } from 'vitest';
import type { PublicEnv } from '#lib/page/public-env.tsx';
import { createPublicApi } from '#lib/public-api.ts';
import { readDeferredContent } from './home.data.ts';

const env = { supabaseUrl: 'http://localhost', supabaseAnonKey: 'key' } as PublicEnv;
const asked: string[] = [];
const api = (answers: Record<string, () => Response>) =>
  createPublicApi(env, async (input) => {
    const { pathname, search } = new URL(String(input));
    asked.push(pathname + search);
    return (answers[pathname] ?? (() => Response.json([{ id: '1' }])))();
  });

test('a table with a row has something to show, an empty one has not', async () => {
  expect(await readDeferredContent(api({ '/rest/v1/podcasts': () => Response.json([]) }))).toEqual({
    trustedBy: true,
    podcasts: false,
    videoStories: true,
  });
  expect(asked.sort()).toEqual([
    '/rest/v1/partner_logos?select=id&limit=1',
    '/rest/v1/podcasts?select=id&limit=1',
    '/rest/v1/video_testimonials?select=id&limit=1',
  ]);
});

test('what cannot be read may be there', async () => {
  const failing = { '/rest/v1/partner_logos': () => Response.json({ message: 'no' }, { status: 500 }) };
  expect((await readDeferredContent(api(failing))).trustedBy).toBe(true);
});
