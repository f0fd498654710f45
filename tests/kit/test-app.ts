import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findHome, removeHome } from '#host/postgres/home.ts';
import { stopOrphan } from '#host/postgres/orphan.ts';
import { openShop, type Shop } from './app-client.ts';
import { createTestDatabase } from './database.ts';
import { startTestHost, type TestHost } from './host.ts';

const JWT_SECRET = 'a-secret-of-these-tests-that-is-long-enough';

/**
 * How a shop is run: by one host on a database of a Postgres server, by two hosts that share such a database and are asked in
 * turn, or by one host with an embedded Postgres of its own. What a suite says must hold in each of them.
 */
export const WAYS = ['one host', 'two hosts', 'embedded'] as const;
export type Way = (typeof WAYS)[number];
/** The way for suites that do not name one; "one host" when unset. */
export const WAY_VARIABLE = 'TEST_SHOP_WAY';

export interface TestShop extends Shop {
  way: Way;
  host: TestHost;
  /** Those that requests go to, in turn. */
  hosts: TestHost[];
  /** Superuser's connection string. */
  databaseUrl: string;
  /** Starts one more host on the same database, which no request goes to; it ends with the shop. */
  addHost(env?: Record<string, string>): Promise<TestHost>;
  /** The same shop with every request to one of its hosts. */
  at(host: TestHost): Promise<Shop>;
  /** Kills every host as a power cut would; the same shop afterwards, with new ones, takes this one's place. */
  reopen(): Promise<TestShop>;
}

/** Where a shop's hosts keep what outlives them. */
interface Ground {
  jwtSecret: string | undefined;
  startHost(): Promise<TestHost>;
  /** Clears what a killed host leaves behind, but for what the next one takes over. */
  leave(host: TestHost): Promise<void>;
  end(): Promise<void>;
}

/**
 * A shop on a host and a database of its own, for one suite. `close` ends all three.
 *
 * @param env settings of the host
 * @param options.way in place of that of the run
 * @param options.databaseUrl of a database that the test brings (and drops), for the ways with a server
 */
export async function openTestShop(
  env: Record<string, string> = {},
  options: { way?: Way; databaseUrl?: string } = {},
): Promise<TestShop> {
  const way = options.way ?? wayOfRun();
  const ground = way === 'embedded' ? embeddedGround(env) : await serverGround(env, options.databaseUrl);
  return openOn(ground, way, env);
}

async function openOn(ground: Ground, way: Way, env: Record<string, string>): Promise<TestShop> {
  const hosts: TestHost[] = [];
  const added: TestHost[] = [];
  const shops: Shop[] = [];
  const close = async () => {
    await Promise.all(shops.splice(0).map((shop) => shop.close()));
    await Promise.all([...added.splice(0), ...hosts.splice(0)].map((host) => host.stop()));
    await ground.end();
  };
  try {
    // One after the other: the first one prepares the database.
    while (hosts.length < (way === 'two hosts' ? 2 : 1)) hosts.push(await ground.startHost());
    const [first] = hosts as [TestHost];
    let turn = 0;
    const inTurn = {
      ...first,
      get url() {
        turn += 1;
        return hosts[turn % hosts.length]?.url ?? first.url;
      },
    };
    const shop = await openShop(inTurn, ground.jwtSecret);
    shops.push(shop);
    return {
      ...shop,
      way,
      host: first,
      hosts,
      databaseUrl: first.databaseUrl,
      async addHost(more = {}) {
        const host = await startTestHost({
          databaseUrl: first.databaseUrl,
          env: {
            JWT_SECRET: shop.keys.jwtSecret,
            SUPABASE_PUBLISHABLE_KEY: first.keys.publishable,
            SUPABASE_SECRET_KEY: first.keys.secret,
            ...env,
            ...more,
          },
        });
        added.push(host);
        return host;
      },
      async at(host) {
        const one = await openShop(host, shop.keys.jwtSecret);
        shops.push(one);
        return one;
      },
      async reopen() {
        await Promise.all(shops.splice(0).map((one) => one.close()));
        for (const host of hosts.splice(0)) {
          await host.kill9();
          await ground.leave(host);
        }
        for (const host of added.splice(0)) {
          await host.kill9();
          await host.stop();
        }
        return openOn(ground, way, env);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What the run asks for. */
export function wayOfRun(): Way {
  const named = process.env[WAY_VARIABLE] ?? 'one host';
  const way = WAYS.find((one) => one === named);
  if (!way) throw new Error(`${WAY_VARIABLE} is "${named}", which is none of ${WAYS.join(', ')}.`);
  return way;
}

async function serverGround(env: Record<string, string>, brought?: string): Promise<Ground> {
  const database = brought === undefined ? await createTestDatabase() : undefined;
  const databaseUrl = brought ?? database?.url;
  return {
    jwtSecret: JWT_SECRET,
    startHost: () => startTestHost({ ...(databaseUrl && { databaseUrl }), env: { JWT_SECRET, ...env } }),
    leave: (host) => host.stop(),
    end: async () => database?.drop(),
  };
}

function embeddedGround(env: Record<string, string>): Ground {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'point-0-test-shop-'));
  return {
    jwtSecret: undefined,
    startHost: () => startTestHost({ dataDir, env }),
    // Its Postgres is left running, for the next host to find.
    leave: async () => {},
    end: async () => {
      await stopOrphan(findHome(dataDir).data);
      removeHome(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
