import { home } from '#copy/content/home.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx';
import { PointMark } from '#ui/point-mark.tsx';

const { closing } = home;

/** The last word, with both ways on. */
export function ClosingCall() {
  const { communityFormUrl } = usePublicEnv();
  return (
    <section aria-labelledby="closing-call" className="later page-width">
      <div
        className={
          'relative isolate overflow-hidden rounded-card border border-accent-line bg-accent-soft px-[min(1.5rem,6vw)] ' +
          'py-12 md:px-14 md:py-20'
        }
      >
        <PointMark
          className={
            'absolute -right-24 top-1/2 -z-10 size-72 -translate-y-1/2 max-md:opacity-40 md:size-96 lg:right-4'
          }
        />
        <h2 id="closing-call" className="max-w-xl text-2xl md:text-3xl">
          {closing.title}
        </h2>
        <p className="mt-4 max-w-md text-lg text-muted">{closing.body}</p>
        <div className="mt-8 grid gap-3 sm:flex sm:flex-wrap">
          <ButtonLink to={paths.mentors} size="lg">
            {closing.findMentor}
          </ButtonLink>
          <ButtonAnchor href={communityFormUrl} variant="secondary" size="lg">
            {closing.joinCommunity}
          </ButtonAnchor>
        </div>
      </div>
    </section>
  );
}
