/** What runs in a page before its own scripts, as the browser or the device of a person would have it. Self-contained. */

/** How a browser translates: it moves a text into `<font>` elements, or puts them with a text of its own in its place. */
export type TranslationWay = 'moves the text' | 'replaces the text';

/** Translates each text as it appears. The words stay the same for the tests; U+200B makes the text another one. */
export function translate(way: TranslationWay): void {
  const left = 'script, style, noscript, textarea, title, font, [translate="no"]';
  const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
  function wrap(node: Node): void {
    if (!isText(node)) {
      for (const child of [...node.childNodes]) wrap(child);
      return;
    }
    if (!node.data.trim() || !node.parentElement || node.parentElement.closest(left)) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    outer.append(inner);
    const { data } = node;
    node.parentNode?.replaceChild(outer, node);
    inner.append(way === 'moves the text' ? node : `${data}\u200b`);
  }
  const watch = () =>
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) wrap(node);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  watch();
}

/** A browser without some methods, each named by its whole path, such as `URL.canParse` or `Array.prototype.at`. */
export function deleteMethods(paths: readonly string[]): void {
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const owner = names.reduce<object | undefined>((object, name) => object && Reflect.get(object, name), globalThis);
    if (owner) Reflect.deleteProperty(owner, last);
  }
}

/** A browser that lets the site keep nothing. */
export function denyStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        throw new DOMException(`Access to ${name} is denied`, 'SecurityError');
      },
    });
}

/** What Dark Reader, Grammarly and 1Password leave in a page, as soon as it has a body, and beside each field. */
export function addExtensions(): void {
  const once = () => {
    if (!document.body || document.querySelector('grammarly-desktop-integration')) return;
    const root = document.documentElement;
    root.setAttribute('data-darkreader-mode', 'dynamic');
    root.style.setProperty('--darkreader-neutral-background', '#181a1b');
    const style = document.createElement('style');
    style.className = 'darkreader darkreader--fallback';
    document.head.prepend(style);
    document.body.setAttribute('data-gr-ext-installed', '');
    document.body.setAttribute('data-new-gr-c-s-check-loaded', '14.1100.0');
    root.append(document.createElement('grammarly-desktop-integration'));
  };
  let hasButton = false;
  const beside = () => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input:not([data-com-onepassword-filled])')) {
      field.dataset.comOnepasswordFilled = 'light';
      field.style.setProperty('--darkreader-inline-bgcolor', 'transparent');
      const button = document.createElement('com-1password-button');
      // One of them is a real button, which does not come again when the page is drawn anew.
      if (!hasButton) button.append(Object.assign(document.createElement('button'), { hidden: true }));
      hasButton = true;
      field.after(button);
    }
  };
  new MutationObserver(() => {
    once();
    beside();
  }).observe(document, { childList: true, subtree: true });
}
