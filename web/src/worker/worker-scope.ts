/** What the service worker uses of its surroundings: TypeScript's own types of them exclude those of pages. */
export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly caches: CacheStorage;
  readonly crypto: Pick<Crypto, 'randomUUID'>;
  readonly registration: {
    readonly navigationPreload?: { disable: () => Promise<void> };
    unregister: () => Promise<boolean>;
  };
  fetch: (input: string | Request, init?: RequestInit) => Promise<Response>;
  skipWaiting: () => Promise<void>;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

export interface WorkerEvent {
  /** Keeps the worker alive until then. */
  waitUntil: (work: Promise<unknown>) => void;
}

export interface InstallEvent extends WorkerEvent {
  /** Which requests need no worker; not in every browser. */
  addRoutes?: (route: { condition: RouteCondition; source: 'network' }) => Promise<void>;
}

type RouteCondition =
  | { not: RouteCondition }
  | { or: RouteCondition[] }
  | { requestMode: RequestMode }
  | { urlPattern: { pathname: string } };

export interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
