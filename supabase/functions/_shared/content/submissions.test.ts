import { beforeEach, expect, test, vi } from 'vitest';
import { sourceOf, waitInWords } from './submissions.ts';

beforeEach(() => {
  vi.unstubAllEnvs();
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'a key of the server');
  vi.stubEnv('CLIENT_ADDRESS_HEADER', '');
});

const from = (headers: Record<string, string>) =>
  sourceOf(new Request('https://functions.test', { method: 'POST', headers }));
const forwarded = (chain: string) => from({ 'x-forwarded-for': chain });

test('a submission’s source is the last address of a chain of proxies, as the client may claim the others', () => {
  expect(forwarded('203.0.113.9, 198.51.100.7')).toBe(forwarded('198.51.100.7'));
  expect(forwarded('198.51.100.7, 203.0.113.9')).not.toBe(forwarded('198.51.100.7'));
});

test('the source of a submission comes only from CLIENT_ADDRESS_HEADER where that is set', () => {
  vi.stubEnv('CLIENT_ADDRESS_HEADER', 'cf-connecting-ip');
  const edge = { 'cf-connecting-ip': '198.51.100.7' };
  expect(from({ ...edge, 'x-forwarded-for': '203.0.113.9' })).toBe(from(edge));
  expect(from({ 'x-forwarded-for': '203.0.113.9' })).toBe(from({}));
});

test('submissions without a valid address have one source', () => {
  expect(new Set(['', 'unknown', '1.2.3', '198.51.100.7:443', '[2001:db8::1]'].map(forwarded)).size).toBe(1);
});

test('the source of a submission reveals no address without the server’s key', () => {
  const source = forwarded('198.51.100.7');
  expect(source).toMatch(/^[A-Za-z0-9_-]{32}$/);
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'another key');
  expect(forwarded('198.51.100.7')).not.toBe(source);
});

test.each([
  [1, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [5400, '90 minutes'],
  [5401, '2 hours'],
  [86_400, '24 hours'],
])('a wait of %i seconds reads "%s"', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});
