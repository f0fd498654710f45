import { home } from '#copy/content/home.ts';
import { countersQuery } from '#features/content/promise/counters.data.ts';
import { MentorFan } from '#features/mentors/listing/mentor-fan.tsx';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx';

const { hero } = home;

/** Up to here the page says "500+" (docs/product/outcomes.md#live-counters). */
const CLAIMED = 500;

/** The promise on the left, and three mentors on the dotted grid beside it. */
export function Hero() {
  const { communityFormUrl } = usePublicEnv();
  const { data: counters } = usePageQuery(countersQuery());
  return (
    <section aria-labelledby="promise" className="@container relative overflow-hidden">
      <div
        className="dotted-grid dotted-grid-fade absolute inset-x-0 bottom-0 top-2/5 -z-10 lg:left-2/5 lg:top-0"
        aria-hidden="true"
      />
      <div
        className={
          'page-width grid gap-12 pb-16 pt-12 md:pb-24 md:pt-16 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:gap-10 lg:pt-20'
        }
      >
        <div className="lg:pt-6">
          <p
            className={
              'inline-flex items-center gap-2 rounded-full border border-line bg-surface px-3 py-1 ' +
              'text-sm font-medium text-muted'
            }
          >
            <span className="size-2 rounded-full bg-accent" aria-hidden="true" />
            {hero.eyebrow}
          </p>
          <h1 id="promise" className="mt-5 text-3xl">
            {hero.title}
          </h1>
          <p className="mt-5 max-w-lg text-lg text-muted">{hero.body}</p>
          <div className="mt-8 grid gap-3 sm:flex sm:flex-wrap">
            <ButtonLink to={paths.mentors} size="lg">
              {hero.findMentor}
            </ButtonLink>
            <ButtonAnchor href={communityFormUrl} variant="secondary" size="lg">
              {hero.joinCommunity}
            </ButtonAnchor>
          </div>
          <dl className="mt-10 flex flex-wrap gap-x-8 gap-y-4 border-t border-line pt-6 sm:gap-x-12">
            {hero.claims.map(({ counter, label }) => (
              <div key={label} className="flex flex-col-reverse">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="font-display text-2xl font-bold tracking-tight nums">
                  {counters && counters[counter] > CLAIMED ? counters[counter].toLocaleString('en-IN') : hero.claimed}
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <MentorFan />
      </div>
    </section>
  );
}
