import { useEffect, useState } from 'react';
import { googleSignIn } from '#copy/google-sign-in.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { GoogleMark } from './google-mark.tsx';
import { GoogleRefusal, prepareGoogleSignIn } from './google-sign-in.data.ts';
import { rememberReturnPath } from './return-path.ts';

const TOAST_ID = 'google-sign-in';
const REDIRECTING_TOAST_MS = 3_000;

/** The way in through Google, above the form for an e-mail address; nothing where the site has no Google client. */
export function GoogleSignIn({ returnUrl }: { returnUrl: string }) {
  const { hasGoogleSignIn } = usePublicEnv();
  const [isLeaving, setIsLeaving] = useState(false);

  useEffect(() => {
    // Back from Google's page, the browser may show this page as it was left.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setIsLeaving(false);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  if (!hasGoogleSignIn) return null;

  const leave = async () => {
    setIsLeaving(true);
    toast.info(googleSignIn.redirecting, { id: TOAST_ID, duration: REDIRECTING_TOAST_MS });
    try {
      const address = await prepareGoogleSignIn();
      rememberReturnPath(returnUrl);
      window.location.assign(address);
    } catch (error) {
      const sentence =
        error instanceof GoogleRefusal ? googleSignIn.failed(error.message) : googleSignIn.failedToInitiate;
      toast.error(sentence, { id: TOAST_ID });
      setIsLeaving(false);
    }
  };

  return (
    <div className="flex flex-col gap-5">
      <Button variant="secondary" isBusy={isLeaving} onClick={() => void leave()}>
        {!isLeaving && <GoogleMark />}
        {googleSignIn.button}
      </Button>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {googleSignIn.or}
      </p>
    </div>
  );
}
