/** Hosts of two releases on one database (docs/operations/upgrade.md). */
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { projectPaths } from '#host/project-paths.ts';
import { RELEASE } from '#rules/office/release.ts';
import { createTestDatabase } from '../../kit/database.ts';
import { testDirectory } from '../../kit/directory.ts';
import { startTestHost, type TestHost } from '../../kit/host.ts';

const NEXT = RELEASE + 1;
const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0).toReversed()) await one();
});

async function start(options: Parameters<typeof startTestHost>[0]): Promise<TestHost> {
  const host = await startTestHost(options);
  close.push(() => host.stop());
  return host;
}

it('two hosts of a new release that start together on an old database migrate it once and serve, and a host of the old ' +
  'release serves all the while and starts again; two releases behind it does not (must hold 37 and 38)', {
  tags: ['faults'],
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase();
  close.push(() => database.drop());
  const databaseUrl = database.url;
  const old = await start({ databaseUrl });
  const migrations = testDirectory();
  cpSync(projectPaths.migrations, migrations, { recursive: true });
  writeFileSync(
    path.join(migrations, '20991231235959_next.sql'),
    `set local lock_timeout = '5s';
     insert into private.releases (release) values (${NEXT});
     alter table public.categories add column note text;
     select pg_sleep(2);`,
  );
  let isOver = false;
  const answers = new Map<number, number>();
  const asking = (async () => {
    for (let turn = 1; !isOver; turn += 1) {
      const answer = await fetch(`${old.url}/rest/v1/mentors?select=id&limit=${turn}`, {
        headers: { apikey: old.keys.publishable },
      });
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
      await answer.body?.cancel();
      await wait(50);
    }
  })();

  const env = {
    NODE_OPTIONS: `--import=${path.join(projectPaths.root, 'tests/kit/next-release.ts')}`,
    NEXT_RELEASE: String(NEXT),
    NEXT_MIGRATIONS: migrations,
  };
  const hosts = await Promise.all([start({ databaseUrl, env }), start({ databaseUrl, env })]);
  isOver = true;
  await asking;
  expect([...answers.keys()]).toEqual([200]);
  expect(hosts.filter((host) => host.output().includes('Applying 1 migration…'))).toHaveLength(1);
  for (const host of [...hosts, old]) expect((await fetch(`${host.url}/readyz`)).status).toBe(200);
  const again = await start({ databaseUrl });
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);

  await database.sql`insert into private.releases (release) values (${NEXT + 1})`;
  await expect(startTestHost({ databaseUrl })).rejects.toThrow(
    `The database is of release ${NEXT + 1}, this program of release ${RELEASE}. Update the program.`,
  );
});
