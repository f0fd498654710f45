import { type ReactNode, useEffect, useState } from 'react';
import { paths } from '#lib/paths.ts';
import { SESSION_STORAGE_KEY, SessionContextProvider, type SessionState, SIGNED_OUT } from '#lib/session.ts';
import { AUTH_WANTED } from './auth-events.ts';

function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_STORAGE_KEY) !== null;
  } catch {
    // Storage is closed to us (a privacy mode): nobody can be signed in here.
    return false;
  }
}

function hasAuthAnswerInAddress(): boolean {
  return (
    (location.pathname !== paths.login && /[?&]code=/.test(location.search)) ||
    /access_token=|error_code=/.test(location.hash)
  );
}

/** Holds the session for the whole application; the auth client loads only where a session exists or is being made. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ ...SIGNED_OUT, isLoading: true });

  useEffect(() => {
    let stop: (() => void) | undefined;
    let isStarted = false;
    let isGone = false;
    const start = async () => {
      if (isStarted) return;
      isStarted = true;
      const { watchSession } = await import('./auth.data.ts');
      if (!isGone) stop = watchSession(setState);
    };
    // Another tab may sign in while this one is open.
    const onStorage = (event: StorageEvent) => {
      if (event.key === SESSION_STORAGE_KEY && event.newValue) void start();
    };
    window.addEventListener(AUTH_WANTED, start);
    window.addEventListener('storage', onStorage);
    if (hasStoredSession() || hasAuthAnswerInAddress()) void start();
    else setState(SIGNED_OUT);
    return () => {
      isGone = true;
      stop?.();
      window.removeEventListener(AUTH_WANTED, start);
      window.removeEventListener('storage', onStorage);
    };
  }, []);

  return <SessionContextProvider value={state}>{children}</SessionContextProvider>;
}
