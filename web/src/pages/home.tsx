import { dehydrate } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';
import { home } from '#copy/content/home.ts';
import { site } from '#copy/shell/site.ts';
import { ClosingCall } from '#features/content/home/closing-call.tsx';
import { DeferredSection } from '#features/content/home/deferred-section.tsx';
import { Hero } from '#features/content/home/hero.tsx';
import { readDeferredContent, UNKNOWN_CONTENT } from '#features/content/home/home.data.ts';
import { HowItWorks } from '#features/content/home/how-it-works.tsx';
import { WhyChoose } from '#features/content/home/why-choose.tsx';
import { PartnerLogosSkeleton } from '#features/content/partners/partner-logos-skeleton.tsx';
import { PodcastsSkeleton } from '#features/content/podcasts/podcasts-skeleton.tsx';
import { VideoTestimonialsSkeleton } from '#features/content/video-testimonials/video-testimonials-skeleton.tsx';
import { FeaturedMentors } from '#features/mentors/listing/featured-mentors.tsx';
import { featuredMentorsQuery } from '#features/mentors/listing/listing.data.ts';
import { useGoogleReturn } from '#features/people/auth/log-in/use-google-return.ts';
import { useRecoveryRedirect } from '#features/people/auth/password-recovery/use-recovery-redirect.ts';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
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

// The carousels and their data are no part of the first load: see web/src/features/content/home/deferred-section.tsx.
type Carousel = ComponentType<{ onEmpty: () => void }>;
const carousel = (load: () => Promise<{ default: Carousel }>) =>
  lazy(async () => ({ default: await loadComplete(async () => (await load()).default) }));
const PartnerLogos = carousel(() => import('#features/content/partners/partner-logos.tsx'));
const Podcasts = carousel(() => import('#features/content/podcasts/podcasts.tsx'));
const VideoTestimonials = carousel(() => import('#features/content/video-testimonials/video-testimonials.tsx'));

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

/** The eight sections in order. Carousels load late (web/src/features/content/home/deferred-section.tsx) or near the view. */
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
