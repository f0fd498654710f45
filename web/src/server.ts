import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import type { PublicEnv } from './lib/page/public-env.tsx';
import {
  apiFetchContext,
  logContext,
  type PageLog,
  publicEnvContext,
  scriptMarkContext,
} from './lib/page/server-context.ts';

/**
 * Answers page requests. `apiFetch` reaches the data API while rendering, in process where the host has it. `scriptMark`
 * becomes the `nonce` of every script that the rendering writes.
 */
export function createPageHandler(options: {
  publicEnv: PublicEnv;
  apiFetch: typeof fetch;
  log: PageLog;
}): (request: Request, scriptMark?: string) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.PROD ? 'production' : 'development');
  return (request, scriptMark = '') => {
    const context = new RouterContextProvider();
    context.set(publicEnvContext, options.publicEnv);
    context.set(apiFetchContext, options.apiFetch);
    context.set(logContext, options.log);
    context.set(scriptMarkContext, scriptMark);
    return handle(request, context);
  };
}
