import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { home } from '#copy/home.ts';
import { site } from '#copy/site.ts';
import { ClosingCall } from '#features/home/closing-call.tsx';
import { Hero } from '#features/home/hero.tsx';
import { HowItWorks } from '#features/home/how-it-works.tsx';
import { useRecoveryRedirect } from '#features/home/use-recovery-redirect.ts';
import { WhyChoose } from '#features/home/why-choose.tsx';
import { FeaturedMentors } from '#features/mentor-listing/featured-mentors.tsx';
import { MentorFan } from '#features/mentor-listing/mentor-fan.tsx';
import { featuredMentorsQuery } from '#features/mentor-listing/mentor-listing.data.ts';
import { JsonLd } from '#lib/json-ld.tsx';
import { absoluteUrl, pageMeta } from '#lib/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { createPublicApi } from '#lib/public-api.ts';
import { readPublicEnv, usePublicEnv } from '#lib/public-env.tsx';
import { createQueryClient, queryClient } from '#lib/query-client.ts';
import { apiFetchContext, publicEnvContext } from '#lib/server-context.ts';
import type { Route } from './+types/home';

export async function loader({ context }: Route.LoaderArgs) {
  const env = context.get(publicEnvContext);
  const api = createPublicApi(env, context.get(apiFetchContext));
  const client = createQueryClient();
  await client.prefetchQuery({ ...featuredMentorsQuery(() => api), retry: false });
  return { state: dehydrate(client), siteUrl: env.siteUrl };
}

export function clientLoader() {
  void queryClient().prefetchQuery(featuredMentorsQuery());
  return { state: null, siteUrl: readPublicEnv().siteUrl };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: home.metaTitle,
        description: home.metaDescription,
        path: paths.home,
        siteUrl: loaderData.siteUrl,
      })
    : [];

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
            description: site.siteDescription,
            url: address,
            logo: absoluteUrl(siteUrl, '/apple-touch-icon.png'),
            email: contactEmail,
          },
          {
            '@type': 'WebSite',
            name: site.productName,
            url: address,
            publisher: { '@id': organization },
            potentialAction: {
              '@type': 'SearchAction',
              target: `${absoluteUrl(siteUrl, paths.mentors)}?q={search_term_string}`,
              'query-input': 'required name=search_term_string',
            },
          },
        ],
      }}
    />
  );
}

export default function HomePage({ loaderData: { state, siteUrl } }: Route.ComponentProps) {
  useRecoveryRedirect();
  return (
    <HydrationBoundary state={state}>
      <Hero>
        <MentorFan />
      </Hero>
      <FeaturedMentors />
      <WhyChoose />
      <HowItWorks />
      <ClosingCall />
      <SiteFacts siteUrl={siteUrl} />
    </HydrationBoundary>
  );
}
