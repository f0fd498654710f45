import type { RequestListener, Server } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageHandler } from '../http/pages.ts';
import { openStaticFiles, type StaticFiles } from '../http/static-files.ts';
import type { HostLog } from '../log.ts';
import { projectPaths } from '../project-paths.ts';
import type { WebBuild } from './build-web.ts';
import type { publicEnvironment } from './public-environment.ts';

/** See web/src/lib/page/public-env.tsx. */
type PublicEnv = ReturnType<typeof publicEnvironment>;

interface ServerModule {
  createPageHandler(options: { publicEnv: PublicEnv; apiFetch: typeof fetch; log: HostLog }): PageHandler;
}

export interface WebApp {
  render: PageHandler;
  staticFiles: StaticFiles;
  /** Puts the development server's own answers (modules, hot reload) in front of ours. */
  wrap(listener: RequestListener): RequestListener;
  close(): Promise<void>;
}

type Options = Parameters<ServerModule['createPageHandler']>[0];

/** Pages from the build, from the sources (reloading as they change), or none: for tests of the API alone. */
export type WebMode = 'built' | 'development' | 'none';

/** What the pages of a build import first. */
const PAGE_PACKAGES = [
  'react-dom/server',
  'react-router',
  '@tanstack/react-query',
  'lucide-react',
  'react-hook-form',
  '@base-ui/react/menu',
  '@base-ui/react/tabs',
];

/** @param build of the mode 'built'; while it runs, the packages of its pages are loaded */
export async function openWebApp(
  mode: WebMode,
  server: Server,
  options: Options & { build: Promise<WebBuild> | undefined },
): Promise<WebApp> {
  if (mode === 'none') return withoutPages;
  if (mode === 'development' || !options.build) return openSources(options, server);
  // React chooses by it when it is first imported, and its development build renders several times slower.
  process.env.NODE_ENV ??= 'production';
  const [{ compressed }] = await Promise.all([options.build, ...PAGE_PACKAGES.map((name) => import(name))]);
  return openBuild(options, compressed);
}

async function openBuild(options: Options, compressed: Promise<void>): Promise<WebApp> {
  const entry = pathToFileURL(path.join(projectPaths.build, 'server', 'index.js'));
  const { createPageHandler } = (await import(entry.href)) as ServerModule;
  const directory = path.join(projectPaths.build, 'client');
  let staticFiles = openStaticFiles(directory);
  compressed.then(
    () => {
      staticFiles = openStaticFiles(directory);
    },
    (error) => options.log.error({ err: error }, 'the files of the web app could not be compressed'),
  );
  return {
    render: createPageHandler(options),
    staticFiles: (request) => staticFiles(request),
    wrap: (listener) => listener,
    close: async () => {},
  };
}

async function openSources(options: Options, server: Server): Promise<WebApp> {
  // Loaded here alone: production starts without it.
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: projectPaths.root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  return {
    render: async (request, scriptMark) => {
      const { createPageHandler } = (await vite.ssrLoadModule('/web/src/server.ts')) as unknown as ServerModule;
      return createPageHandler(options)(request, scriptMark);
    },
    staticFiles: async () => undefined,
    wrap: (listener) => (request, response) => {
      if (/^\/(auth|rest|storage|functions)\/v1|^\/sandbox\//.test(request.url ?? ''))
        return listener(request, response);
      vite.middlewares(request, response, () => listener(request, response));
    },
    close: () => vite.close(),
  };
}

const withoutPages: WebApp = {
  render: async () => new Response(null, { status: 404 }),
  staticFiles: async () => undefined,
  wrap: (listener) => listener,
  close: async () => {},
};
