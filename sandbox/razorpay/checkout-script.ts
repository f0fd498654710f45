import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Handler } from 'hono';

const ENTRY = fileURLToPath(new URL('../checkout/checkout.ts', import.meta.url));

/** Serves the browser's side of the sandbox as one classic script, bundled when it is first asked for. */
export function createCheckoutScript(): Handler {
  let script: Promise<{ code: string; etag: string }> | undefined;
  return async (c) => {
    script ??= bundle();
    const { code, etag } = await script;
    c.header('etag', etag);
    c.header('cache-control', 'no-cache');
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    return c.body(code, 200, { 'content-type': 'text/javascript; charset=utf-8' });
  };
}

async function bundle(): Promise<{ code: string; etag: string }> {
  // Loaded here, because a host that never opens the checkout needs no bundler.
  const { rolldown } = await import('rolldown');
  const css = await readFile(new URL('../checkout/dialog.css', import.meta.url), 'utf8');
  const define = { DIALOG_CSS: JSON.stringify(css) };
  const build = await rolldown({ input: ENTRY, logLevel: 'silent', transform: { define } });
  try {
    const { output } = await build.generate({ format: 'iife', minify: true });
    const { code } = output[0];
    return { code, etag: `"${createHash('sha256').update(code).digest('base64url').slice(0, 22)}"` };
  } finally {
    await build.close();
  }
}
