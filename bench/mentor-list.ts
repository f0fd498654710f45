import autocannon from 'autocannon';
import postgres from 'postgres';
import type { AppClient } from '#tests/kit/app-client.ts';
import type { TestHost } from '#tests/kit/host.ts';
import { inParallel } from './in-parallel.ts';

const SECONDS = 5;
const LANES = 10;

/** Speed of the listing's first page, in four ways through the host and in one past it. */
export async function measureMentorList(host: TestHost, app: AppClient) {
  const sql = postgres(host.databaseUrl, { max: LANES, onnotice: () => {} });
  const list = '/rest/v1/rpc/search_mentors?p_limit=8';
  const headers = { apikey: app.keys.publishableKey };
  try {
    return {
      sql: await inParallel(() => sql`select * from public.search_mentors(p_limit => 8)`, {
        host,
        lanes: LANES,
        seconds: SECONDS,
      }),
      cached: await load(`${host.url}${list}`, headers),
      uncached: await inParallel(
        (turn) => read(`${host.url}${list}&p_min_price=${turn % 1500}&p_max_price=${15_000 + turn}`, headers),
        { host, lanes: LANES, seconds: SECONDS },
      ),
      page: await load(`${host.url}/mentors`, {}),
      renderedPage: await inParallel(async (turn) => read(`${host.url}/mentors?q=never${turn}`, {}), {
        host,
        lanes: LANES,
        seconds: SECONDS,
      }),
    };
  } finally {
    await sql.end();
  }
}

async function read(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  await response.arrayBuffer();
}

async function load(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: LANES, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
}
