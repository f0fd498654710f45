import { favourites } from '#copy/mentors/favourites.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import type { Route } from './+types/saved';

export const ErrorBoundary = PageFailure;

export const meta: Route.MetaFunction = () => unlistedMeta(favourites.title);

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

/** Every page's first load names what each page needs at once: a part of its own keeps that short. */
const SavedMentors = lazyPart(
  () => import('#features/mentors/listing/saved-mentors.tsx').then((module) => module.SavedMentors),
  { fallback: <Starting /> },
);

export default function SavedPage() {
  return <SavedMentors />;
}
