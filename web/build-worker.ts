import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { NONCE_PLACE, offlineDocument } from './src/worker/offline-document.ts';
import type { WorkerParts } from './src/worker/service-worker.ts';

const SOURCE = path.join(import.meta.dirname, 'src', 'worker');
/** What the offline page is drawn with, by the name under which it asks for each (worker/offline.css). */
const FILES = { 'figtree.woff2': '/fonts/figtree.woff2', 'bricolage.woff2': '/fonts/bricolage.woff2' };

/**
 * Writes the service worker into a finished build: `service-worker.js`, with the offline page inside, and the program that
 * takes its place where it is switched off. Each is one classic script, which every browser with workers can start.
 *
 * @param folder of the files that browsers load
 */
export async function buildWorker(folder: string): Promise<void> {
  const hash = createHash('sha256');
  for (const file of Object.values(FILES)) hash.update(readFileSync(path.join(folder, file)));
  const styles = shortenCss(readFileSync(path.join(SOURCE, 'offline.css'), 'utf8'));
  const script = (await bundle('offline-script.ts')).trim();
  const parts: WorkerParts = {
    version: hash.digest('hex').slice(0, 12),
    files: FILES,
    page: offlineDocument({ styles, script }),
    noncePlace: NONCE_PLACE,
  };
  if (script.includes('</script')) throw new Error('The script of the offline page would end its own element.');
  writeFileSync(path.join(folder, 'service-worker.js'), await bundle('main.ts', { WORKER_PARTS: parts }));
  writeFileSync(path.join(folder, 'service-worker-off.js'), await bundle('removal.ts'));
}

async function bundle(entry: string, constants: Record<string, unknown> = {}): Promise<string> {
  const define = Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]));
  const build = await rolldown({ input: path.join(SOURCE, entry), logLevel: 'silent', transform: { define } });
  try {
    const { output } = await build.generate({ format: 'iife', minify: true });
    return output[0].code;
  } finally {
    await build.close();
  }
}

/** Without comments and the spaces between rules; there is no string in it that has any. */
function shortenCss(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([{};])\s*/g, '$1')
    .trim();
}
