import type { LoaderFunctionArgs } from 'react-router';
import { readPublicEnv } from './public-env.tsx';
import { publicEnvContext } from './server-context.ts';

/** A page without data loads nothing but the site's own address, for its canonical link. */
export function loadSiteUrl({ context }: Pick<LoaderFunctionArgs, 'context'>) {
  return { siteUrl: context.get(publicEnvContext).siteUrl };
}

/** The same on a navigation in the browser, which then needs no request. */
export function readSiteUrl() {
  return { siteUrl: readPublicEnv().siteUrl };
}
