import { afterEach, expect, test } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { silentLog } from '../log.ts';
import { startHostWorkers } from './host-workers.ts';
import type { Workers } from './workers.ts';

const database = provideTestDatabase();
let workers: Workers | undefined;
afterEach(() => workers?.stop());

test('changes wake rounds for jobs alone, and a whole one follows within a second', async () => {
  const rounds: ('whole' | 'jobs')[] = [];
  workers = startHostWorkers({
    count: 1,
    everyMs: 60_000,
    sql: database.sql,
    functions: {
      call: async (_name: string, request: Request) => {
        rounds.push(request.headers.get('x-round') === 'jobs' ? 'jobs' : 'whole');
        return Response.json({ done: 0, failed: 0 });
      },
    } as unknown as Parameters<typeof startHostWorkers>[0]['functions'],
    mail: { deliverQueued: async () => {} } as unknown as Parameters<typeof startHostWorkers>[0]['mail'],
    apiUrl: 'http://host.test',
    secretKey: 'sb_secret_test',
    adminEmails: [],
    log: silentLog,
  });
  await expect.poll(() => rounds.length).toBe(1);
  workers.wake();
  await expect.poll(() => rounds.length).toBe(2);
  // Without another change.
  await expect.poll(() => rounds.length).toBe(3);
  expect(rounds).toEqual(['whole', 'jobs', 'whole']);
});
