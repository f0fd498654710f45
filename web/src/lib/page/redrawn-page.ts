/**
 * A page that a translation or an extension changed before React read it is drawn anew (docs/decisions/053-a-translated-text-comes-back-before-react-touches-it.md).
 * What a person has typed, chosen and opened before goes from the elements that leave to those that come in their place,
 * and so do the focus in a field and the press of a button that waits for React.
 */
type Kept = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLDetailsElement | HTMLButtonElement;

declare global {
  interface Window {
    /** The button that waits; it is pressed as soon as React has attached it (features/shell/start/before-start-scripts.ts). */
    kept?: Element | false | 0;
  }
}

const SELECTOR = 'main :is(input:not([type=hidden], [type=file]), textarea, select, details), button';

const main = document.querySelector('main');
const before = byKey();
const opened = new Set([...document.querySelectorAll('[popover]')].filter((sheet) => sheet.matches(':popover-open')));
let focused = document.activeElement;

const end = new AbortController();
const options = { capture: true, signal: end.signal };
document.addEventListener('focusin', ({ target }) => watchFocus(target), options);
// Later: an element that leaves with the page loses the focus as well.
document.addEventListener('focusout', () => setTimeout(() => watchFocus(document.activeElement)), options);
document.addEventListener('toggle', watchSheets, options);

new MutationObserver((_, observer) => {
  if (!main || main.isConnected) return;
  observer.disconnect();
  end.abort();
  for (const { id } of opened) document.getElementById(id)?.showPopover();
  const after = byKey();
  const typed: Kept[] = [];
  for (const [key, old] of before) {
    const next = after.get(key);
    if (!next || next === old) continue;
    if (old === window.kept) window.kept = next;
    if (keep(old, next)) typed.push(next);
    if (old === focused && document.activeElement === document.body) focus(old, next);
  }
  // Only now: React then reads the other fields too. What was chosen is read by the forms themselves when they begin.
  for (const field of typed) field.dispatchEvent(new Event('input', { bubbles: true }));
}).observe(document.body, { childList: true });

function watchFocus(target: EventTarget | null): void {
  focused = target as Element | null;
}

function watchSheets({ target, newState }: ToggleEvent): void {
  if (!(target instanceof HTMLElement) || !target.popover) return;
  if (newState === 'open') opened.add(target);
  else opened.delete(target);
}

/** The elements by what they are, and as which of these they come in the page. */
function byKey(): Map<string, Kept> {
  const counts: Record<string, number> = {};
  const found = new Map<string, Kept>();
  for (const element of document.querySelectorAll<Kept>(SELECTOR)) {
    const value = element instanceof HTMLInputElement && isChoice(element) ? element.value : '';
    // An extension may have added buttons, and the menus of a signed-in person have others.
    const look = element instanceof HTMLButtonElement ? [element.closest('form, main')?.id, element.className] : [];
    const key = [element.localName, element.getAttribute('name'), value, ...look].join(' ');
    counts[key] = (counts[key] ?? 0) + 1;
    found.set(`${key} ${counts[key]}`, element);
  }
  return found;
}

function isChoice({ type }: HTMLInputElement): boolean {
  return type === 'checkbox' || type === 'radio';
}

/** Whether a text was put in. */
function keep(old: Kept, next: Kept): boolean {
  if (old instanceof HTMLButtonElement) return false;
  if (old instanceof HTMLDetailsElement) {
    if (old.open) (next as HTMLDetailsElement).open = true;
  } else if (old instanceof HTMLInputElement && isChoice(old)) {
    set(next, 'checked', old.checked);
  } else if (old.value !== '' && !next.matches(':disabled, [readonly]')) {
    const isOther = old.value !== (next as typeof old).value;
    set(next, 'value', old.value);
    return isOther && !(old instanceof HTMLSelectElement);
  }
  return false;
}

/** React replaces the setter of the element itself, and would not see a change. */
function set(element: Kept, property: 'checked' | 'value', value: unknown): void {
  const prototype = Object.getPrototypeOf(element) as object;
  Object.getOwnPropertyDescriptor(prototype, property)?.set?.call(element, value);
}

function focus(old: Kept, next: Kept): void {
  next.focus({ preventScroll: true });
  if (!('selectionStart' in old) || !('selectionStart' in next)) return;
  const { selectionStart, selectionEnd } = old;
  // A field for e-mail addresses has no selection.
  if (selectionStart !== null) next.setSelectionRange(selectionStart, selectionEnd);
}
