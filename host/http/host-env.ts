import type { HttpBindings } from '@hono/node-server';
import type { LogFacts } from './api-log.ts';

/** What every handler of the host finds in its Hono context. */
export interface HostEnv {
  /** What the server below tells of a request, as far as it does. */
  Bindings: Partial<HttpBindings> & { peerAddress?: string };
  Variables: {
    /** Names this request in the logs and in the X-Request-Id header of its answer. */
    requestId: string;
    /** The client's address, seen through as many proxies as the settings trust. */
    clientAddress: string | null;
    /** What its line in the log says beside the usual. */
    logFacts?: LogFacts;
  };
}
