import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import type { PublicEnv } from './lib/page/public-env.tsx';
import {
  apiFetchContext,
  functionFetchContext,
  incompleteContext,
  logContext,
  type PageLog,
  publicEnvContext,
  scriptMarkContext,
} from './lib/page/server-context.ts';

/**
 * Answers page requests. `apiFetch` reaches the data API while rendering, in process where the host has it. `scriptMark`
 * becomes the `nonce` of every script that the rendering writes. A page that lacks data because the backend is away or
 * refuses has the header `x-incomplete`. A posted form reaches server functions through `functionFetch`, as its sender.
 */
export function createPageHandler(options: {
  publicEnv: PublicEnv;
  apiFetch: typeof fetch;
  log: PageLog;
}): (request: Request, scriptMark?: string, functionFetch?: typeof fetch) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.PROD ? 'production' : 'development');
  return async (request, scriptMark = '', functionFetch) => {
    const answers = { isIncomplete: false };
    const context = new RouterContextProvider();
    context.set(incompleteContext, answers);
    context.set(publicEnvContext, options.publicEnv);
    context.set(apiFetchContext, async (input, init) => {
      try {
        const answer = await options.apiFetch(input, init);
        answers.isIncomplete ||= isFailure(answer.status);
        return answer;
      } catch (error) {
        answers.isIncomplete = true;
        throw error;
      }
    });
    if (functionFetch) context.set(functionFetchContext, functionFetch);
    context.set(logContext, options.log);
    context.set(scriptMarkContext, scriptMark);
    const page = await handle(request, context);
    if (answers.isIncomplete) page.headers.set('x-incomplete', '1');
    return page;
  };
}

/** Not the answer about one row, but the backend's state: away, too busy, or without a key that it knows. */
function isFailure(status: number): boolean {
  return status >= 500 || [401, 403, 408, 429].includes(status);
}
