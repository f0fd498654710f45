import { serve } from '@hono/node-server';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { vi } from 'vitest';
import { routeProvidersTo } from '#host/egress.ts';
import { openGoogle } from '#host/sandbox/google/calendar/calendar-fixtures.ts';

/** The Google stand-in behind Google's real addresses, and the settings of a function that may use it. */
export async function serveGoogle() {
  const google = await openGoogle();
  const original = getGlobalDispatcher();
  const paths: string[] = [];
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request: Request) => {
      const { pathname } = new URL(request.url);
      paths.push(`${request.method} ${pathname.replace(/^\/sandbox\/providers/, '')}`);
      return google.app.fetch(request);
    },
  });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  routeProvidersTo(`http://127.0.0.1:${port}/sandbox`);

  return {
    ...google,
    /** Before each test: what was stubbed ends with it. */
    async prepare() {
      vi.stubEnv('GOOGLE_CLIENT_ID', google.client.clientId);
      vi.stubEnv('GOOGLE_CLIENT_SECRET', google.client.clientSecret);
      await google.clearFaults();
      paths.length = 0;
    },
    /** What Google was asked since the last time, "POST /oauth2.googleapis.com/token". */
    takePaths: () => paths.splice(0),
    /** Whom the calendar would have written to about an event, "invitation founder@startup.example". */
    async mailsOf(eventId: string): Promise<string[]> {
      const { body } = await google.request(`/google/calendar.json?event=${eventId}`);
      return body.invitations.map((one: { kind: string; email: string }) => `${one.kind} ${one.email}`);
    },
    async close() {
      setGlobalDispatcher(original);
      await new Promise((resolve) => server.close(resolve));
      await google.close();
    },
  };
}

export type GoogleStandIn = Awaited<ReturnType<typeof serveGoogle>>;
