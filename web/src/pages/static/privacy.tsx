import { site } from '#copy/site.ts';
import { privacy } from '#copy/static/privacy.ts';
import { ArticlePage } from '#features/static-pages/article-page.tsx';
import { pageMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';
import type { Route } from './+types/privacy';

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: site.pageTitle(privacy.title),
        description: privacy.metaDescription,
        path: paths.privacy,
        siteUrl: loaderData.siteUrl,
      })
    : [];

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
