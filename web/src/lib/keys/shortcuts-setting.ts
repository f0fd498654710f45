import { useSyncExternalStore } from 'react';
import { browserStorage } from '../storage.ts';

const KEY = 'point-0-shortcuts';
const OFF = 'off';
const listeners = new Set<() => void>();
/** The last choice on this page. It holds even when the browser stores nothing for us. */
let told: boolean | null = null;

/** Whether single keys are shortcuts in this browser. WCAG 2.1.4: speech input could trigger them. */
export function useShortcutsSetting(): [isOn: boolean, turn: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areShortcutsOn, () => true), turn];
}

export function areShortcutsOn(): boolean {
  return told ?? browserStorage.read(KEY) !== OFF;
}

function turn(isOn: boolean): void {
  told = isOn;
  if (isOn) browserStorage.remove(KEY);
  else browserStorage.write(KEY, OFF);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    told = null;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
