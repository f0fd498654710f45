import { expect, it } from 'vitest';
import { migrationProblems } from './migrations.ts';

const now = new Date('2026-11-22T13:40:00Z');

it('accepts migrations whose versions are different times until today', () => {
  const names = ['20261122003000_foundations.sql', '20261122003100_people.sql', '20261122235959_jobs.sql'];
  expect(migrationProblems(names, now)).toEqual([]);
});

it.each([
  ['20261123000000_people.sql', 'a time after today'],
  ['20261122006000_people.sql', 'not a time that exists'],
  ['20261122240000_people.sql', 'not a time that exists'],
  ['20261131000000_people.sql', 'not a time that exists'],
  ['2026112200300_people.sql', 'not a time that exists'],
  ['20261122003000_people.sql', 'another migration has this version'],
  ['people.sql', 'a migration is named by its version and its domain'],
])('refuses the migration %s: %s', (name, problem) =>
  expect(migrationProblems(['20261122003000_foundations.sql', name], now)).toEqual([`${name}: ${problem}`]),
);
