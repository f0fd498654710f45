import type { HttpBindings } from '@hono/node-server';
import type { LogFacts } from './api-log.ts';

/** What every handler of the host finds in its Hono context. */
export interface HostEnv {
  /** What the HTTP server tells about a request, where it does. */
  Bindings: Partial<HttpBindings> & { peerAddress?: string };
  Variables: {
    /** Names this request in the logs and in the X-Request-Id header of its answer. */
    requestId: string;
    /** The client's address, behind the number of proxies that the settings trust. */
    clientAddress: string | null;
    /** Further fields of the request's line in the log. */
    logFacts?: LogFacts;
  };
}
