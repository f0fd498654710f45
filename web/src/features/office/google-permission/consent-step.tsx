import { useMutation } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { googleAuthorisation } from '#copy/office/google-permission.ts';
import { site } from '#copy/shell/site.ts';
import { explain } from '#lib/functions/functions.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { beginAuthorisation } from './google-authorisation.data.ts';
import { storePendingState } from './pending-oauth-state.ts';

const { step1: copy } = googleAuthorisation;
const WINDOW = 'popup,width=560,height=760';

/** Leads to Google's consent page in a window of its own. */
export function ConsentStep({ onBegun }: { onBegun: (redirectUri: string) => void }) {
  /** Where the window would have gone that the browser blocked. */
  const [blockedAddress, setBlockedAddress] = useState<string | null>(null);
  const begin = useMutation({
    mutationFn: async (popup: Window | null) => {
      try {
        const { address, redirectUri, state } = await beginAuthorisation();
        storePendingState({ state, at: Date.now() });
        onBegun(redirectUri);
        if (popup && !popup.closed) popup.location.href = address;
        return popup ? null : address;
      } catch (error) {
        popup?.close();
        throw error;
      }
    },
    onSuccess: (address) => {
      setBlockedAddress(address);
      if (address === null) toast.success(copy.opened);
    },
    onError: () => setBlockedAddress(null),
  });

  function open() {
    // At once: a browser blocks what opens later than the click.
    begin.mutate(window.open('', 'google-authorisation', WINDOW));
  }
  const failure = begin.error && explain(begin.error, site.serverError);

  return (
    <Card className="p-4 md:p-6">
      <h2 className="text-lg">{copy.title}</h2>
      <ol className="mt-3 list-decimal space-y-1 pl-5 text-muted marker:font-semibold marker:text-accent-text">
        {copy.instructions.map((instruction) => (
          <li key={instruction}>{instruction}</li>
        ))}
      </ol>
      <Button className="long-label mt-4 max-sm:w-full" isBusy={begin.isPending} onClick={open}>
        {!begin.isPending && <ExternalLink className="size-4.5" aria-hidden="true" />}
        {copy.open}
      </Button>
      {failure && (
        <div className="mt-4">
          <Alert tone="danger">
            <p>{copy.failed(failure.sentence)}</p>
            <TechnicalDetails>{failure.details}</TechnicalDetails>
          </Alert>
        </div>
      )}
      {blockedAddress !== null && (
        <div className="mt-4">
          <Alert tone="accent">
            {copy.blocked}{' '}
            <a
              href={blockedAddress}
              target="_blank"
              rel="noopener opener"
              className="font-medium text-accent-text underline underline-offset-4"
            >
              {copy.link}
            </a>
          </Alert>
        </div>
      )}
    </Card>
  );
}
