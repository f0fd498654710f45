import { describe, expect, it, test, vi } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { FunctionError } from '#lib/functions/functions.ts';
import { actWithProof, isProofFresh, isProofNeeded } from './proof.ts';

const REFUSED = { code: 'PT403', message: 'proof_needed' };

describe('an act that needs a proof', () => {
  it.each([
    ['a function of the database', REFUSED, true],
    ['a failed call that was wrapped', new ApiError('unknown', { cause: REFUSED }), true],
    [
      'a server function',
      new FunctionError('Please confirm', { kind: 'http', status: 403 }, { body: { code: 'proof_needed' } }),
      true,
    ],
    ['Auth', Object.assign(new Error('…'), { status: 400, code: 'reauthentication_needed' }), true],
    ['a missing right', { code: '42501', message: 'admin_only' }, false],
    ['the network', new TypeError('Failed to fetch'), false],
    ['nothing', null, false],
  ])('is told from other failures: %s', (_who, error, isNeeded) => {
    expect(isProofNeeded(error)).toBe(isNeeded);
  });

  it('goes on by itself once the person has confirmed', async () => {
    const act = vi.fn().mockRejectedValueOnce(REFUSED).mockResolvedValue('done');
    const ask = vi.fn().mockResolvedValue(true);
    expect(await actWithProof(act, ask)).toBe('done');
    expect(ask).toHaveBeenCalledOnce();
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('is given up, without an error, where the person cancels', async () => {
    const act = vi.fn().mockRejectedValue(REFUSED);
    expect(await actWithProof(act, async () => false)).toBeUndefined();
    expect(act).toHaveBeenCalledOnce();
  });

  it('fails as it does for every other reason, and asks nothing', async () => {
    const ask = vi.fn();
    await expect(actWithProof(() => Promise.reject(new TypeError('Failed to fetch')), ask)).rejects.toThrow('fetch');
    expect(ask).not.toHaveBeenCalled();
  });
});

test('a proof counts for less than 5 minutes, so that it does not end on the way', () => {
  expect(isProofFresh(0, 4 * 60_000)).toBe(true);
  expect(isProofFresh(0, 5 * 60_000 - 10_000)).toBe(false);
});
