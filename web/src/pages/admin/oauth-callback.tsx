import { useEffect, useState } from 'react';
import { googleAuthorisation } from '#copy/office/google-permission.ts';
import { OauthAnswer, type OauthAnswerFields } from '#features/office/google-permission/oauth-answer.tsx';
import { AdminGate } from '#features/people/auth/admin-gate.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import type { Route } from './+types/oauth-callback';

export const ErrorBoundary = PageFailure;

export const meta: Route.MetaFunction = () => unlistedMeta(googleAuthorisation.callback.title);

const NOTHING: OauthAnswerFields = { code: null, error: null, state: null };

export default function OauthCallbackPage() {
  const [answer] = useState(readAnswer);
  useEffect(() => {
    // Neither the history nor the auth client, which has codes of its own in addresses, shall find Google's code.
    window.history.replaceState(window.history.state, '', paths.oauthCallback);
  }, []);
  return (
    <AdminGate kind="screen">
      <OauthAnswer {...answer} />
    </AdminGate>
  );
}

function readAnswer(): OauthAnswerFields {
  if (typeof window === 'undefined') return NOTHING;
  const query = new URLSearchParams(window.location.search);
  return { code: query.get('code'), error: query.get('error'), state: query.get('state') };
}
