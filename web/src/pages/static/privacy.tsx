import { site } from '#copy/site.ts';
import { privacy } from '#copy/static/privacy.ts';
import { ArticlePage } from '#features/static-pages/article-page.tsx';
import { listedMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const meta = listedMeta(paths.privacy, site.pageTitle(privacy.title), privacy.metaDescription);

export default function PrivacyPage() {
  return (
    <ArticlePage
      path={paths.privacy}
      title={privacy.title}
      intro={privacy.intro}
      summary={privacy.summary}
      sections={privacy.sections}
    />
  );
}
