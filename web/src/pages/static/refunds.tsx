import { site } from '#copy/site.ts';
import { refunds } from '#copy/static/refunds.ts';
import { ArticlePage } from '#features/static-pages/article-page.tsx';
import { RefundTimeline } from '#features/static-pages/refund-timeline.tsx';
import { pageMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';
import type { Route } from './+types/refunds';

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: site.pageTitle(refunds.title),
        description: refunds.metaDescription,
        path: paths.refunds,
        siteUrl: loaderData.siteUrl,
      })
    : [];

export default function RefundsPage() {
  return (
    <ArticlePage path={paths.refunds} title={refunds.title} intro={refunds.intro} sections={refunds.sections}>
      <RefundTimeline />
    </ArticlePage>
  );
}
