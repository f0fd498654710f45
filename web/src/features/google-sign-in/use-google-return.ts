import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/** On the page where Google's sign-in ends: finishes it. Visitors who come without an answer load nothing for it. */
export function useGoogleReturn(): void {
  const navigate = useNavigate();
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current || !/[?&](code|error)=/.test(window.location.search)) return;
    hasRun.current = true;
    // Read now: other parts of the page clean the address as well.
    const { search, hash } = window.location;
    void import('./finish-google-sign-in.ts').then(({ finishGoogleSignIn }) =>
      finishGoogleSignIn({ search, hash }, navigate),
    );
  }, [navigate]);
}
