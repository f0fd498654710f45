import './lib/page/translation-guard.ts';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { allStyles } from './lib/page/all-styles.ts';
import { PublicEnvProvider, readPublicEnv } from './lib/page/public-env.tsx';
import { markStartFailed } from './lib/page/start-failed.ts';

try {
  // Older browsers: "popover", "popovertarget", "popovertargetaction", "showPopover", "hidePopover" and "newState" come with
  // it, ":popover-open" as a class. What is pressed before is pressed again (before-start-scripts.ts).
  if (!('popover' in document.body)) await import('@oddbird/popover-polyfill');
  // What React draws next needs styles that the page may not have brought.
  await allStyles();
  // A translation or an extension has changed it: React will draw it anew.
  if (document.querySelector('font, :not(:defined)')) await import('./lib/page/redrawn-page.ts');
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
