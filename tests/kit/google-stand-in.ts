import { serve } from '@hono/node-server';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { routeProvidersTo } from '#host/outbound-proxy.ts';
import { openGoogleFixture } from './google.ts';

/** Serves the stand-ins at the providers' real addresses. Returns what ends that. */
export async function serveProviders(answer: (request: Request) => Response | Promise<Response>) {
  const original = getGlobalDispatcher();
  const server = serve({ hostname: '127.0.0.1', port: 0, fetch: answer });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  routeProvidersTo(`http://127.0.0.1:${port}/sandbox`);
  return async (): Promise<void> => {
    setGlobalDispatcher(original);
    await new Promise((resolve) => server.close(resolve));
  };
}

/** The Google stand-in behind Google's real addresses, which are routed to it until it is closed. */
export async function serveGoogle() {
  const google = await openGoogleFixture();
  const paths: string[] = [];
  const stopServing = await serveProviders((request) => {
    const { pathname } = new URL(request.url);
    paths.push(`${request.method} ${pathname.replace(/^\/sandbox\/providers/, '')}`);
    return google.app.fetch(request);
  });

  return {
    ...google,
    /** The environment of a function that may use it. */
    settings: { GOOGLE_CLIENT_ID: google.client.clientId, GOOGLE_CLIENT_SECRET: google.client.clientSecret },
    /** What Google was asked since the last time, "POST /oauth2.googleapis.com/token". */
    takePaths: () => paths.splice(0),
    async close() {
      await stopServing();
      await google.close();
    },
  };
}
