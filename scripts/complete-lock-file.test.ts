import { expect, it } from 'vitest';
import { missingEntries } from './complete-lock-file.ts';

it('names the optional packages that are not locked, with their platform', () => {
  const packages = {
    '': {},
    'node_modules/tool': {
      dev: true,
      optionalDependencies: {
        '@tool/linux-x64': '1.0.0',
        '@tool/linux-arm64-musl': '1.0.0',
        '@tool/darwin-arm64': '1.0.0',
        'near-by': '1.0.0',
      },
    },
    'node_modules/@tool/linux-x64': { version: '1.0.0' },
    'node_modules/tool/node_modules/near-by': { version: '1.0.0' },
  };
  expect(missingEntries({ packages })).toEqual({
    'node_modules/@tool/linux-arm64-musl': {
      version: '1.0.0',
      cpu: ['arm64'],
      libc: ['musl'],
      os: ['linux'],
      dev: true,
      optional: true,
    },
    'node_modules/@tool/darwin-arm64': { version: '1.0.0', cpu: ['arm64'], os: ['darwin'], dev: true, optional: true },
  });
});

it('finds what a package asks for beside it or above it', () => {
  const packages = {
    'node_modules/a/node_modules/b': { optionalDependencies: { c: '1.0.0', d: '1.0.0' } },
    'node_modules/a/node_modules/c': { version: '1.0.0' },
    'node_modules/d': { version: '1.0.0' },
  };
  expect(missingEntries({ packages })).toEqual({});
});
