import { afterEach, expect, it, vi } from 'vitest';
import { browserStorage, tabStorage } from './storage.ts';
import { fakeStorage } from './testing/fake-storage.ts';

afterEach(() => vi.unstubAllGlobals());

it('keeps texts and reads JSON, and answers null for what is missing or damaged', () => {
  vi.stubGlobal('localStorage', fakeStorage());
  expect(browserStorage.write('theirs', '{"a":1}')).toBe(true);
  expect(browserStorage.read('theirs')).toBe('{"a":1}');
  expect(browserStorage.readJson('theirs')).toEqual({ a: 1 });
  expect(browserStorage.read('other')).toBeNull();
  expect(browserStorage.readJson('other')).toBeNull();
  browserStorage.write('damaged', '{');
  expect(browserStorage.readJson('damaged')).toBeNull();
});

it('lists the keys of a prefix, and forgets what is removed', () => {
  vi.stubGlobal('sessionStorage', fakeStorage());
  for (const key of ['a:1', 'a:2', 'b:1']) tabStorage.write(key, 'x');
  expect(tabStorage.keysWith('a:')).toEqual(['a:1', 'a:2']);
  tabStorage.remove('a:1');
  expect(tabStorage.keysWith('a:')).toEqual(['a:2']);
});

it('a storage that is closed to us reads as undefined and keeps nothing, without an error', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(tabStorage.read('a')).toBeUndefined();
  expect(tabStorage.readJson('a')).toBeNull();
  expect(tabStorage.write('a', 'x')).toBe(false);
  expect(tabStorage.keysWith('')).toEqual([]);
  tabStorage.remove('a');
});
