/**
 * Serves one function under Deno as Supabase's edge runtime does. Run by Deno, never by Node:
 *
 * deno run … --config ../../supabase/functions/<function>/deno.json serve-under-deno.ts <function> <address of the
 * payment sandbox> [<folder>]
 *
 * With a folder, the function is the one below it instead of this tree's. Prints the address that it serves on. Deno has
 * no dispatcher to route a provider's host elsewhere, so its fetch is wrapped.
 */
import process from 'node:process';

declare const Deno: {
  args: string[];
  serve(
    options: { hostname: string; port: number; onListen(address: { port: number }): void },
    handler: (request: Request) => Promise<Response>,
  ): void;
};

const [name = '', providers = '', folder = '../..'] = Deno.args;
const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  const { protocol, host, pathname, search } = new URL(address);
  if (protocol !== 'https:') return realFetch(input, init);
  return realFetch(`${providers}/${host}${pathname}${search}`, init);
};

const { default: served } = await import(`${folder}/supabase/functions/${name}/index.ts`);
Deno.serve({ hostname: '127.0.0.1', port: 0, onListen: ({ port }) => process.stdout.write(`${port}\n`) }, (request) =>
  served.fetch(request),
);
