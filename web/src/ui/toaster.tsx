import { lazy, Suspense, useEffect, useState } from 'react';
import { onToasterWanted, toasterIsReady } from '#lib/toast.ts';
import { useAtRest } from '#lib/use-at-rest.ts';

const Sonner = lazy(async () => {
  const { Toaster } = await import('sonner');
  return {
    default: function SonnerToaster() {
      useEffect(toasterIsReady, []);
      return (
        <Toaster
          position="bottom-center"
          // On phones above the bars and sheets that hold a page's main action.
          mobileOffset={{ bottom: '6.25rem' }}
          theme="system"
          visibleToasts={3}
          toastOptions={{
            className: 'font-sans! text-sm! rounded-card! border-line! shadow-float!',
          }}
        />
      );
    },
  };
});

/** Draws toasts. Its code is no part of the first load: it arrives with the first toast, or when the page has come to rest. */
export function Toaster() {
  const [isWanted, setIsWanted] = useState(false);
  const isAtRest = useAtRest();
  useEffect(() => onToasterWanted(() => setIsWanted(true)), []);
  return isWanted || isAtRest ? (
    <Suspense>
      <Sonner />
    </Suspense>
  ) : null;
}
