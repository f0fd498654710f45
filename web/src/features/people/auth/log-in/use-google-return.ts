import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { shell } from '#copy/shell/frame.ts';
import { toast } from '#lib/toast.ts';

/** On the page where Google's sign-in ends: finishes it. Visitors who come without an answer load nothing for it. */
export function useGoogleReturn(): void {
  const navigate = useNavigate();
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current || !/[?&](code|error)=/.test(window.location.search)) return;
    hasRun.current = true;
    // Read now: other parts of the page clean the address as well.
    const { search, hash } = window.location;
    const finish = async () => {
      const { finishGoogleSignIn } = await import('./finish-google-sign-in.ts');
      await finishGoogleSignIn({ search, hash }, navigate);
    };
    finish().catch((error: unknown) => {
      console.warn('The sign-in with Google could not be finished', error);
      // In the place of the message that it is being finished.
      toast.error(shell.signInUnavailable, { id: 'google-sign-in' });
    });
  }, [navigate]);
}
