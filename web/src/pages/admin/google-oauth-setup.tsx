import { googleAuthorisation } from '#copy/admin/google-authorisation.ts';
import { site } from '#copy/site.ts';
import { AdminGate } from '#features/admin-access/admin-gate.tsx';
import { isLoggingOut } from '#features/auth/use-log-out.ts';
import { OauthSetup } from '#features/google-authorisation/oauth-setup.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { Starting } from '#ui/messages/starting.tsx';
import type { Route } from './+types/google-oauth-setup';

export const meta: Route.MetaFunction = () => unlistedMeta(googleAuthorisation.title);

/** This page depends on who is signed in, so it starts in the browser. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Starting message={site.initializing} />;
}

export default function GoogleOauthSetupPage() {
  return (
    <AdminGate kind="screen" isLeaving={isLoggingOut}>
      <OauthSetup />
    </AdminGate>
  );
}
