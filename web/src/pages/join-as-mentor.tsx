import { useLocation } from 'react-router';
import { mentorApplication } from '#copy/mentors/applications.ts';
import { site } from '#copy/shell/site.ts';
import { ApplicationFacts } from '#features/mentors/applications/application-facts.tsx';
import { ApplicationForm } from '#features/mentors/applications/application-form.tsx';
import { takeApplication } from '#features/mentors/applications/take-application.ts';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { isSentAddress } from '#lib/functions/sent-address.ts';
import { OWN_STYLES } from '#lib/page/all-styles.ts';
import { listedMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RingFigure } from '#ui/ring-figure.tsx';
import type { Route } from './+types/join-as-mentor';

export const ErrorBoundary = PageFailure;
export const handle = OWN_STYLES;

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const action = ({ request, context }: Route.ActionArgs) => takeApplication(request, context);

export const meta = listedMeta(
  paths.joinAsMentor,
  site.pageTitle(mentorApplication.title),
  mentorApplication.metaDescription,
);

export default function JoinAsMentorPage({ actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  if (isSentAddress(search)) {
    return (
      <StatusMessage
        level={1}
        title={mentorApplication.submitted}
        action={<ButtonLink to={paths.mentors}>{mentorApplication.toMentors}</ButtonLink>}
      />
    );
  }
  return (
    <>
      <PageHeader
        eyebrow={mentorApplication.eyebrow}
        title={mentorApplication.title}
        intro={mentorApplication.intro}
        figure={
          <RingFigure
            reached={2}
            className={
              'absolute -right-4 top-1/2 -z-10 size-72 -translate-y-1/2 max-lg:hidden ' +
              'xl:right-[max(2rem,calc(50%-37.5rem))] print:hidden'
            }
          />
        }
      />
      <div className="page-width grid items-start gap-x-16 gap-y-14 pt-10 md:pt-14 lg:grid-cols-[1.15fr_1fr]">
        <ApplicationForm posted={actionData} />
        <ApplicationFacts />
      </div>
    </>
  );
}
