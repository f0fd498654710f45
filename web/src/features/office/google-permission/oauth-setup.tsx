import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { googleAuthorisation } from '#copy/office/google-permission.ts';
import { officePaths } from '#lib/office-paths.ts';
import { ConnectedStep } from './connected-step.tsx';
import { ConsentStep } from './consent-step.tsx';
import { ExchangeStep } from './exchange-step.tsx';

/** Authorising the calendar by hand: consent at Google, then its code for a token that works for good. */
export function OauthSetup() {
  const [refreshToken, setRefreshToken] = useState<string | null>(null);
  const [redirectUri, setRedirectUri] = useState<string | null>(null);
  return (
    <div className="page-width max-w-2xl py-8 md:py-12">
      <Link
        to={officePaths.tab('calendar-test')}
        className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-muted hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {googleAuthorisation.back}
      </Link>
      <h1 className="mt-2 text-2xl">{googleAuthorisation.title}</h1>
      <p className="mt-1 text-muted">{googleAuthorisation.description}</p>
      <div className="mt-8 space-y-6">
        {refreshToken === null ? (
          <>
            <ConsentStep onBegun={setRedirectUri} />
            <ExchangeStep redirectUri={redirectUri} onDone={setRefreshToken} />
          </>
        ) : (
          <ConnectedStep refreshToken={refreshToken} onAgain={() => setRefreshToken(null)} />
        )}
      </div>
    </div>
  );
}
