import { expect } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer, the test says
type Answer = { status: number; body: any };

/** Asserts the status and the whole body. */
export function expectAnswer({ status, body }: Answer, expectedStatus: number, expectedBody: unknown): void {
  expect([status, body]).toEqual([expectedStatus, expectedBody]);
}

/** Asserts the status and the sentence in `error`. */
export function expectError({ status, body }: Answer, expectedStatus: number, sentence: unknown): void {
  expect([status, body.error]).toEqual([expectedStatus, sentence]);
}
