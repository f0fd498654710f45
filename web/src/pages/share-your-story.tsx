import { useLocation } from 'react-router';
import { impactStories } from '#copy/content/impact-stories.ts';
import { impactStoryForm as copy } from '#copy/content/impact-story-form.ts';
import { site } from '#copy/shell/site.ts';
import { StoryForm } from '#features/content/impact-stories/story-form.tsx';
import { takeStory } from '#features/content/impact-stories/take-story.ts';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { isSentAddress } from '#lib/functions/sent-address.ts';
import { OWN_STYLES } from '#lib/page/all-styles.ts';
import { listedMeta } from '#lib/page/page-meta.ts';
import { loadSiteUrl, readSiteUrl } from '#lib/page/site-url-loader.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { Route } from './+types/share-your-story';

export const ErrorBoundary = PageFailure;
export const handle = OWN_STYLES;

export const loader = loadSiteUrl;
export const clientLoader = readSiteUrl;

export const action = ({ request, context }: Route.ActionArgs) => takeStory(request, context);

export const meta = listedMeta(paths.shareStory, site.pageTitle(impactStories.share), copy.metaDescription);

/** The form of the wall as a page of its own, for where no script runs and for a link that leads straight to it. */
export default function ShareYourStoryPage({ actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  if (isSentAddress(search)) {
    return (
      <StatusMessage
        level={1}
        title={copy.submitted}
        action={<ButtonLink to={paths.wallOfImpact}>{copy.toWall}</ButtonLink>}
      />
    );
  }
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={impactStories.share} intro={copy.intro} />
      <div className="page-width pt-10 md:pt-14">
        <StoryForm posted={actionData} />
      </div>
    </>
  );
}
