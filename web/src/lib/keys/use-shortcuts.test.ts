import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shortcutKey } from './use-shortcuts.ts';

/** The little of a browser that the rule asks for. */
class FakeElement {
  readonly matches: (selector: string) => boolean;
  constructor(matches: (selector: string) => boolean) {
    this.matches = matches;
  }
  closest(selector: string) {
    return selector.split(',').some((part) => this.matches(part)) ? this : null;
  }
}

let openDialog: object | null;
beforeEach(() => {
  openDialog = null;
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('document', { querySelector: () => openDialog });
});
afterEach(() => vi.unstubAllGlobals());

const onPage = new FakeElement(() => false);
const press = (key: string, rest: object = {}) =>
  shortcutKey({ key, target: onPage, keyCode: 0, ...rest } as unknown as KeyboardEvent);

describe('a key', () => {
  it.each(['j', '/', '?', 'Enter'])('%s on the page is a shortcut', (key) => {
    expect(press(key)).toBe(key);
  });

  it('that needs Shift on this keyboard is one too, a capital letter is not', () => {
    expect(press('/', { shiftKey: true })).toBe('/');
    expect(press('A', { shiftKey: true })).toBeNull();
  });

  it.each(['ctrlKey', 'metaKey', 'altKey'])('with %s is the browser’s or the system’s', (modifier) => {
    expect(press('r', { [modifier]: true })).toBeNull();
  });

  it('of a character that is being composed is none', () => {
    expect(press('j', { isComposing: true })).toBeNull();
    expect(press('j', { keyCode: 229 })).toBeNull();
  });

  it.each(['textarea', 'select', '[role=combobox]'])('in %s is typing', (field) => {
    expect(press('a', { target: new FakeElement((selector) => selector === field) })).toBeNull();
  });

  it('that somebody answered already, or while a dialog is open, is none', () => {
    expect(press('a', { defaultPrevented: true })).toBeNull();
    openDialog = {};
    expect(press('a')).toBeNull();
  });
});
