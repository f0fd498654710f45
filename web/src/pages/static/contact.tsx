import { contact } from '#copy/content/static/contact.ts';
import { staticPages } from '#copy/content/static/static-pages.ts';
import { site } from '#copy/shell/site.ts';
import { Complaints, ContactAdvice, ContactWays } from '#features/content/static-pages/contact-sections.tsx';
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

export const meta = listedMeta(paths.contact, site.pageTitle(contact.title), contact.metaDescription);

export default function ContactPage() {
  return (
    <>
      <PageHeader eyebrow={staticPages.supportHours} title={contact.title} intro={contact.intro} />
      <div className="page-width pt-10 md:pt-14">
        <ContactWays />
        <ContactAdvice />
        <Complaints />
      </div>
    </>
  );
}
