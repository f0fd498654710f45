import { site } from '#copy/site.ts';
import { aboutUs } from '#copy/static/about-us.ts';
import { Contacts, Values } from '#features/static-pages/about-sections.tsx';
import { FounderLetter } from '#features/static-pages/founder-letter.tsx';
import { Mission } from '#features/static-pages/mission.tsx';
import { PageHeader } from '#features/static-pages/page-header.tsx';
import { loadSiteUrl, readSiteUrl } from '#features/static-pages/site-url-loader.ts';
import { pageMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import type { Route } from './+types/about-us';

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: site.pageTitle(aboutUs.title),
        description: aboutUs.metaDescription,
        path: paths.aboutUs,
        siteUrl: loaderData.siteUrl,
      })
    : [];

export default function AboutUsPage() {
  return (
    <>
      <PageHeader eyebrow={aboutUs.title} title={aboutUs.headline} intro={aboutUs.intro} />
      <Mission {...aboutUs.mission} />
      <Values />
      <FounderLetter />
      <Contacts />
    </>
  );
}
