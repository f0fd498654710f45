import { Link } from 'react-router';
import { promise } from '#copy/content/promise.ts';
import { refunds } from '#copy/content/static/refunds.ts';
import { site } from '#copy/shell/site.ts';
import { ArticlePage } from '#features/content/static-pages/article-page.tsx';
import { RefundTimeline } from '#features/content/static-pages/refund-timeline.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { listedMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const meta = listedMeta(paths.refunds, site.pageTitle(refunds.title), refunds.metaDescription);

export default function RefundsPage() {
  return (
    <ArticlePage path={paths.refunds} title={refunds.title} intro={refunds.intro} sections={refunds.sections}>
      <RefundTimeline />
      <p className="mb-12">
        <Link to={paths.ourPromise} className="text-accent-text underline underline-offset-4">
          {promise.fromRefunds}
        </Link>
      </p>
    </ArticlePage>
  );
}
