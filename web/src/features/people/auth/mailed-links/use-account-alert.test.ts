import { expect, test } from 'vitest';
import { FunctionError } from '#lib/functions/functions.ts';
import { isOver, tokenIn } from './use-account-alert.ts';

test('the secret of a mailed link is read from the fragment', () => {
  expect(tokenIn('#token=abc-_1')).toBe('abc-_1');
  expect(tokenIn('')).toBeNull();
  expect(tokenIn('#token=')).toBeNull();
});

test('a link that the server knows no more is told from a server that is busy or cannot be reached', () => {
  const answered = (status: number) => new FunctionError('…', { kind: 'http', status });
  expect(isOver(answered(410))).toBe(true);
  for (const error of [answered(429), answered(503), new FunctionError('…', { kind: 'network' }), new Error('…')]) {
    expect(isOver(error)).toBe(false);
  }
});
