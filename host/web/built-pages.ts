import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageServerCopy } from '#copy/office/host.ts';
import { ExplainedError } from '../explained-error.ts';
import type { PageHandler } from '../http/pages.ts';
import { openStaticFiles, type StaticFiles } from '../http/static-files.ts';
import type { HostLog } from '../log.ts';
import { projectPaths } from '../project-paths.ts';
import type { BuildPaths } from './add-build.ts';
import type { PublicEnv } from './public-environment.ts';

/** Where the parts of a build are; build-web.ts writes them. */
export const buildPaths: BuildPaths = {
  /** The files that browsers load, of this build and of earlier ones. */
  client: path.join(projectPaths.build, 'client'),
  /** One folder for each build. */
  server: path.join(projectPaths.build, 'server'),
  /** The name of the newest build. */
  current: path.join(projectPaths.build, 'current'),
};

/** The web app was never built; the message says what to do. */
class NoBuildError extends ExplainedError {
  override name = 'NoBuildError';
}

export interface PageOptions {
  publicEnv: PublicEnv;
  apiFetch: typeof fetch;
  log: HostLog;
}

interface ServerModule {
  createPageHandler(options: PageOptions): PageHandler;
}

export interface BuiltPages {
  render: PageHandler;
  staticFiles: StaticFiles;
}

/**
 * The newest build, loaded completely, so that a later build changes nothing for this process.
 *
 * @throws NoBuildError
 */
export async function openBuild(options: PageOptions, paths: BuildPaths = buildPaths): Promise<BuiltPages> {
  // React reads NODE_ENV when it is first imported, and its development build renders several times slower.
  process.env.NODE_ENV ??= 'production';
  // One file (vite.config.ts): nothing is loaded later, so the folder may be removed.
  const entry = pathToFileURL(path.join(findServer(paths), 'index.js'));
  const { createPageHandler } = (await import(entry.href)) as ServerModule;
  return { render: createPageHandler(options), staticFiles: openStaticFiles(paths.client) };
}

/** The folder of the newest build's server. */
export function findServer(paths: BuildPaths = buildPaths): string {
  const directory = existsSync(paths.current)
    ? path.join(paths.server, readFileSync(paths.current, 'utf8').trim())
    : undefined;
  if (!directory || !existsSync(path.join(directory, 'index.js'))) throw new NoBuildError(pageServerCopy.noBuild);
  return directory;
}
