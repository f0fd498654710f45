import { useEffect, useState } from 'react';
import { lazyPart } from '#lib/lazy-part.tsx';
import { onToasterWanted } from '#lib/toast.ts';
import { useIdle } from '#lib/use-idle.ts';

const SonnerToaster = lazyPart(() => import('./sonner-toaster.tsx').then((module) => module.SonnerToaster), {
  isOptional: true,
});

/** Draws toasts. Its code is no part of the first load: it comes with the first toast, or when the page is idle. */
export function Toaster() {
  const [timesWanted, setTimesWanted] = useState(0);
  const isIdle = useIdle();
  useEffect(() => onToasterWanted(() => setTimesWanted((times) => times + 1)), []);
  return timesWanted > 0 || isIdle ? <SonnerToaster /> : null;
}
