import { describe, expect, it } from 'vitest';
import { answerWithin } from './deadline.ts';

describe('answerWithin', () => {
  it('passes on an answer that comes in time', async () => {
    expect((await answerWithin(1_000, Promise.resolve(new Response('ok')))).status).toBe(200);
  });

  it('gives up on an answer that does not come', async () => {
    expect((await answerWithin(10, new Promise(() => {}))).status).toBe(503);
  });

  it('passes on a failure', async () => {
    await expect(answerWithin(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
