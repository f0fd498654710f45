import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '#host/log.ts';
import { removeHome } from '#host/postgres/home.ts';
import { type Postgres, startPostgres } from '#host/postgres/start-postgres.ts';

/**
 * A Postgres server that a test can kill, at an address that stays: as a database server is found again by its name. It
 * writes to disk before it says that something is committed, as in production.
 */
export async function startRestartablePostgres() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'point-0-faults-postgres-'));
  let server: Postgres | undefined = await startPostgres({ dataDir, log: silentLog });
  const sockets = new Set<Socket>();
  const door = createServer((inside) => {
    const outside = connect(server ? Number(new URL(server.url).port) : 1, '127.0.0.1');
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const url = new URL(server.url);
  url.port = String((door.address() as { port: number }).port);

  return {
    /** Superuser's connection string. */
    url: url.href,
    async kill9(): Promise<void> {
      const killed = server;
      server = undefined;
      if (!killed) return;
      process.kill(killed.pid, 'SIGKILL');
      await killed.exited;
      // Gives the data directory back.
      await killed.kill();
    },
    async startAgain(): Promise<void> {
      server = await startPostgres({ dataDir, log: silentLog });
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => door.close(resolve));
      await server?.kill();
      removeHome(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
