import { useLayoutEffect, useRef } from 'react';
import { areShortcutsOn } from './shortcuts-setting.ts';

/** Where a letter is text, or chooses among things: the person is not talking to the list. */
const TYPING =
  'input:not([type=checkbox],[type=radio],[type=button],[type=submit]),textarea,select,' +
  '[contenteditable]:not([contenteditable=false]),[role=textbox],[role=combobox],[role=listbox],[role=menu]';
const DIALOG = '[role=dialog],[role=alertdialog],dialog[open]';

/** By `KeyboardEvent.key`. A handler that answers false had nothing to do: the key keeps its own meaning. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => boolean>;

/**
 * Listens on the whole page while the component is there, from the moment that it can be seen, unless the person has
 * turned shortcuts off. While a dialog is open only those of a component in it (`isInDialog`) work.
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
  // 229 is what a press says in browsers that end a composition before they tell.
  if (event.isComposing || event.keyCode === 229) return null;
  // Shift is how some keyboards write / and ?, but a capital letter is not its shortcut.
  if (event.shiftKey && /^\p{L}$/u.test(event.key)) return null;
  if (event.target instanceof Element && event.target.closest(TYPING)) return null;
  if (!isInDialog && document.querySelector(DIALOG)) return null;
  return event.key;
}
