import { site } from '#copy/site.ts';
import { aboutUs } from '#copy/static/about-us.ts';
import { Contacts, Values } from '#features/static-pages/about-sections.tsx';
import { FounderLetter } from '#features/static-pages/founder-letter.tsx';
import { Mission } from '#features/static-pages/mission.tsx';
import { pageMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';
import { PageHeader } from '#ui/page-header.tsx';
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
