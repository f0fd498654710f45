/**
 * `npm run engines`: the main journeys in Firefox and WebKit as a system installs them, at the size of a phone and of a
 * desktop, with the service worker at work. An engine that is not installed is left out, unless `--require=firefox,webkit`
 * names it. `--only=webkit,phone,book` runs some of it.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DESKTOP, PHONE } from '#tests/kit/browser/widths.ts';
import type { EngineKind, EngineWindow } from './engine.ts';
import { firefoxKind } from './firefox.ts';
import { JOURNEYS, putWorkerToWork } from './journeys.ts';
import { type Site, startSite } from './site.ts';
import { webkitKind } from './webkit.ts';

const KINDS = [firefoxKind, webkitKind];
const SIZES = { phone: PHONE, desktop: DESKTOP };
const PICTURES = path.join(import.meta.dirname, '..', '..', 'test-results', 'engines');

const { values: flags } = parseArgs({ options: { only: { type: 'string' }, require: { type: 'string' } } });
const engines = KINDS.map(({ name }) => name as string);
const only = words(flags.only, [...engines, ...Object.keys(SIZES), ...Object.keys(JOURNEYS)]);
const required = words(flags.require, engines);
const counts = { passed: 0, failed: 0, skipped: 0 };
const kinds = KINDS.filter(({ name }) => isAsked(name, engines));
const sizes = Object.entries(SIZES).filter(([name]) => isAsked(name, Object.keys(SIZES)));
const journeys = Object.entries(JOURNEYS).filter(([name]) => isAsked(name, Object.keys(JOURNEYS)));

const installed = kinds.filter((kind) => {
  const missing = kind.missing();
  if (missing.length === 0) return true;
  const count = sizes.length * journeys.length;
  console.log(`not run  ${kind.name}: this machine has no ${missing.join(', ')}.`);
  console.log(`         apt-get install --no-install-recommends ${kind.packages}`);
  counts[required.includes(kind.name) ? 'failed' : 'skipped'] += count;
  return false;
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (installed.length > 0) {
  const site = await startSite();
  try {
    for (const kind of installed) await runEngine(site, kind);
  } finally {
    await site.stop();
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;

async function runEngine(site: Site, kind: EngineKind): Promise<void> {
  const engine = await kind.start();
  console.log(`${kind.name} ${engine.version}`);
  try {
    for (const [size, measures] of sizes) {
      let window: EngineWindow | undefined;
      for (const [name, journey] of journeys) {
        const begin = Date.now();
        const steps: string[] = [];
        let isPassed = true;
        try {
          if (!window) {
            window = await engine.openWindow(measures);
            await putWorkerToWork(site, window);
          }
          await journey({ site, window, isPhone: size === 'phone', did: (step) => void steps.push(step) });
        } catch (error) {
          isPassed = false;
          steps.push((error as Error).message.split('\n')[0] ?? '');
          mkdirSync(PICTURES, { recursive: true });
          const file = path.join(PICTURES, `${kind.name}-${size}-${name}.png`);
          await window?.takePicture(file).then(() => steps.push(file), console.warn);
          // The next journey gets a window that no failure has touched.
          await window?.close().catch(console.warn);
          window = undefined;
        }
        counts[isPassed ? 'passed' : 'failed'] += 1;
        const seconds = ((Date.now() - begin) / 1000).toFixed(1);
        console.log(
          `${isPassed ? 'passed ' : 'FAILED '}  ${kind.name} ${size} ${name} (${seconds} s): ${steps.join('; ')}`,
        );
      }
      await window?.close();
    }
  } finally {
    await engine.close();
  }
}

function words(flag: string | undefined, known: string[]): string[] {
  const asked = flag?.split(',') ?? [];
  const unknown = asked.filter((word) => !known.includes(word));
  if (unknown.length === 0) return asked;
  console.error(`Unknown: ${unknown.join(', ')}. Known are ${known.join(', ')}.`);
  process.exit(2);
}

/** Whether `--only` names it, or nothing of its kind. */
function isAsked(name: string, ofItsKind: string[]): boolean {
  return only.includes(name) || !only.some((word) => ofItsKind.includes(word));
}
