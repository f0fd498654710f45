import { expect, test } from 'vitest';
import type { PublicEnv } from '#lib/page/public-env.tsx';
import { createPublicApi } from '#lib/public-api.ts';
import { createQueryClient } from '#lib/query/query-client.ts';
import { readCarousels } from './home.data.ts';

const env = { supabaseUrl: 'http://localhost', supabaseAnonKey: 'key' } as PublicEnv;
const api = (answers: Record<string, () => Response>) =>
  createPublicApi(env, async (input) => {
    const { pathname } = new URL(String(input));
    return (answers[pathname] ?? (() => Response.json([{ id: '1', name: 'A', role: 'B', video_url: '/c.mp4' }])))();
  });

test('a carousel whose table has a row has something to show, one whose table is empty has not', async () => {
  const answers = { '/rest/v1/podcasts': () => Response.json([]) };
  expect(await readCarousels(createQueryClient(), api(answers))).toEqual({
    trustedBy: true,
    podcasts: false,
    videoStories: true,
  });
});

test('a carousel that cannot be read may have something to show', async () => {
  const failing = { '/rest/v1/partner_logos': () => Response.json({ message: 'no' }, { status: 500 }) };
  expect((await readCarousels(createQueryClient(), api(failing))).trustedBy).toBeUndefined();
});
