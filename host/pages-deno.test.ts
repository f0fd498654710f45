import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectPaths } from './project-paths.ts';

test('only the entry for Deno knows which runtime it is, and it is short', () => {
  const knowing = ['host', 'rules', 'copy', 'web/src'].flatMap((room) =>
    readdirSync(path.join(projectPaths.root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => path.join(projectPaths.root, room, file))
      .filter((file) =>
        /\bDeno\b[.,;)]|typeof Deno|versions\.(deno|bun)|declare const Deno/.test(readFileSync(file, 'utf8')),
      ),
  );
  const entry = path.join(projectPaths.root, 'host', 'pages-deno.ts');
  expect(knowing).toEqual([entry]);
  expect(readFileSync(entry, 'utf8').split('\n').length).toBeLessThanOrEqual(61);
});
