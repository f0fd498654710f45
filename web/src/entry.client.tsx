import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { type PublicEnv, PublicEnvProvider, readPublicEnv } from './lib/page/public-env.tsx';

/** Shows the notice of features/shell/start-failure.tsx. */
function markStartFailed(): void {
  document.documentElement.dataset.startFailed = '';
}

function start(env: PublicEnv): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PublicEnvProvider value={env}>
          <HydratedRouter />
        </PublicEnvProvider>
      </StrictMode>,
      {
        onUncaughtError(error) {
          console.error(error);
          markStartFailed();
        },
      },
    );
  });
}

try {
  start(readPublicEnv());
} catch (error) {
  markStartFailed();
  throw error;
}
