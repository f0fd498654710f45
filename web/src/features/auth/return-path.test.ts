import { afterEach, expect, test, vi } from 'vitest';
import { rememberReturnPath, takeReturnPath } from './return-path.ts';

afterEach(() => vi.unstubAllGlobals());

function keepIn(storage: Map<string, string>) {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
}

test('the path is taken once', () => {
  keepIn(new Map());
  rememberReturnPath('/mentors/asha?tab=reviews');
  expect(takeReturnPath()).toBe('/mentors/asha?tab=reviews');
  expect(takeReturnPath()).toBeNull();
});

test.each(['https://evil.test/', '//evil.test/', 'javascript:alert(1)', '/.//evil.test'])(
  '%s is never followed',
  (path) => {
    keepIn(new Map());
    rememberReturnPath(path);
    expect(takeReturnPath()).toBe('/dashboard');
  },
);

test('closed storage remembers nothing', () => {
  vi.stubGlobal('sessionStorage', undefined);
  rememberReturnPath('/mentors');
  expect(takeReturnPath()).toBeNull();
});
