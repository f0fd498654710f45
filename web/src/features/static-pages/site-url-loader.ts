import type { LoaderFunctionArgs } from 'react-router';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { publicEnvContext } from '#lib/page/server-context.ts';

/** A static page loads nothing but the site's own address, for its canonical link. */
export function loadSiteUrl({ context }: Pick<LoaderFunctionArgs, 'context'>) {
  return { siteUrl: context.get(publicEnvContext).siteUrl };
}

/** The same on a navigation in the browser, which then needs no request. */
export function readSiteUrl() {
  return { siteUrl: readPublicEnv().siteUrl };
}
