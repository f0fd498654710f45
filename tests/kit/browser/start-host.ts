import { startTestHost, type TestHost } from '../host.ts';

/** Where the stories' processes inherit what they need of their host, as JSON. */
const STORY_HOST = 'POINT0_STORY_HOST';

type StoryHost = Pick<TestHost, 'url' | 'dataDir' | 'databaseUrl' | 'keys' | 'logins'>;

/** Playwright: one host with its own data directory for the whole run; what it returns stops it. */
export default async function startHost(): Promise<() => Promise<void>> {
  const host = await startTestHost({
    web: true,
    // All stories come from one address, and most begin by signing up.
    env: { AUTH_REQUEST_LIMIT: '1000' },
  });
  const { url, dataDir, databaseUrl, keys, logins } = host;
  process.env[STORY_HOST] = JSON.stringify({ url, dataDir, databaseUrl, keys, logins } satisfies StoryHost);
  return () => host.stop();
}

/** The host that all stories of a run share. */
export function storyHost(): StoryHost {
  const host = process.env[STORY_HOST];
  if (!host) throw new Error(`${STORY_HOST} is unset: the stories' host did not start.`);
  return JSON.parse(host);
}
