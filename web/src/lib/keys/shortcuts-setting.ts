import { useSyncExternalStore } from 'react';

const KEY = 'point-0-shortcuts';
const OFF = 'off';
const listeners = new Set<() => void>();
/** What this page was told last: holds also where the browser keeps nothing for us. */
let told: boolean | null = null;

/**
 * Whether single keys are shortcuts, which this browser remembers. They can be turned off (WCAG 2.1.4): who speaks to the
 * computer, or often hits a wrong key, would set off things that were not meant.
 */
export function useShortcutsSetting(): [isOn: boolean, turn: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areShortcutsOn, () => true), turn];
}

export function areShortcutsOn(): boolean {
  if (told !== null) return told;
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

function turn(isOn: boolean): void {
  told = isOn;
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // Storage is closed to us: the choice lasts as long as the page.
  }
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
