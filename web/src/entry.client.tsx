import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { PublicEnvProvider, readPublicEnv } from './lib/public-env.tsx';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PublicEnvProvider value={readPublicEnv()}>
        <HydratedRouter />
      </PublicEnvProvider>
    </StrictMode>,
  );
});
