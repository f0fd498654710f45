// @module-tag ci
import path from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from '#tests/kit/backup-fixture.ts';
import { testDirectory } from '#tests/kit/directory.ts';

test('a database of one’s own is not backed up, and the sentence says by what it is', () => {
  const to = testDirectory();
  expect(runScript('backup', ['--to', to], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'DATABASE_URL is set: back up this database with pg_dump or point-in-time recovery (docs/operations/backup.md).\n',
  });
});

test('a backup of nothing, and calls that say too little, end with one sentence', () => {
  const empty = testDirectory();
  expect(runScript('backup', ['--to', path.join(empty, 'b')], { DATA_DIR: empty })).toEqual({
    status: 1,
    stdout: '',
    stderr: `There is no database in ${empty}.\n`,
  });
  expect(runScript('backup', ['--keep', '0', '--to', empty]).stderr).toMatch(/^Usage: npm run backup -- --to DIR/);
  expect(runScript('restore', ['--from', empty]).stderr).toMatch(/^Usage: npm run restore -- --from BACKUP/);
});
