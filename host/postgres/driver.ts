import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { applyPatch, parsePatch, type StructuredPatch } from 'diff';

/** What is corrected, each with its reason; it reads as a diff. */
const CORRECTIONS = path.join(import.meta.dirname, 'driver.diff');

/**
 * The driver's option `backoff`. Without it the driver waits up to 20 seconds between two attempts. A pool of ten
 * reaches that at the first failure, because the failures of all connections are added up.
 */
export function secondsToReconnect(): number {
  return 0.1 + Math.random() * 0.2;
}

let isCorrected = false;

/**
 * Corrects the driver `postgres` (3.4.9) while it is loaded, so that a host survives when Postgres is killed or
 * restarted, and then continues with the new server.
 *
 * Call before the driver is imported; a second call does nothing.
 * @throws Error when the driver is imported and is not the version that this was written for
 */
export function correctDriver(): void {
  if (isCorrected) return;
  isCorrected = true;
  const patches = parsePatch(readFileSync(CORRECTIONS, 'utf8'));
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const patch = patches.find(({ newFileName }) => url.endsWith(`/node_modules/${newFileName}`));
      return patch ? { ...loaded, source: correct(sourceOf(loaded.source), patch) } : loaded;
    },
  });
}

function correct(source: string, patch: StructuredPatch): string {
  const corrected = applyPatch(source, patch);
  if (corrected !== false) return corrected;
  throw new Error(
    `Another version of the package postgres (${patch.newFileName}): is host/postgres/driver.diff still needed?`,
  );
}

function sourceOf(source: string | ArrayBuffer | NodeJS.TypedArray | undefined | null): string {
  return typeof source === 'string' ? source : Buffer.from(source as ArrayBuffer).toString('utf8');
}
