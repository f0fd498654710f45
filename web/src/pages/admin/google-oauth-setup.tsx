import { googleAuthorisation } from '#copy/admin/google-authorisation.ts';
import { site } from '#copy/site.ts';
import { AdminGate } from '#features/auth/admin-gate.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import type { Route } from './+types/google-oauth-setup';

/** Late: what a page loads at once stands in the list of routes, which every visitor of the site downloads. */
const OauthSetup = lazyPart(() => import('#features/calendar/oauth-setup.tsx').then((module) => module.OauthSetup));

export const meta: Route.MetaFunction = () => unlistedMeta(googleAuthorisation.title);

/** This page depends on who is signed in, so it starts in the browser. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <AppLoading message={site.initializing} />;
}

export default function GoogleOauthSetupPage() {
  return (
    <AdminGate kind="screen">
      <OauthSetup />
    </AdminGate>
  );
}
