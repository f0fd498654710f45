import { createTestDatabase } from './database.ts';
import { startTestHost, type TestHost } from './host.ts';
import { openShop, type Shop } from './shop.ts';

const JWT_SECRET = 'a-secret-of-these-tests-that-is-long-enough';

export interface TestShop extends Shop {
  host: TestHost;
}

/**
 * A shop on a host and a database of its own, for one suite. `close` ends all three.
 *
 * @param env settings of the host
 */
export async function openTestShop(env: Record<string, string> = {}): Promise<TestShop> {
  const database = await createTestDatabase();
  let host: TestHost | undefined;
  try {
    host = await startTestHost({ databaseUrl: database.url, env: { JWT_SECRET, ...env } });
    const shop = await openShop(host, JWT_SECRET);
    const running = host;
    return {
      ...shop,
      host,
      close: async () => {
        await shop.close();
        await running.stop();
        await database.drop();
      },
    };
  } catch (error) {
    await host?.stop();
    await database.drop();
    throw error;
  }
}
