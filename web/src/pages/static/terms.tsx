import { terms } from '#copy/content/static/terms.ts';
import { site } from '#copy/shell/site.ts';
import { ArticlePage } from '#features/content/static-pages/article-page.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { listedMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const meta = listedMeta(paths.terms, site.pageTitle(terms.title), terms.metaDescription);

export default function TermsPage() {
  return (
    <ArticlePage
      path={paths.terms}
      title={terms.title}
      intro={terms.intro}
      summary={terms.summary}
      sections={terms.sections}
    />
  );
}
