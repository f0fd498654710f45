import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** A new directory, deleted after the last test of the file or of the `describe` around the call. */
export function suiteDirectory(): string {
  return newDirectory(afterAll);
}

/** A new directory for one test, deleted after it; to be called in the test or in `beforeEach`. */
export function testDirectory(): string {
  return newDirectory(onTestFinished);
}

function newDirectory(atEnd: (clean: () => void) => void): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'point-0-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
