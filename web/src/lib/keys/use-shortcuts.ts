import { useLayoutEffect, useRef } from 'react';
import { areShortcutsOn } from './shortcuts-setting.ts';

/** Elements in which a letter is text or chooses an option: there it is no shortcut. */
const TYPING =
  'input:not([type=checkbox],[type=radio],[type=button],[type=submit]),textarea,select,' +
  '[contenteditable]:not([contenteditable=false]),[role=textbox],[role=combobox],[role=listbox],[role=menu]';
const DIALOG = '[role=dialog],[role=alertdialog],dialog[open]';

/** Handlers by `KeyboardEvent.key`. When a handler returns false, the key keeps its normal meaning. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => boolean>;

/**
 * Listens on the whole page from the component's first paint until it is removed, unless the person has turned
 * shortcuts off. While a dialog is open, only shortcuts of a component in it (`isInDialog`) work.
 */
export function useShortcuts(shortcuts: Shortcuts, isInDialog = false): void {
  const latest = useRef(shortcuts);
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = shortcutKey(event, isInDialog);
      if (key === null || !Object.hasOwn(latest.current, key) || !areShortcutsOn()) return;
      if (latest.current[key]?.(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isInDialog]);
}

/** The pressed key if it may be a shortcut; null while typing or composing, with modifiers, or while a dialog is open. */
export function shortcutKey(event: KeyboardEvent, isInDialog = false): string | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  // Some browsers end a composition before they report its last key: that key has the code 229.
  if (event.isComposing || event.keyCode === 229) return null;
  // Some keyboards need Shift for / and ?, but a capital letter is not the shortcut of its small letter.
  if (event.shiftKey && /^\p{L}$/u.test(event.key)) return null;
  if (event.target instanceof Element && event.target.closest(TYPING)) return null;
  if (!isInDialog && document.querySelector(DIALOG)) return null;
  return event.key;
}
