import { registerHooks } from 'node:module';

const DRIVER = '/node_modules/postgres/src/connection.js';
const WRITE = '    const x = socket.write(chunk, fn)\n';
const SETTLED = `    if (!socket) {
      nextWriteTimer !== null && clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
${WRITE}`;

/**
 * Corrects the driver `postgres` (3.4.9) as it is loaded. A statement that is written to a connection which a killed or
 * restarted server has closed meanwhile, as the end of every transaction is, throws where nobody can catch it, and ends the
 * process: porsager/postgres#1208. Here it is refused like any other statement on a closed connection.
 *
 * Call before the driver is imported.
 * @throws Error when the driver is imported and is not the one that this was written for
 */
export function correctDriver(): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(DRIVER)) return loaded;
      const source = sourceOf(loaded.source);
      if (!source.includes(WRITE)) {
        throw new Error('Another version of the package postgres: is host/postgres/driver.ts still needed?');
      }
      return { ...loaded, source: source.replace(WRITE, SETTLED) };
    },
  });
}

function sourceOf(source: string | ArrayBuffer | NodeJS.TypedArray | undefined | null): string {
  return typeof source === 'string' ? source : Buffer.from(source as ArrayBuffer).toString('utf8');
}
