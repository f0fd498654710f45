import { useLocation } from 'react-router';
import { storyName } from '#copy/content/story-name.ts';
import { mentorAnswer } from '#copy/sessions/requests.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import type { Route } from './+types/mentor-answer';

export const ErrorBoundary = PageFailure;

/** A request, or whether a story may name the mentor. */
const isAboutStory = ({ pathname }: { pathname: string }) => pathname.endsWith('/story');

export const meta: Route.MetaFunction = ({ location }) => [
  ...unlistedMeta(isAboutStory(location) ? storyName.pageTitle : mentorAnswer.pageTitle),
  // The token must not travel on, whatever this page ever links to.
  { name: 'referrer', content: 'no-referrer' },
];

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

/** Every page's first load names what each page needs at once: a part of its own keeps that short. */
const AnswerByLink = lazyPart(
  () => import('#features/sessions/requests/answer-by-link.tsx').then((module) => module.AnswerByLink),
  { fallback: <Starting /> },
);

const StoryName = lazyPart(
  () => import('#features/content/impact-stories/story-name.tsx').then((module) => module.StoryName),
  { fallback: <Starting /> },
);

export default function MentorAnswerPage() {
  return isAboutStory(useLocation()) ? <StoryName /> : <AnswerByLink />;
}
