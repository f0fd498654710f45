import { promise as copy } from '#copy/content/promise.ts';
import { site } from '#copy/shell/site.ts';
import { readPromise } from '#features/content/promise/promise.data.ts';
import { Promised } from '#features/content/promise/promise.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { latePublicApi } from '#lib/late-api.ts';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { listedMeta } from '#lib/page/page-meta.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { apiFetchContext, logContext, publicEnvContext } from '#lib/page/server-context.ts';
import { paths } from '#lib/paths.ts';
import { createPublicApi } from '#lib/public-api.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { Route } from './+types/our-promise';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

export async function loader({ context }: Route.LoaderArgs) {
  const env = context.get(publicEnvContext);
  const report = await readPromise(createPublicApi(env, context.get(apiFetchContext))).catch((err: unknown) => {
    context.get(logContext).warn({ err }, 'the promise could not be read');
    return null;
  });
  return { report, siteUrl: env.siteUrl };
}

export async function clientLoader() {
  const report = await latePublicApi()
    .then(readPromise)
    .catch((error: unknown) => {
      console.warn('The promise could not be read.', error);
      return null;
    });
  return { report, siteUrl: readPublicEnv().siteUrl };
}

export const meta = listedMeta(paths.ourPromise, site.pageTitle(copy.title), copy.metaDescription);

export default function OurPromisePage({ loaderData: { report } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={copy.title} intro={copy.intro} />
      <Promised report={report} />
    </>
  );
}
