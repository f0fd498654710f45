import { aboutUs } from '#copy/content/static/about-us.ts';
import { site } from '#copy/shell/site.ts';
import { Contacts, Values } from '#features/content/static-pages/about-sections.tsx';
import { FounderLetter } from '#features/content/static-pages/founder-letter.tsx';
import { Mission } from '#features/content/static-pages/mission.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { listedMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';
import { PageHeader } from '#ui/page-header.tsx';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const meta = listedMeta(paths.aboutUs, site.pageTitle(aboutUs.title), aboutUs.metaDescription);

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
