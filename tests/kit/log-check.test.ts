import { expect, test, vi } from 'vitest';
import { logProblem, withFunctionName } from '#functions/_shared/log.ts';
import { createLog } from '#host/log.ts';
import { LOG_FIELDS } from '#rules/office/log-line.ts';
import { documentedFields, problemsOf } from './log-check.ts';

const SECRET = 'a-secret-of-these-tests';

/** What the host's log writes. */
function linesOf(say: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  say(createLog('debug', { write: (line: string) => void lines.push(line.trimEnd()) }));
  return lines;
}

test('docs/operations/logs.md lists the fields that a log may have, and no other', () => {
  expect([...documentedFields()]).toEqual([...LOG_FIELDS]);
});

test.each([
  ['a field that is not documented', '{"level":"info","msg":"x","url":"/"}'],
  ['an e-mail address', '{"level":"info","msg":"asha@site.test"}'],
  ['an escaped e-mail address', '{"level":"info","path":"/asha%40site.test"}'],
  ['a token', '{"level":"info","msg":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln"}'],
  ['a key', '{"level":"info","msg":"sb_secret_test_test"}'],
  ['a secret of the run', `Error: ${SECRET}`],
  ['a query', '{"level":"info","path":"/a?b=c"}'],
  ['8,001 characters of a function', JSON.stringify({ level: 'warn', msg: 'x'.repeat(8_001) })],
])('the check of the logs finds %s', (_, line) => {
  expect(problemsOf(line, [SECRET])).not.toEqual([]);
});

test('whatever a part of the host says, its line has documented fields and no address, token or key', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln';
  const error = Object.assign(new Error('Key (email)=(asha@site.test) exists'), { detail: 'asha', query: 'select' });
  const lines = linesOf((log) => {
    log.info({ url: `https://site.test/x?token=${token}`, job: 'j' }, 'for asha@site.test');
    log.warn({ err: error, authorization: token, path: '/verify?token=1' }, 'failed');
    log.error(error);
    log.fatal('plain');
    log.debug({ headers: { authorization: 'Bearer abcdefgh123' } }, 'nested');
  });
  expect(lines).toHaveLength(5);
  for (const line of lines) expect(problemsOf(line, []), line).toEqual([]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', release: 1, pid: process.pid, job: 'j' });
  expect(JSON.parse(lines[0] ?? '').msg).toBe('for [e-mail address] (url https://site.test/x)');
  expect(JSON.parse(lines[1] ?? '').err).not.toHaveProperty('detail');
});

test('a line of a function names it, has documented fields, and is at most 8,000 characters long', () => {
  const print = vi.spyOn(console, 'warn').mockImplementation(() => {});
  withFunctionName('verify-payment', () => {
    logProblem('warn', 'A payment could not be looked up', { payment: 'pay_1', error: 'Error: for asha@site.test' });
    logProblem('warn', 'Too long', { error: 'y'.repeat(20_000), more: 'z'.repeat(20_000) });
  });
  const [short = '', long = ''] = print.mock.calls.map(([line]) => String(line));
  expect(JSON.parse(short)).toEqual({
    time: expect.stringMatching(/^2\d{3}-.*Z$/),
    level: 'warn',
    release: 1,
    function: 'verify-payment',
    msg: 'A payment could not be looked up (payment pay_1)',
    err: { message: 'Error: for [e-mail address]' },
  });
  expect(long.length).toBeLessThanOrEqual(8_000);
  for (const line of [short, long]) expect(problemsOf(line, [])).toEqual([]);
});
