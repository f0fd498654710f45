import { projectPointZero } from '#copy/content/static/project-point-0.ts';
import { staticPages } from '#copy/content/static/static-pages.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx';
import { RichText } from '#ui/prose/rich-text.tsx';

const { findMentor, joinCommunity, invitation } = projectPointZero;

/** The two ways on: a mentor, or the community's form in a new tab. */
export function Calls() {
  const { communityFormUrl } = usePublicEnv();
  return (
    <div className="flex flex-wrap gap-3 max-sm:[&>*]:flex-1 print:hidden">
      <ButtonLink to={paths.mentors} size="lg">
        {findMentor}
      </ButtonLink>
      <ButtonAnchor href={communityFormUrl} variant="secondary" size="lg">
        {joinCommunity}
        <span className="sr-only"> ({staticPages.opensInNewTab})</span>
      </ButtonAnchor>
    </div>
  );
}

export function Invitation() {
  return (
    <section aria-labelledby="invitation" className="page-width print:hidden">
      <div
        className={
          'relative isolate overflow-hidden rounded-card border border-accent-line bg-accent-soft px-6 ' +
          'py-10 sm:px-10 md:py-14'
        }
      >
        <div className="dotted-grid absolute inset-0 -z-10 opacity-70" aria-hidden="true" />
        <h2 id="invitation" className="text-2xl">
          {invitation.title}
        </h2>
        <p className="mb-6 mt-2 max-w-prose">{invitation.body}</p>
        <Calls />
        <p className="mt-6 text-sm">
          <RichText>{invitation.mentorHint}</RichText>
        </p>
      </div>
    </section>
  );
}
