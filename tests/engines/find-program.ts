import { accessSync, constants, globSync } from 'node:fs';
import path from 'node:path';

/** Where the first of these programs is that PATH has. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(canRun);
}

/** The first of these patterns that names a program. */
export const findFile = (...patterns: string[]): string | undefined => globSync(patterns).find(canRun);

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
