import { site } from '#copy/site.ts';
import { terms } from '#copy/static/terms.ts';
import { PageFailure } from '#features/shell/page-failure.tsx';
import { ArticlePage } from '#features/static-pages/article-page.tsx';
import { OWN_STYLES } from '#lib/page/all-styles.ts';
import { listedMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';

export const ErrorBoundary = PageFailure;
export const handle = OWN_STYLES;

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
