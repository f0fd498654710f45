import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findHome, removeHome } from '#host/postgres/home.ts';
import { stopOrphan } from '#host/postgres/orphan.ts';
import { type AppClient, openAppClient } from './app-client.ts';
import { createTestDatabase } from './database.ts';
import { startTestHost, type TestHost } from './host.ts';

const JWT_SECRET = 'a-secret-of-these-tests-that-is-long-enough';

/**
 * How an app is run: by one host on a database of a Postgres server, by two hosts that share such a database and are
 * asked in turn, or by one host with an embedded Postgres of its own. What a suite says must hold in each of them.
 */
const TOPOLOGIES = ['one host', 'two hosts', 'embedded'] as const;
export type Topology = (typeof TOPOLOGIES)[number];
/** The topology for suites that do not name one; "one host" when unset. */
export const TOPOLOGY_VARIABLE = 'TEST_APP_TOPOLOGY';

export interface TestApp extends AppClient {
  topology: Topology;
  host: TestHost;
  /** Those that requests go to, in turn. */
  hosts: TestHost[];
  /** Superuser's connection string. */
  databaseUrl: string;
  /** Starts one more host on the same database, which no request goes to; it ends with the app. */
  addHost(env?: Record<string, string>): Promise<TestHost>;
  /** The same app with every request to one of its hosts. */
  at(host: TestHost): Promise<AppClient>;
  /** Kills every host as a power cut would; the same app afterwards, with new ones, takes this one's place. */
  reopen(): Promise<TestApp>;
}

/** Where an app's hosts keep what outlives them. */
interface Environment {
  jwtSecret: string | undefined;
  startHost(): Promise<TestHost>;
  /** Clears what a killed host leaves behind, but for what the next one takes over. */
  leave(host: TestHost): Promise<void>;
  end(): Promise<void>;
}

/**
 * An app on a host and a database of its own, for one suite. `close` ends all three.
 *
 * @param env settings of the host
 * @param options.topology in place of that of the run
 * @param options.databaseUrl of a database that the test brings (and drops), for the topologies with a server
 */
export async function openTestApp(
  env: Record<string, string> = {},
  options: { topology?: Topology; databaseUrl?: string } = {},
): Promise<TestApp> {
  const topology = options.topology ?? topologyOfRun();
  const environment =
    topology === 'embedded' ? embeddedEnvironment(env) : await serverEnvironment(env, options.databaseUrl);
  return openOn(environment, topology, env);
}

async function openOn(environment: Environment, topology: Topology, env: Record<string, string>): Promise<TestApp> {
  const hosts: TestHost[] = [];
  const added: TestHost[] = [];
  const apps: AppClient[] = [];
  const close = async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
    await Promise.all([...added.splice(0), ...hosts.splice(0)].map((host) => host.stop()));
    await environment.end();
  };
  try {
    // One after the other: the first one prepares the database.
    while (hosts.length < (topology === 'two hosts' ? 2 : 1)) hosts.push(await environment.startHost());
    const [first] = hosts as [TestHost];
    let turn = 0;
    const inTurn = {
      ...first,
      get url() {
        turn += 1;
        return hosts[turn % hosts.length]?.url ?? first.url;
      },
    };
    const app = await openAppClient(inTurn, environment.jwtSecret);
    apps.push(app);
    return {
      ...app,
      topology,
      host: first,
      hosts,
      databaseUrl: first.databaseUrl,
      async addHost(more = {}) {
        const host = await startTestHost({
          databaseUrl: first.databaseUrl,
          env: {
            JWT_SECRET: app.keys.jwtSecret,
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
        const one = await openAppClient(host, app.keys.jwtSecret);
        apps.push(one);
        return one;
      },
      async reopen() {
        await Promise.all(apps.splice(0).map((one) => one.close()));
        for (const host of hosts.splice(0)) {
          await host.kill9();
          await environment.leave(host);
        }
        for (const host of added.splice(0)) {
          await host.kill9();
          await host.stop();
        }
        return openOn(environment, topology, env);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What the run asks for. */
export function topologyOfRun(): Topology {
  const named = process.env[TOPOLOGY_VARIABLE] ?? 'one host';
  const topology = TOPOLOGIES.find((one) => one === named);
  if (!topology) throw new Error(`${TOPOLOGY_VARIABLE} is "${named}", which is none of ${TOPOLOGIES.join(', ')}.`);
  return topology;
}

async function serverEnvironment(env: Record<string, string>, brought?: string): Promise<Environment> {
  const database = brought === undefined ? await createTestDatabase() : undefined;
  const databaseUrl = brought ?? database?.url;
  return {
    jwtSecret: JWT_SECRET,
    startHost: () => startTestHost({ ...(databaseUrl && { databaseUrl }), env: { JWT_SECRET, ...env } }),
    leave: (host) => host.stop(),
    end: async () => database?.drop(),
  };
}

function embeddedEnvironment(env: Record<string, string>): Environment {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'point-0-test-app-'));
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
