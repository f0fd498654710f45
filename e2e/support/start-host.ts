import { startTestHost, type TestHost } from '#host/testing/host.ts';

/** The address of the host that all stories of a run share, as the stories' processes inherit it. */
export const STORY_HOST_URL = 'POINT0_STORY_HOST_URL';
/** What the back office of a story (desk.ts) needs of that host, as JSON. */
export const STORY_HOST = 'POINT0_STORY_HOST';

export type StoryHost = Pick<TestHost, 'url' | 'dataDir' | 'databaseUrl' | 'keys' | 'logins'>;

/** Playwright: one host with its own data directory for the whole run; what it returns stops it. */
export default async function startHost(): Promise<() => Promise<void>> {
  const host = await startTestHost({
    web: true,
    // All stories come from one address, and most begin by signing up.
    env: { AUTH_REQUEST_LIMIT: '1000' },
  });
  process.env[STORY_HOST_URL] = host.url;
  const { url, dataDir, databaseUrl, keys, logins } = host;
  process.env[STORY_HOST] = JSON.stringify({ url, dataDir, databaseUrl, keys, logins } satisfies StoryHost);
  return () => host.stop();
}
