import { dehydrate } from '@tanstack/react-query';
import { home } from '#copy/content/home.ts';
import { site } from '#copy/shell/site.ts';
import { ClosingCall } from '#features/content/home/closing-call.tsx';
import { DeferredSection, deferredContent } from '#features/content/home/deferred-section.tsx';
import { Hero } from '#features/content/home/hero.tsx';
import { type CarouselContent, readCarousels } from '#features/content/home/home.data.ts';
import { HowItWorks } from '#features/content/home/how-it-works.tsx';
import { WhyChoose } from '#features/content/home/why-choose.tsx';
import { PartnerLogosSkeleton } from '#features/content/partners/partner-logos-skeleton.tsx';
import { PodcastsSkeleton } from '#features/content/podcasts/podcasts-skeleton.tsx';
import { countersQuery } from '#features/content/promise/counters.data.ts';
import { VideoTestimonialsSkeleton } from '#features/content/video-testimonials/video-testimonials-skeleton.tsx';
import { FeaturedMentors } from '#features/mentors/listing/featured-mentors.tsx';
import { featuredMentorsQuery } from '#features/mentors/listing/listing.data.ts';
import { useGoogleReturn } from '#features/people/auth/log-in/use-google-return.ts';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { JsonLd } from '#lib/page/json-ld.tsx';
import { absoluteUrl, listedMeta } from '#lib/page/page-meta.ts';
import { readPublicEnv, usePublicEnv } from '#lib/page/public-env.tsx';
import { apiFetchContext, publicEnvContext } from '#lib/page/server-context.ts';
import { paths } from '#lib/paths.ts';
import { createPublicApi } from '#lib/public-api.ts';
import { lateQueries } from '#lib/query/late-queries.tsx';
import { PageQueries } from '#lib/query/page-query.tsx';
import { createQueryClient } from '#lib/query/query-client.ts';
import type { Route } from './+types/home';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

const PartnerLogos = deferredContent(() => import('#features/content/partners/partner-logos.tsx'));
const Podcasts = deferredContent(() => import('#features/content/podcasts/podcasts.tsx'));
const VideoTestimonials = deferredContent(() => import('#features/content/video-testimonials/video-testimonials.tsx'));

export async function loader({ context }: Route.LoaderArgs) {
  const env = context.get(publicEnvContext);
  const api = createPublicApi(env, context.get(apiFetchContext));
  const client = createQueryClient();
  const [carousels] = await Promise.all([
    readCarousels(client, api),
    client.prefetchQuery({ ...featuredMentorsQuery(() => api), retry: false }),
    client.prefetchQuery({ ...countersQuery(() => api), retry: false }),
  ]);
  return { state: dehydrate(client), carousels, siteUrl: env.siteUrl };
}

export async function clientLoader() {
  const client = (await lateQueries()).client();
  void client.prefetchQuery(featuredMentorsQuery());
  // The browser asks, and a section without content goes again.
  return { state: null, carousels: {} as CarouselContent, siteUrl: readPublicEnv().siteUrl };
}

export const meta = listedMeta(paths.home, home.metaTitle, home.metaDescription);

/** What search engines are told of the site. A browser finds it in the page and needs no code for it. */
const useFacts = import.meta.env.SSR
  ? (siteUrl: string) => factsOf(siteUrl, usePublicEnv().contactEmail)
  : (): Record<string, unknown> => ({});

function factsOf(siteUrl: string, email: string): Record<string, unknown> {
  const address = absoluteUrl(siteUrl, paths.home);
  const organization = `${address}#organization`;
  return {
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organization,
        name: site.initiative,
        url: address,
        logo: absoluteUrl(siteUrl, '/apple-touch-icon.png'),
        email,
      },
      { '@type': 'WebSite', name: site.productName, url: address, publisher: { '@id': organization } },
    ],
  };
}

/** The eight sections in order. The code of the carousels comes late (web/src/features/content/home/deferred-section.tsx). */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { state, carousels, siteUrl } = loaderData;
  useGoogleReturn();
  return (
    <PageQueries state={state}>
      <Hero />
      {carousels.trustedBy !== false && (
        <DeferredSection
          section="trustedBy"
          title={home.trustedBy.title}
          isSlim
          className="border-y border-line bg-surface"
          isInPage={carousels.trustedBy}
          skeleton={<PartnerLogosSkeleton />}
          content={PartnerLogos}
        />
      )}
      <FeaturedMentors />
      <WhyChoose />
      <HowItWorks />
      {carousels.podcasts !== false && (
        <DeferredSection
          section="podcasts"
          title={home.podcasts.title}
          intro={home.podcasts.intro}
          className="later night bg-surface text-ink"
          isInPage={carousels.podcasts}
          skeleton={<PodcastsSkeleton />}
          content={Podcasts}
        />
      )}
      {carousels.videoStories !== false && (
        <DeferredSection
          section="videoStories"
          title={home.videoStories.title}
          intro={home.videoStories.intro}
          className="later"
          isInPage={carousels.videoStories}
          skeleton={<VideoTestimonialsSkeleton />}
          content={VideoTestimonials}
        />
      )}
      <ClosingCall />
      <JsonLd facts={useFacts(siteUrl)} />
    </PageQueries>
  );
}
