import { dehydrate } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';
import { home } from '#copy/home.ts';
import { site } from '#copy/site.ts';
import { useGoogleReturn } from '#features/auth/use-google-return.ts';
import { useRecoveryRedirect } from '#features/auth/use-recovery-redirect.ts';
import { ClosingCall } from '#features/home/closing-call.tsx';
import { DeferredSection } from '#features/home/deferred-section.tsx';
import { Hero } from '#features/home/hero.tsx';
import { readDeferredContent, UNKNOWN_CONTENT } from '#features/home/home.data.ts';
import { HowItWorks } from '#features/home/how-it-works.tsx';
import { WhyChoose } from '#features/home/why-choose.tsx';
import { FeaturedMentors } from '#features/mentors/featured-mentors.tsx';
import { featuredMentorsQuery } from '#features/mentors/mentor-listing.data.ts';
import { PartnerLogosSkeleton } from '#features/partners/partner-logos-skeleton.tsx';
import { PodcastsSkeleton } from '#features/podcasts/podcasts-skeleton.tsx';
import { PageFailure } from '#features/shell/page-failure.tsx';
import { VideoTestimonialsSkeleton } from '#features/video-testimonials/video-testimonials-skeleton.tsx';
import { loadComplete } from '#lib/lazy-part.tsx';
import { OWN_STYLES } from '#lib/page/all-styles.ts';
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
export const handle = OWN_STYLES;

// The carousels and their data are no part of the first load: see web/src/features/home/deferred-section.tsx.
type Carousel = ComponentType<{ onEmpty: () => void }>;
const carousel = (load: () => Promise<{ default: Carousel }>) =>
  lazy(async () => ({ default: await loadComplete(async () => (await load()).default) }));
const PartnerLogos = carousel(() => import('#features/partners/partner-logos.tsx'));
const Podcasts = carousel(() => import('#features/podcasts/podcasts.tsx'));
const VideoTestimonials = carousel(() => import('#features/video-testimonials/video-testimonials.tsx'));

export async function loader({ context }: Route.LoaderArgs) {
  const env = context.get(publicEnvContext);
  const api = createPublicApi(env, context.get(apiFetchContext));
  const client = createQueryClient();
  const [deferredContent] = await Promise.all([
    readDeferredContent(api),
    client.prefetchQuery({ ...featuredMentorsQuery(() => api), retry: false }),
  ]);
  return { state: dehydrate(client), deferredContent, siteUrl: env.siteUrl };
}

export async function clientLoader() {
  const client = (await lateQueries()).client();
  void client.prefetchQuery(featuredMentorsQuery());
  return { state: null, deferredContent: UNKNOWN_CONTENT, siteUrl: readPublicEnv().siteUrl };
}

export const meta = listedMeta(paths.home, home.metaTitle, home.metaDescription);

function SiteFacts({ siteUrl }: { siteUrl: string }) {
  const { contactEmail } = usePublicEnv();
  const address = absoluteUrl(siteUrl, paths.home);
  const organization = `${address}#organization`;
  return (
    <JsonLd
      facts={{
        '@graph': [
          {
            '@type': 'Organization',
            '@id': organization,
            name: site.initiative,
            url: address,
            logo: absoluteUrl(siteUrl, '/apple-touch-icon.png'),
            email: contactEmail,
          },
          { '@type': 'WebSite', name: site.productName, url: address, publisher: { '@id': organization } },
        ],
      }}
    />
  );
}

/** The eight sections in order. Carousels load late (web/src/features/home/deferred-section.tsx) or near the view. */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { state, deferredContent, siteUrl } = loaderData;
  useRecoveryRedirect();
  useGoogleReturn();
  return (
    <PageQueries state={state}>
      <Hero />
      {deferredContent.trustedBy && (
        <DeferredSection
          section="trustedBy"
          title={home.trustedBy.title}
          isSlim
          className="border-y border-line bg-surface"
          skeleton={<PartnerLogosSkeleton />}
          content={PartnerLogos}
        />
      )}
      <FeaturedMentors />
      <WhyChoose />
      <HowItWorks />
      {deferredContent.podcasts && (
        <DeferredSection
          section="podcasts"
          title={home.podcasts.title}
          intro={home.podcasts.intro}
          className="night bg-surface text-ink"
          skeleton={<PodcastsSkeleton />}
          content={Podcasts}
        />
      )}
      {deferredContent.videoStories && (
        <DeferredSection
          section="videoStories"
          title={home.videoStories.title}
          intro={home.videoStories.intro}
          skeleton={<VideoTestimonialsSkeleton />}
          content={VideoTestimonials}
        />
      )}
      <ClosingCall />
      <SiteFacts siteUrl={siteUrl} />
    </PageQueries>
  );
}
