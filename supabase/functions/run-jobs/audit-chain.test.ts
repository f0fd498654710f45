/** What the worker does for the audit log: the seal of each minute and the check of each night, and what they log. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { checkAuditChain, sealAuditLog } from './kept-data.ts';

const db = provideDatabase();

/** The data API, as far as these jobs ask it. */
const api = provideFixture(async () => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { p_after = 0 } = JSON.parse(body || '{}');
    const isSeal = request.url?.endsWith('/seal_audit_log');
    const [row] = isSeal
      ? await db.service`select public.seal_audit_log() as answer`
      : await db.service`select public.check_audit_chain(${p_after}, 1) as answer`;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(row?.answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
});

const lines: unknown[] = [];
const record = (line: unknown) => {
  const { time: _, release: __, ...facts } = JSON.parse(String(line));
  lines.push(facts);
};
afterEach(() => vi.restoreAllMocks());

/** What the jobs write into the log in this while. */
async function linesOf(act: () => Promise<void>): Promise<unknown[]> {
  vi.spyOn(console, 'info').mockImplementation(record);
  vi.spyOn(console, 'error').mockImplementation(record);
  await act();
  return lines.splice(0);
}

it('run-jobs seals the audit log and checks it page by page, logs each new digest, and tells of a changed entry', async () => {
  vi.stubEnv('SUPABASE_URL', api.url);
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_test_test_test_test_test_test');
  const ids: number[] = [];
  const digests: string[] = [];
  for (const name of ['m-1', 'm-2']) {
    const [row] = await db.sql<[{ id: number }]>`
      insert into private.audit_log (at, action, table_name, row_id)
      values (now() - interval '6 minutes', 'update', 'mentors', ${name}) returning id::int`;
    ids.push(row.id);
    const [line] = await linesOf(sealAuditLog);
    const { digest } = line as { digest: string };
    expect(line).toEqual({ level: 'info', msg: 'The audit log was sealed', rows: 1, seal: ids.length, digest });
    digests.push(digest);
  }
  expect(new Set(digests).size).toBe(2);
  expect(await linesOf(sealAuditLog)).toEqual([]);
  expect(await linesOf(checkAuditChain)).toEqual([
    { level: 'info', msg: 'The audit log was checked', seal: 2, digest: digests[1] },
  ]);
  await db.sql.begin(async (sql) => {
    await sql`select set_config('point0.audit_change', 'on', true)`;
    await sql`update private.audit_log set row_id = 'm-3' where id = ${ids[1] ?? 0}`;
  });
  expect(await linesOf(checkAuditChain)).toEqual([
    { level: 'error', msg: 'The audit log was changed after it was written', entry: ids[1], seal: 1 },
  ]);
});
