import { opensElsewhere } from '#lib/opens-elsewhere.ts';

const isOpen = (sheet: HTMLElement) => sheet.matches(':popover-open');

/**
 * What scripts add to a sheet: it is a dialog for screen readers while it is open, the focus goes in and comes back in
 * every browser, and leaving it with the keyboard closes it, because the page behind it stays reachable.
 */
export function watchSheet(sheet: HTMLElement, signal: AbortSignal, onEntry?: (isThere: boolean) => void): void {
  const tell = () => sheet.setAttribute('role', isOpen(sheet) ? 'dialog' : 'group');
  tell();

  // Browsers give the focus back only where it was inside, and Safari's buttons take none.
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
 * A history entry of the open sheet, with the page's address, of which the router hears nothing: Back closes the sheet
 * and changes nothing else, also on the first page of a visit. Every other way to close it takes the entry away again,
 * unless a link is about to take its place.
 */
function keepHistoryEntry(sheet: HTMLElement, signal: AbortSignal, onEntry: (isThere: boolean) => void): void {
  /** Back has removed the entry, or a link takes its place. */
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
    // Still there where the sheet was opened again at once.
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

  // Before React hears of it.
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || opensElsewhere(event)) return;
    if (link.href === window.location.href) event.preventDefault();
    else isGone = true;
  };

  // Not `toggle`, which comes a moment later: Back may be pressed by then.
  sheet.addEventListener('beforetoggle', ({ newState }) => (newState === 'open' ? enter() : exit()), { signal });
  sheet.addEventListener('click', follow, { signal });
  signal.addEventListener('abort', () => isOpen(sheet) && exit());
  // It may have been opened before the scripts ran.
  if (isOpen(sheet)) enter();
}
