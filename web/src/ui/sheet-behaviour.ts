import { opensElsewhere } from '#lib/opens-elsewhere.ts';

const isOpen = (sheet: HTMLElement) => sheet.matches(':popover-open');

/**
 * What scripts add to a sheet. While it is open it is a dialog for screen readers. In every browser the focus moves in
 * and returns. Leaving it with the keyboard closes it, because the page behind it can still be reached.
 */
export function watchSheet(sheet: HTMLElement, signal: AbortSignal, onEntry?: (isThere: boolean) => void): void {
  const tell = () => sheet.setAttribute('role', isOpen(sheet) ? 'dialog' : 'group');
  tell();

  // Browsers return the focus only if it was inside the sheet, and Safari's buttons do not take the focus.
  const follow = () => {
    tell();
    const { activeElement } = document;
    const isInside = sheet.contains(activeElement);
    if (isOpen(sheet)) {
      if (!isInside) sheet.querySelector('button')?.focus();
    } else if (isInside || activeElement === document.body) {
      document.querySelector<HTMLElement>(`[popovertarget=${sheet.id}]:not([popovertargetaction])`)?.focus();
    }
  };

  const leave = ({ relatedTarget }: FocusEvent) => {
    if (isOpen(sheet) && relatedTarget instanceof Node && !sheet.contains(relatedTarget)) sheet.hidePopover();
  };

  sheet.addEventListener('toggle', follow, { signal });
  sheet.addEventListener('focusout', leave, { signal });
  if (onEntry && !signal.aborted) keepHistoryEntry(sheet, signal, onEntry);
}

/**
 * Keeps a history entry for the open sheet, with the page's address. The router does not notice it: Back closes the
 * sheet and changes nothing else, also on the first page of a visit. Closing the sheet in another way removes the
 * entry, unless a link is about to replace it.
 */
function keepHistoryEntry(sheet: HTMLElement, signal: AbortSignal, onEntry: (isThere: boolean) => void): void {
  /** Back has removed the entry, or a link replaces it. */
  let isGone = true;
  let removal: ReturnType<typeof setTimeout> | undefined;

  const onPopState = (event: PopStateEvent) => {
    event.stopImmediatePropagation();
    isGone = true;
    sheet.hidePopover();
  };

  const enter = () => {
    isGone = false;
    const page = window.history.state;
    // The entry is still there if the sheet was opened again at once.
    if (removal === undefined) window.history.pushState({ ...page, idx: (page?.idx ?? 0) + 1 }, '');
    clearTimeout(removal);
    removal = undefined;
    window.addEventListener('popstate', onPopState, { capture: true });
    onEntry(true);
  };

  const exit = () => {
    window.removeEventListener('popstate', onPopState, { capture: true });
    onEntry(false);
    if (isGone) return;
    isGone = true;
    removal = setTimeout(() => {
      removal = undefined;
      const hide = (event: PopStateEvent) => event.stopImmediatePropagation();
      window.addEventListener('popstate', hide, { capture: true, once: true });
      window.history.back();
    });
  };

  // This must run before React handles the click.
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || opensElsewhere(event)) return;
    if (link.href === window.location.href) event.preventDefault();
    else isGone = true;
  };

  // Not `toggle`, which comes a moment later: Back could be pressed before it.
  sheet.addEventListener('beforetoggle', ({ newState }) => (newState === 'open' ? enter() : exit()), { signal });
  sheet.addEventListener('click', follow, { signal });
  signal.addEventListener('abort', () => isOpen(sheet) && exit());
  // The sheet may have been opened before the scripts ran.
  if (isOpen(sheet)) enter();
}
