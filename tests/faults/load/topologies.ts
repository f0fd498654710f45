/** The two ways in which the product runs, each started for real, and each made to be killed and started again. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { silentLog } from '#host/log.ts';
import { findHome, removeHome } from '#host/postgres/home.ts';
import { stopOrphan } from '#host/postgres/orphan.ts';
import { type Postgres, startPostgres } from '#host/postgres/start-postgres.ts';
import { type AppClient, openAppClient } from '../../kit/app-client.ts';
import { createTestDatabase, TEST_POSTGRES_URL } from '../../kit/database.ts';
import { findFreePort, startTestHost, type TestHost } from '../../kit/host.ts';

const JWT_SECRET = 'a-secret-of-these-loads-that-is-long-enough';

export const TOPOLOGY_NAMES = ['embedded', 'two-hosts'] as const;
export type TopologyName = (typeof TOPOLOGY_NAMES)[number];

export interface Topology {
  name: TopologyName;
  title: string;
  /** One app a host; any of them may be down at this moment. */
  apps(): AppClient[];
  hosts(): TestHost[];
  /** The superuser's own connections, which outlive a restart of the server. */
  sql(): postgres.Sql;
  /** Ends a host as a power cut would. */
  killHost(index: number): Promise<void>;
  /** Ends the database server as a power cut would. */
  killPostgres(): Promise<void>;
  /** Starts again whatever does not run. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

export function openTopology(name: TopologyName): Promise<Topology> {
  return name === 'embedded' ? openEmbedded() : openTwoHosts();
}

/** `npm start`: one host with a Postgres of its own. */
async function openEmbedded(): Promise<Topology> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'point-0-load-'));
  const port = await findFreePort();
  const env = { PORT: String(port), LOG_LEVEL: 'warn' };
  let host = await startTestHost({ dataDir, env });
  let app = await openAppClient(host);
  let isRunning = true;

  const pidFile = path.join(findHome(dataDir).data, 'postmaster.pid');
  let kills: number[] = [];

  return {
    name: 'embedded',
    title: 'one host with its own Postgres',
    apps: () => [app],
    hosts: () => [host],
    sql: () => app.sql,
    async killHost() {
      isRunning = false;
      await host.kill9();
      kills = [];
    },
    async killPostgres() {
      // A host that runs starts it again by itself, and ends at the fifth time within a minute; a new host counts anew.
      while (kills.filter((at) => performance.now() - at < 60_000).length >= 4) await pause(500);
      kills.push(performance.now());
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    },
    async recover() {
      if (isRunning) return;
      await app.close();
      host = await startTestHost({ dataDir, env });
      app = await openAppClient(host);
      isRunning = true;
    },
    async close() {
      await app.close();
      await host.stop();
      await stopOrphan(findHome(dataDir).data);
      removeHome(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A Postgres that is not the hosts' own, and two hosts on it. */
async function openTwoHosts(): Promise<Topology> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'point-0-load-'));
  const port = String(await findFreePort());
  // Durable, unlike the tests' own server: what was acknowledged must survive.
  const start = () => startPostgres({ dataDir, log: silentLog, settings: { port, max_connections: '120' } });
  let server: Postgres = await start();
  const address = new URL(server.url);
  address.port = port;
  process.env[TEST_POSTGRES_URL] = address.href;
  const database = await createTestDatabase();
  const slots = await Promise.all(
    [0, 1].map(async () => ({
      env: { PORT: String(await findFreePort()), JWT_SECRET, LOG_LEVEL: 'warn' },
      dataDir: mkdtempSync(path.join(tmpdir(), 'point-0-load-host-')),
    })),
  );
  const startHost = (index: number) =>
    startTestHost({ databaseUrl: database.url, ...(slots[index] as (typeof slots)[number]) });
  const hosts = [await startHost(0), await startHost(1)];
  const apps = await Promise.all(hosts.map((host) => openAppClient(host, JWT_SECRET)));
  const sql = postgres(database.url, { max: 8, onnotice: () => {} });
  const isHostRunning = [true, true];
  let isPostgresRunning = true;

  return {
    name: 'two-hosts',
    title: 'two hosts on one Postgres',
    apps: () => apps,
    hosts: () => hosts,
    sql: () => sql,
    async killHost(index) {
      isHostRunning[index] = false;
      await hosts[index]?.kill9();
    },
    async killPostgres() {
      isPostgresRunning = false;
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
      await server.kill();
    },
    async recover() {
      if (!isPostgresRunning) server = await start();
      isPostgresRunning = true;
      for (const index of [0, 1]) {
        if (!isHostRunning[index]) hosts[index] = await startHost(index);
        isHostRunning[index] = true;
      }
    },
    async close() {
      await Promise.all(apps.map((app) => app.close()));
      await sql.end({ timeout: 1 });
      await Promise.all(hosts.map((host) => host.stop()));
      await database.drop();
      await server.stop();
      delete process.env[TEST_POSTGRES_URL];
      removeHome(dataDir);
      for (const directory of [dataDir, ...slots.map((slot) => slot.dataDir)]) {
        rmSync(directory, { recursive: true, force: true });
      }
    },
  };
}
