import { useEffect, useRef } from 'react';
import { shortcutKey } from './shortcut-key.ts';
import { areShortcutsOn } from './shortcuts-setting.ts';

/** By `KeyboardEvent.key`. A handler that answers false had nothing to do: the key keeps its own meaning. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => boolean>;

/** Listens on the whole page while the component is there, unless the person has turned shortcuts off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = shortcutKey(event);
      if (key === null || !Object.hasOwn(latest.current, key) || !areShortcutsOn()) return;
      if (latest.current[key]?.(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
