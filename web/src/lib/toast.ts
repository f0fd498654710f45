import type { ExternalToast } from 'sonner';
import { whenOnline } from './when-online.ts';

type Kind = 'success' | 'error' | 'info' | 'loading' | 'warning';

const MOUNT_EVENT = 'toaster:wanted';

let isReady = false;
let markReady: () => void;
const ready = new Promise<void>((resolve) => {
  markReady = resolve;
});

/** The toaster calls this once it listens. */
export function toasterIsReady(): void {
  isReady = true;
  markReady();
}

/** Calls back when a toast is wanted. */
export function onToasterWanted(callback: () => void): () => void {
  window.addEventListener(MOUNT_EVENT, callback);
  return () => window.removeEventListener(MOUNT_EVENT, callback);
}

/** Waits for a network: after a failed import a browser would have no messages until the page is reloaded. */
async function fetchLibrary(): Promise<typeof import('sonner')> {
  if (!isReady) {
    await whenOnline();
    window.dispatchEvent(new Event(MOUNT_EVENT));
  }
  return import('sonner');
}

/** The library drops a message with the id of one that is just leaving, so each showing has a number of its own. */
const shownIds = new Map<string | number, string>();
let messages = 0;

function withShownId({ id, ...options }: ExternalToast = {}): ExternalToast {
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

async function show(kind: Kind, message: string, options?: ExternalToast): Promise<void> {
  if (typeof window === 'undefined') return;
  try {
    const [sonner] = await Promise.all([fetchLibrary(), ready]);
    sonner.toast[kind](message, withShownId(options));
  } catch (error) {
    console.warn('A toast could not be shown:', message, error);
  }
}

/** Short messages over the page. An `id` replaces the message that is shown with it. Durations: milliseconds. */
export const toast = {
  success: (message: string, options?: ExternalToast) => void show('success', message, options),
  error: (message: string, options?: ExternalToast) => void show('error', message, options),
  info: (message: string, options?: ExternalToast) => void show('info', message, options),
  warning: (message: string, options?: ExternalToast) => void show('warning', message, options),
  loading: (message: string, options?: ExternalToast) => void show('loading', message, options),
  /** Fetches the toaster before there is anything to say: when the network is gone it is too late. */
  prepare: () => {
    fetchLibrary().catch((error: unknown) => console.warn('Toasts could not be loaded', error));
  },
  dismiss: (id: string | number) => {
    // Without the toaster no message was ever shown.
    if (!isReady) return;
    void import('sonner').then((sonner) => {
      const shownId = shownIds.get(id);
      if (shownId === undefined) return;
      shownIds.delete(id);
      sonner.toast.dismiss(shownId);
    });
  },
};
