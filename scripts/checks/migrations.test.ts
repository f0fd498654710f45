import { expect, it } from 'vitest';
import { hashOf } from '../release/released.ts';
import { migrationProblems, upgradeProblems } from './migrations.ts';

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

const FIRST = "set local lock_timeout = '5s';\n\ninsert into private.releases (release) values (1);\n";
const SECOND = "set local lock_timeout = '5s';\n\ncreate table public.a (id int);\n";
const upgrade = (sources: [string, string][], released: Record<string, string> = {}, release = 1) =>
  upgradeProblems(sources, { released, release });

it('accepts migrations that begin with a limit on waiting, are as they were released, and bring the release', () => {
  const sources: [string, string][] = [
    ['1_releases.sql', FIRST],
    ['2_a.sql', SECOND],
  ];
  expect(upgrade(sources, { '1_releases.sql': hashOf(FIRST) })).toEqual([]);
});

it('refuses a migration that may wait for a lock without end', () => {
  expect(
    upgrade([
      ['1_releases.sql', FIRST],
      ['2_a.sql', 'create table public.a (id int);'],
    ]),
  ).toEqual(["2_a.sql: a migration begins with set local lock_timeout = '5s';"]);
});

it('refuses an edit of a released migration, and one that is gone (must hold 38)', () => {
  const released = { '1_releases.sql': hashOf(FIRST), '2_a.sql': hashOf(SECOND), '3_b.sql': hashOf('gone') };
  const edited: [string, string][] = [
    ['1_releases.sql', FIRST],
    ['2_a.sql', `${SECOND}-- one comment more\n`],
  ];
  expect(upgrade(edited, released)).toEqual([
    '2_a.sql: it was released and is edited; a later migration changes it',
    '3_b.sql: it was released and is gone',
  ]);
});

it('refuses a program of another release than its migrations', () => {
  expect(upgrade([['1_releases.sql', FIRST]], {}, 2)).toEqual([
    'rules/office/release.ts is release 2, the migrations bring a database to 1',
  ]);
});
