import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import browserslist from 'browserslist';
import { browserslistToTargets, transform } from 'lightningcss';
import { compile } from 'tailwindcss';

const require = createRequire(import.meta.url);

/**
 * A stylesheet of ours as browsers get it: with the rules of the utilities that sources name, without what the build
 * writes in an older way.
 *
 * @param sources of the application; every word in them may be the name of a utility
 */
export async function compileStyles(path: string, css: string, sources: readonly string[]): Promise<string> {
  const { build } = await compile(css, {
    base: dirname(path),
    loadStylesheet: async (id, base) => {
      const file = /^tailwindcss\b/.test(id)
        ? require.resolve(id === 'tailwindcss' ? `${id}/index.css` : id)
        : join(base, id);
      return { path: file, base: dirname(file), content: readFileSync(file, 'utf8') };
    },
  });
  const words = new Set(sources.flatMap((source) => source.split(/[\s"'`]+/)));
  const { code } = transform({
    filename: path,
    code: Buffer.from(build([...words])),
    targets: browserslistToTargets(browserslist(undefined, { path: import.meta.dirname })),
    errorRecovery: true,
  });
  return code.toString();
}
