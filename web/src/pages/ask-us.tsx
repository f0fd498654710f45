import { helpRequest as copy } from '#copy/mentors/help-requests.ts';
import { site } from '#copy/shell/site.ts';
import { HelpRequestForm } from '#features/mentors/help-requests/help-request-form.tsx';
import { takeHelpRequest } from '#features/mentors/help-requests/take-help-request.ts';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { OWN_STYLES } from '#lib/page/all-styles.ts';
import { listedMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { Route } from './+types/ask-us';

export const ErrorBoundary = PageFailure;
export const handle = OWN_STYLES;

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const action = ({ request, context }: Route.ActionArgs) => takeHelpRequest(request, context);

export const meta = listedMeta(paths.askUs, site.pageTitle(copy.title), copy.metaDescription);

export default function AskUsPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={copy.title} intro={copy.intro} />
      <div className="page-width pt-10 md:pt-14">
        <HelpRequestForm posted={actionData} />
      </div>
    </>
  );
}
