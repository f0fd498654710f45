import { googleAuthorisation } from '#copy/office/google-permission.ts';
import { AdminGate } from '#features/people/auth/admin-gate.tsx';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import type { Route } from './+types/google-oauth-setup';

export const ErrorBoundary = PageFailure;

/** Late: what a page loads at once stands in the list of routes, which every visitor of the site downloads. */
const OauthSetup = lazyPart(() =>
  import('#features/office/google-permission/oauth-setup.tsx').then((module) => module.OauthSetup),
);

export const meta: Route.MetaFunction = () => unlistedMeta(googleAuthorisation.title);

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

export default function GoogleOauthSetupPage() {
  return (
    <AdminGate kind="screen">
      <OauthSetup />
    </AdminGate>
  );
}
