import { expect, test } from 'vitest';
import { formatLsn, isLeftOut, parseLsn, walSegments } from './cluster-files.ts';

const MB16 = 16n * 1024n * 1024n;

test('what a server makes anew stays out of a backup, and its directories do not', () => {
  const leftOut = [
    'pg_wal/000000010000000000000001',
    'pg_wal/summaries/x.summary',
    'pg_replslot/point_0_backup',
    'pg_notify/0000',
    'pg_subtrans/0000',
    'pg_stat_tmp/db.stat',
    'postmaster.pid',
    'postmaster.opts',
    'backup_label.old',
    'base/pgsql_tmp/pgsql_tmp1.0',
    'base/5/pg_internal.init.123',
  ];
  const copied = [
    'pg_wal',
    'pg_wal/archive_status',
    'pg_replslot',
    'pg_xact/0000',
    'base/5/1259',
    'pg_stat/pgstat.stat',
  ];
  expect(leftOut.filter((name) => !isLeftOut(name))).toEqual([]);
  expect(copied.filter(isLeftOut)).toEqual([]);
});

test('the files of the log are named from the one of the start to the one that ends with the stop', () => {
  const names = (start: string, stop: string, timeline = 1) =>
    walSegments(parseLsn(start), parseLsn(stop), timeline, MB16);
  expect(names('0/2000028', '0/2000120')).toEqual(['000000010000000000000002']);
  expect(names('0/2000028', '0/4000001')).toEqual([
    '000000010000000000000002',
    '000000010000000000000003',
    '000000010000000000000004',
  ]);
  // At a border nothing of the next file is needed.
  expect(names('0/2000028', '0/3000000')).toEqual(['000000010000000000000002']);
  expect(names('0/FF000028', '1/28', 3)).toEqual(['0000000300000000000000FF', '000000030000000100000000']);
  expect(formatLsn(parseLsn('1A/2B3C4D'))).toBe('1A/2B3C4D');
});
