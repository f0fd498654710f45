import { useEffect } from 'react';
import { type ExternalToast, Toaster as SonnerList, toast as sonner } from 'sonner';
import { isolate } from '#lib/isolate.tsx';
import { type Toaster, type ToastOptions, toasterIsReady } from '#lib/toast.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { TechnicalDetails } from './technical-details.tsx';

export function SonnerToaster() {
  // On phones the bars, sheets and dialogs with a page's main action are at the lower edge.
  const isPhone = useMediaQuery('(width < 48rem)', false);
  useEffect(() => toasterIsReady(sonnerToasts), []);
  return (
    <SonnerList
      position={isPhone ? 'top-center' : 'bottom-center'}
      theme="system"
      visibleToasts={3}
      // Below the dialogs, so that a dialog that opens later is not covered.
      style={{ zIndex: 35 }}
      toastOptions={{ className: 'font-sans! text-sm! rounded-card! border-line! bg-surface! text-ink! shadow-float!' }}
    />
  );
}

/** The library drops a message with the id of one that is disappearing, so each showing gets a new id. */
const shownIds = new Map<string | number, string>();
let messages = 0;

function withShownId({ id, ...options }: ExternalToast): ExternalToast {
  if (id === undefined) return options;
  messages += 1;
  const shownId = shownIds.get(id) ?? `${id}#${messages}`;
  shownIds.set(id, shownId);
  const leave = () => {
    if (shownIds.get(id) === shownId) shownIds.delete(id);
  };
  return {
    ...options,
    id: shownId,
    onDismiss: (toast) => {
      leave();
      options.onDismiss?.(toast);
    },
    onAutoClose: (toast) => {
      leave();
      options.onAutoClose?.(toast);
    },
  };
}

function withDetails({ details, ...options }: ToastOptions): ExternalToast {
  if (!details) return options;
  const description = (
    <>
      {typeof options.description === 'function' ? options.description() : options.description}
      <TechnicalDetails>{details}</TechnicalDetails>
    </>
  );
  // Without `h-auto!` a toast keeps its height when its details are opened.
  return { closeButton: true, duration: DETAILS_MS, className: 'h-auto!', ...options, description };
}

/** Long enough to open and read the details. */
const DETAILS_MS = 10_000;

export const sonnerToasts: Toaster = {
  show: (kind, message, options) => void sonner[kind](isolate(message), withShownId(withDetails(options))),
  dismiss: (id) => {
    const shownId = shownIds.get(id);
    if (shownId === undefined) return;
    shownIds.delete(id);
    sonner.dismiss(shownId);
  },
};
