import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { PublicEnvProvider, readPublicEnv } from './lib/page/public-env.tsx';
import { markStartFailed } from './lib/page/start-failed.ts';

try {
  const env = readPublicEnv();
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
} catch (error) {
  markStartFailed();
  throw error;
}
