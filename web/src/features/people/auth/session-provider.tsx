import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { shell } from '#copy/shell/frame.ts';
import { SESSION_LOADING, SessionContextProvider, SIGNED_OUT } from '#lib/session/session.ts';
import { hasStoredSession, SESSION_STORAGE_KEY } from '#lib/session/stored-session.ts';
import { toast } from '#lib/toast.ts';
import { whenOnline } from '#lib/when-online.ts';
import { AUTH_REQUIRED } from './auth-events.ts';
import { lateAuth } from './auth-module.ts';

/** The pages on which mailed links end take the code out of the address before this runs. */
function hasCodeInAddress(): boolean {
  return /[?&]code=/.test(location.search);
}

/** Holds the session for the whole application; the auth client loads only where a session exists or is being made. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(SESSION_LOADING);
  const navigate = useNavigate();

  useEffect(() => {
    let stop: (() => void) | undefined;
    let isStarted = false;
    let isGone = false;
    const start = async () => {
      if (isStarted) return;
      isStarted = true;
      try {
        // A browser remembers an import that failed.
        await whenOnline();
        const { watchSession } = await lateAuth();
        if (!isGone) stop = watchSession({ onChange: setState, navigate });
      } catch (error) {
        console.warn('The auth client did not start', error);
        isStarted = false;
        setState(SIGNED_OUT);
        toast.error(shell.signInUnavailable, { id: 'session' });
      }
    };
    // Another tab may sign in while this one is open.
    const onStorage = (event: StorageEvent) => {
      if (event.key === SESSION_STORAGE_KEY && event.newValue) void start();
    };
    window.addEventListener(AUTH_REQUIRED, start);
    window.addEventListener('storage', onStorage);
    if (hasStoredSession() || hasCodeInAddress()) void start();
    // At once, it would make React draw every part again whose code is still on the way, as its skeleton.
    else startTransition(() => setState(SIGNED_OUT));
    return () => {
      isGone = true;
      stop?.();
      window.removeEventListener(AUTH_REQUIRED, start);
      window.removeEventListener('storage', onStorage);
    };
  }, [navigate]);

  return <SessionContextProvider value={state}>{children}</SessionContextProvider>;
}
