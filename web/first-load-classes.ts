import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Beside the two parts of a build, for the second to read what the first has found. */
const FILE = 'first-load-classes.json';

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

/**
 * Tells the page server which classes the scripts of a page's first load may name (`src/lib/page/first-load-classes.ts`).
 * They draw at once what they draw, so the page brings those styles with its own (`src/lib/page/used-styles.ts`).
 */
export function firstLoadClasses(): Plugin {
  return {
    name: 'first-load-classes',
    apply: 'build',
    load: {
      filter: { id: /\/web\/src\/lib\/page\/first-load-classes\.ts$/ },
      // The files for browsers are built first.
      handler() {
        const folder = path.join(this.environment.config.build.outDir, '..');
        return `export const firstLoadClasses = ${readFileSync(path.join(folder, FILE), 'utf8')};`;
      },
    },
    writeBundle({ dir = '' }, bundle) {
      if (this.environment.name !== 'client') return;
      writeFileSync(path.join(dir, '..', FILE), JSON.stringify(classesByPage(bundle)));
    },
  };
}

function classesByPage(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const words = new Map(chunks.map(({ fileName, code }) => [fileName, wordsIn(code)]));
  const everywhere = chunks.filter(({ facadeModuleId }) =>
    /\/web\/src\/(root|entry\.client)\.tsx/.test(facadeModuleId ?? ''),
  );
  const pages = chunks.flatMap((chunk) => {
    const [file, route] = /^.*\/web\/src\/(pages\/[^?]+)\.tsx/.exec(chunk.facadeModuleId ?? '') ?? [];
    return file && route && readFileSync(file, 'utf8').includes('OWN_STYLES') ? [{ route, chunk }] : [];
  });
  if (everywhere.length < 2 || pages.length === 0) throw new Error('The build has no pages with styles of their own.');
  return Object.fromEntries(
    pages.map(({ route, chunk }) => {
      const loaded = loadedWith([chunk, ...everywhere], bundle);
      return [route, [...new Set([...loaded].flatMap((fileName) => words.get(fileName) ?? []))]];
    }),
  );
}

/** The files of the chunks, and of all that they import before they run; none of them is the framework's. */
function loadedWith(chunks: Rolldown.OutputChunk[], bundle: Bundle): Set<string> {
  const found = new Set<string>();
  const waiting = chunks.map(({ fileName }) => fileName);
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const file = bundle[name];
    if (found.has(name) || file?.type !== 'chunk' || file.name === 'framework') continue;
    found.add(name);
    waiting.push(...file.imports);
  }
  return found;
}

/** What may be a class: a list of classes is a text with spaces, whole or between `${` and `}`. */
function wordsIn(code: string): string[] {
  const words = new Set(code.split(/[\s"'`]+|\$\{|\}/));
  return [...words].filter(
    (word) => word.length <= 80 && /^[-@*!]?[a-z[][^;{}=<?]*$/.test(word) && !/\(\)|\)\.|,$/.test(word),
  );
}
