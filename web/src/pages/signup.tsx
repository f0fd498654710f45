import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { auth } from '#copy/people/auth.ts';
import { consents } from '#copy/people/consents.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { readHeldChoice } from '#features/people/auth/held-choice.ts';
import { GoogleSignIn } from '#features/people/auth/log-in/google-sign-in.tsx';
import { AccountCreated } from '#features/people/auth/sign-up/account-created.tsx';
import { SignupForm } from '#features/people/auth/sign-up/signup-form.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { apiFetchContext, logContext, publicEnvContext } from '#lib/page/server-context.ts';
import { paths } from '#lib/paths.ts';
import { createPublicApi } from '#lib/public-api.ts';
import { landingPath, returnUrlOf, stateText, withReturnUrl } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { Alert } from '#ui/messages/alert.tsx';
import { ConsentSentence } from '#ui/prose/consent-sentence.tsx';
import type { Route } from './+types/signup';

export const ErrorBoundary = PageFailure;

export const meta: Route.MetaFunction = () => unlistedMeta(auth.signup.title);

export function loader({ request, context }: Route.LoaderArgs) {
  const api = createPublicApi(context.get(publicEnvContext), context.get(apiFetchContext));
  return readHeldChoice(request, api, context.get(logContext));
}

/** In the browser the page before it says in the navigation's state what is held. */
export const clientLoader = () => ({ held: null });

export default function SignupPage({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  const location = useLocation();
  const [createdFor, setCreatedFor] = useState<{ email: string; isBegunBefore: boolean } | null>(null);
  const returnUrl = returnUrlOf(location);
  const held = loaderData.held ?? stateText(location.state, 'held');

  if (session.isAuthenticated) return <Navigate to={returnUrl ?? landingPath(session.account)} replace />;
  if (createdFor) return <AccountCreated {...createdFor} returnUrl={returnUrl} />;

  return (
    <AuthPage title={auth.signup.title} description={auth.signup.description}>
      <div className="flex flex-col gap-5">
        {held && <Alert>{held}</Alert>}
        <ConsentSentence>{consents.signUp}</ConsentSentence>
        <GoogleSignIn returnUrl={returnUrl} />
        <SignupForm returnUrl={returnUrl} onCreated={setCreatedFor} />
      </div>
      <p className="mt-5 text-center text-sm text-muted">
        {auth.signup.haveAccount}{' '}
        <Link
          className="font-medium text-accent-text underline underline-offset-4"
          to={returnUrl ? withReturnUrl(paths.login, returnUrl) : paths.login}
          state={{ held }}
        >
          {auth.signup.logIn}
        </Link>
      </p>
    </AuthPage>
  );
}
