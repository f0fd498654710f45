import type { ExternalToast } from 'sonner';
import { whenOnline } from './when-online.ts';

export type ToastKind = 'success' | 'error' | 'info' | 'loading' | 'warning';

/** `details`: the technical text of a failure, for people who want to read it or send it to support. */
export type ToastOptions = ExternalToast & { details?: string | undefined };

/** Draws toasts. Its code is no part of the first load. */
export interface Toaster {
  show: (kind: ToastKind, message: string, options: ToastOptions) => void;
  dismiss: (id: string | number) => void;
}

const MOUNT_EVENT = 'toaster:wanted';

/** A message that has waited this long for the toaster's code is shown without it. */
const PATIENCE_MS = 150;
const PLAIN_MS = 8000;
const PLAIN_MAX = 3;

let toaster: Toaster | undefined;
let arrive: () => void;
const arrival = new Promise<void>((resolve) => {
  arrive = resolve;
});

/** The toaster calls this once it listens. */
export function toasterIsReady(ready: Toaster): void {
  toaster = ready;
  arrive();
}

/** Calls back when a toast is wanted. */
export function onToasterWanted(callback: () => void): () => void {
  window.addEventListener(MOUNT_EVENT, callback);
  return () => window.removeEventListener(MOUNT_EVENT, callback);
}

/** Waits for a network: a failed import would leave the page without a toaster until it is reloaded. */
async function fetchToaster(): Promise<void> {
  if (toaster) return;
  await whenOnline();
  window.dispatchEvent(new Event(MOUNT_EVENT));
}

/** A message without the toaster: offline, its code cannot arrive; over a dialog, it would cover buttons. */
export type PlainMessage = { kind: ToastKind; message: string; options: ToastOptions; key: number };

const NONE: readonly PlainMessage[] = [];
let plain = NONE;
let turns = 0;
/** By id: the turn of its last message or dismissal. */
const lastTurns = new Map<string | number, number>();
/** Places that can show plain messages, the page first. Only the innermost one shows them, such as an open dialog. */
const places: string[] = [];
const hasDialog = () => places.length > 1;
/** A message waits this long, so that one that is sent while a dialog closes appears on the page. */
const CLOSING_MS = 50;
const listeners = new Set<() => void>();

function setPlain(messages: readonly PlainMessage[]): void {
  plain = messages;
  for (const listener of listeners) listener();
}

export const plainMessages = {
  /** What `place` shows. */
  in: (place: string) => (places.at(-1) === place ? plain : NONE),
  /** Adds a place inside those that are there. Returns the way to remove it. */
  addPlace: (place: string) => {
    places.push(place);
    setPlain(plain);
    return () => {
      places.splice(places.lastIndexOf(place), 1);
      setPlain(plain);
    };
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  close: (key: number) => setPlain(plain.filter((message) => message.key !== key)),
};

/** Numbers a message: earlier ones with the same id no longer count. */
function takeTurn(id: string | number | undefined): number {
  turns += 1;
  if (id !== undefined) lastTurns.set(id, turns);
  return turns;
}

function dropPlain(id: string | number | undefined): void {
  if (id !== undefined && plain.length > 0) setPlain(plain.filter(({ options }) => options.id !== id));
}

async function show(kind: ToastKind, message: string, options: ToastOptions = {}): Promise<void> {
  if (typeof window === 'undefined') return;
  const { id, duration = kind === 'loading' ? Number.POSITIVE_INFINITY : PLAIN_MS } = options;
  const key = takeTurn(id);
  if (!toaster || hasDialog()) {
    void fetchToaster();
    const wait = new Promise((resolve) => setTimeout(resolve, toaster ? CLOSING_MS : PATIENCE_MS));
    await (toaster ? wait : Promise.race([arrival, wait]));
    if (id !== undefined && lastTurns.get(id) !== key) return;
  }
  dropPlain(id);
  if (toaster && !hasDialog()) return toaster.show(kind, message, options);
  if (id !== undefined) toaster?.dismiss(id);
  setPlain([...plain, { kind, message, options, key }].slice(-PLAIN_MAX));
  if (Number.isFinite(duration)) setTimeout(() => plainMessages.close(key), duration);
}

/** Short messages over the page. An `id` replaces the message that is shown with it. Durations: milliseconds. */
export const toast = {
  success: (message: string, options?: ToastOptions) => void show('success', message, options),
  error: (message: string, options?: ToastOptions) => void show('error', message, options),
  info: (message: string, options?: ToastOptions) => void show('info', message, options),
  warning: (message: string, options?: ToastOptions) => void show('warning', message, options),
  loading: (message: string, options?: ToastOptions) => void show('loading', message, options),
  /** Loads the toaster before there is a message. */
  prepare: () => void fetchToaster(),
  dismiss: (id: string | number) => {
    takeTurn(id);
    dropPlain(id);
    toaster?.dismiss(id);
  },
};
