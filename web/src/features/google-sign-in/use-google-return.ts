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
    void (async () => {
      const [{ readGoogleAnswer }, { finishGoogleSignIn }] = await Promise.all([
        import('./google-answer.ts'),
        import('./finish-google-sign-in.ts'),
      ]);
      const answer = readGoogleAnswer({ search, hash });
      if (answer) await finishGoogleSignIn(answer, navigate);
    })();
  }, [navigate]);
}
