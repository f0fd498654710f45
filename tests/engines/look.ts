/** What a journey looks for on a page: a thing that can be seen, by its role and its name. */
export interface Target {
  role: 'button' | 'link' | 'field' | 'radio' | 'text' | 'heading';
  /** All of the name; or what a regular expression finds in it. */
  name: string | RegExp;
}

/** Roles that a page of the application answers to only once its scripts have taken it over. */
const SELECTORS: Record<Target['role'], string> = {
  button: 'button, summary',
  link: 'a[href]',
  field: 'input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select',
  radio: 'input[type=radio]:enabled, input[type=checkbox]:enabled',
  text: '*',
  heading: 'h1, h2, h3',
};

export type Wanted = { selector: string; name: string; isPattern: boolean; isText: boolean };

export const wanted = ({ role, name }: Target): Wanted => ({
  selector: SELECTORS[role],
  name: typeof name === 'string' ? name : name.source,
  isPattern: typeof name !== 'string',
  isText: role === 'text',
});

/**
 * Runs in the page, so it uses nothing but its parameter. Of several, the last: dialogs come after the page.
 *
 * @returns the element that can be pressed, or null where there is none yet
 */
export function look({ selector, name, isPattern, isText }: Wanted): Element | null {
  const inOrder = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) =>
      element.shadowRoot ? [element, ...inOrder(element.shadowRoot)] : [element],
    );
  const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label');
    if (label) return label;
    const labels = (element as HTMLInputElement).labels;
    return labels?.[0] ? textOf(labels[0]) : textOf(element);
  };
  const isNamed = (element: Element) => {
    // Most of a page's elements hold more than the whole name.
    if (!isPattern && isText && (element.textContent ?? '').length > 2 * name.length + 20) return false;
    return isPattern ? new RegExp(name).test(nameOf(element)) : nameOf(element) === name;
  };
  const isSeen = (element: Element) =>
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    !element.closest('[inert], [aria-hidden="true"], [aria-disabled="true"]');
  const isAlive = (element: Element) =>
    !document.getElementById('public-env') ||
    !element.matches('main button') ||
    Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const isOnTop = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = (element.getRootNode() as Document).elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(hit);
  };
  const found = inOrder(document)
    .filter((element) => element.matches(selector) && isNamed(element) && isSeen(element))
    .filter((element) => isText || (!element.matches(':disabled') && isAlive(element)));
  // What lies outside of the window is on top of nothing.
  return found.findLast(isOnTop) ?? found.at(-1) ?? null;
}
