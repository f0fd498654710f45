import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { googleSignIn } from '#copy/people/google-sign-in.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { toast } from '#lib/toast.ts';
import { useReturn } from '#lib/use-return.ts';
import { Button } from '#ui/button.tsx';
import { ConsentSentence } from '#ui/prose/consent-sentence.tsx';
import { prepareGoogleSignIn } from './google-sign-in.data.ts';
import { rememberReturnPath } from './return-path.ts';

const TOAST_ID = 'google-sign-in';
const REDIRECTING_TOAST_MS = 3_000;

/** Leaves for Google's page, which leads back to `returnUrl`; null: to where the person lands. `user` is who must come back. */
export function useGoogleLeave(
  returnUrl: string | null,
  user?: User | null,
): { leave: () => Promise<void>; isLeaving: boolean } {
  const [isLeaving, setIsLeaving] = useState(false);

  useReturn(() => setIsLeaving(false));

  const leave = async () => {
    setIsLeaving(true);
    toast.info(googleSignIn.redirecting, { id: TOAST_ID, duration: REDIRECTING_TOAST_MS });
    try {
      const preparation = await prepareGoogleSignIn(user?.user_metadata.email ?? user?.email);
      if ('refusal' in preparation) return stay(googleSignIn.failed(preparation.refusal));
      rememberReturnPath(returnUrl ?? '', user?.id);
      window.location.assign(preparation.address);
    } catch {
      stay(googleSignIn.failedToInitiate);
    }
  };

  const stay = (sentence: string) => {
    toast.error(sentence, { id: TOAST_ID });
    setIsLeaving(false);
  };

  return { leave, isLeaving };
}

/**
 * The way in through Google, above the form for an e-mail address; nothing where the site has no Google client.
 * `consent` is what a person agrees to with its button, where the page does not say it.
 */
export function GoogleSignIn({ returnUrl, consent }: { returnUrl: string | null; consent?: string }) {
  const { hasGoogleSignIn } = usePublicEnv();
  const { leave, isLeaving } = useGoogleLeave(returnUrl);
  if (!hasGoogleSignIn) return null;

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-3">
        {consent !== undefined && <ConsentSentence>{consent}</ConsentSentence>}
        <Button variant="secondary" isBusy={isLeaving} onClick={() => void leave()}>
          {!isLeaving && <GoogleMark />}
          {googleSignIn.button}
        </Button>
      </div>
      <p
        className={
          'flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line ' +
          'after:h-px after:flex-1 after:bg-line'
        }
      >
        {googleSignIn.or}
      </p>
    </div>
  );
}

/** Google's G in its four colours, as its branding rules want it: unchanged on a neutral ground. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" className="size-5" aria-hidden="true">
      <path
        fill="#EA4335"
        d={
          'M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 ' +
          '13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z'
        }
      />
      <path
        fill="#4285F4"
        d={
          'M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 ' +
          '6c4.51-4.18 7.09-10.36 7.09-17.65z'
        }
      />
      <path
        fill="#FBBC05"
        d={
          'M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 ' +
          '24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z'
        }
      />
      <path
        fill="#34A853"
        d={
          'M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 ' +
          '0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z'
        }
      />
    </svg>
  );
}
