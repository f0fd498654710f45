import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { toasterIsReady } from '#lib/toast.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';

export function SonnerToaster() {
  // On phones the lower edge belongs to the bars, sheets and dialogs that hold a page's main action.
  const isPhone = useMediaQuery('(width < 48rem)', false);
  useEffect(toasterIsReady, []);
  return (
    <Toaster
      position={isPhone ? 'top-center' : 'bottom-center'}
      theme="system"
      visibleToasts={3}
      toastOptions={{ className: 'font-sans! text-sm! rounded-card! border-line! bg-surface! text-ink! shadow-float!' }}
    />
  );
}
