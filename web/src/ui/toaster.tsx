import { lazy, Suspense, useEffect, useState } from 'react';
import { onToasterWanted, toasterIsReady } from '#lib/toast.ts';

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

/** Draws toasts. Its code arrives with the first toast. */
export function Toaster() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => onToasterWanted(() => setIsWanted(true)), []);
  return isWanted ? (
    <Suspense>
      <Sonner />
    </Suspense>
  ) : null;
}
