import { site } from '#copy/site.ts';
import { aboutUs } from '#copy/static/about-us.ts';
import { PageFailure } from '#features/shell/page-failure.tsx';
import { Contacts, Values } from '#features/static-pages/about-sections.tsx';
import { FounderLetter } from '#features/static-pages/founder-letter.tsx';
import { Mission } from '#features/static-pages/mission.tsx';
import { OWN_STYLES } from '#lib/page/all-styles.ts';
import { listedMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';
import { PageHeader } from '#ui/page-header.tsx';

export const ErrorBoundary = PageFailure;
export const handle = OWN_STYLES;

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
