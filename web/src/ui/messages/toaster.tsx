import { useEffect, useState } from 'react';
import { lazyPart } from '#lib/lazy-part.tsx';
import { onToasterWanted } from '#lib/toast.ts';
import { useIdle } from '#lib/use-idle.ts';
import { PlainMessages } from './plain-messages.tsx';

const SonnerToaster = lazyPart(() => import('./sonner-toaster.tsx').then((module) => module.SonnerToaster), {
  isOptional: true,
});

/**
 * Draws toasts. Its code is no part of the first load: it is loaded with the first toast, or when the page is idle.
 * Messages that cannot wait are shown without it.
 */
export function Toaster() {
  const [timesWanted, setTimesWanted] = useState(0);
  const isIdle = useIdle();
  useEffect(() => onToasterWanted(() => setTimesWanted((times) => times + 1)), []);
  return (
    <>
      <PlainMessages className="fixed inset-x-4 top-4 z-50 mx-auto grid max-w-md gap-2 md:bottom-6 md:top-auto" />
      {(timesWanted > 0 || isIdle) && <SonnerToaster />}
    </>
  );
}
