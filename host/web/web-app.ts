import type { RequestListener, Server } from 'node:http';
import { hostErrors } from '#copy/office/host.ts';
import type { PageHandler } from '../http/pages.ts';
import { plainPage } from '../http/plain-page.ts';
import { openStaticFiles, type StaticFiles } from '../http/static-files.ts';
import { projectPaths } from '../project-paths.ts';
import type { WebBuild } from './build-web.ts';
import { buildPaths, openBuild, type PageOptions } from './built-pages.ts';

export interface WebApp {
  render: PageHandler;
  staticFiles: StaticFiles;
  /** Puts the development server's own answers (modules, hot reload) in front of ours. */
  wrap(listener: RequestListener): RequestListener;
  close(): Promise<void>;
}

/**
 * Pages from the build, from the sources (reloaded when they change), or none (beside a page server, and in tests of
 * the API).
 */
export type WebMode = 'built' | 'development' | 'none';

/** The packages that the pages of a build import first. */
const PAGE_PACKAGES = [
  'react-dom/server',
  'react-router',
  '@tanstack/react-query',
  'lucide-react',
  'react-hook-form',
  '@base-ui/react/menu',
  '@base-ui/react/tabs',
];

/** @param options.build in the mode 'built'; while it runs, the packages of its pages are loaded */
export async function openWebApp(
  mode: WebMode,
  server: Server,
  options: PageOptions & { build: Promise<WebBuild> | undefined },
): Promise<WebApp> {
  if (mode === 'none') return withoutPages;
  if (mode === 'development' || !options.build) return openSources(options, server);
  const [{ compressed }] = await Promise.all([options.build, ...PAGE_PACKAGES.map((name) => import(name))]);
  const { render, staticFiles: files } = await openBuild(options);
  let staticFiles = files;
  compressed.then(
    () => {
      staticFiles = openStaticFiles(buildPaths.client);
    },
    (error) => options.log.error({ err: error }, 'the files of the web app could not be compressed'),
  );
  return {
    render,
    staticFiles: (request) => staticFiles(request),
    wrap: (listener) => listener,
    close: async () => {},
  };
}

async function openSources(options: PageOptions, server: Server): Promise<WebApp> {
  // Imported only here, so that production starts without it.
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: projectPaths.root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  return {
    render: async (request, scriptMark, functionFetch) => {
      const { createPageHandler } = await vite.ssrLoadModule('/web/src/server.ts');
      return createPageHandler(options)(request, scriptMark, functionFetch);
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
  render: async () => plainPage(hostErrors.addressNotFound, 404),
  staticFiles: async () => undefined,
  wrap: (listener) => listener,
  close: async () => {},
};
