import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeStorage } from '#lib/testing/fake-storage.ts';
import { rememberReturnPath, takeReturnPath } from './return-path.ts';

beforeEach(() => vi.stubGlobal('sessionStorage', fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

test('the path is taken once', () => {
  rememberReturnPath('/mentors/asha?tab=reviews');
  expect(takeReturnPath()).toBe('/mentors/asha?tab=reviews');
  expect(takeReturnPath()).toBeNull();
});

test.each(['https://evil.test/', '//evil.test/', 'javascript:alert(1)', '/.//evil.test'])(
  '%s is never followed',
  (path) => {
    rememberReturnPath(path);
    expect(takeReturnPath()).toBe('');
  },
);

test('closed storage remembers nothing', () => {
  vi.stubGlobal('sessionStorage', undefined);
  rememberReturnPath('/mentors');
  expect(takeReturnPath()).toBeNull();
});
