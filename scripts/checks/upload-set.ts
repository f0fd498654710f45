/**
 * Which files `supabase functions deploy --use-api` uploads for a function: the rule of the CLI 3.1.0, which looks for
 * imports with a pattern of its own and takes each entry of the function's deno.json as well. `npm run parity` compares it
 * with the CLI itself.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** The CLI's own pattern. It also finds what only looks like an import, and not each of those over several lines. */
const IMPORT =
  /(?:import|export)\s+(?:type\s+)?(?:{[^{}]+}|.*?)\s*(?:from)?\s*['"](.*?)['"]|import\(\s*(?:"([^"\r\n]*)"|'([^'\r\n]*)')\s*[,)]/gi;

type Imports = Record<string, string>;

/** @returns paths from the repository's root, in order */
export function uploadSet(root: string, name: string): string[] {
  const folder = path.join(root, 'supabase/functions', name);
  const map = path.join(folder, 'deno.json');
  const imports = readImports(map);
  const uploaded = new Set([realpathSync(map)]);
  const walked = new Set<string>();
  walk(path.join(folder, 'index.ts'), { imports, uploaded, walked, root });
  for (const target of Object.values(imports).filter(isLocal)) {
    if (statSync(target).isDirectory()) for (const file of filesBelow(target)) uploaded.add(realpathSync(file));
    else walk(target, { imports, uploaded, walked, root });
  }
  return [...uploaded].map((file) => path.relative(realpathSync(root), file)).sort();
}

/** With its targets as absolute paths; those of packages stay as they are. */
function readImports(map: string): Imports {
  const { imports = {} }: { imports?: Imports } = JSON.parse(readFileSync(map, 'utf8'));
  return Object.fromEntries(
    Object.entries(imports).map(([specifier, target]) => {
      if (URL.canParse(target)) return [specifier, target];
      const absolute = path.join(path.dirname(map), target);
      return [specifier, target.endsWith('/') && !absolute.endsWith('/') ? `${absolute}/` : absolute];
    }),
  );
}

const isLocal = (target: string) => target.startsWith('/');

interface Walk {
  imports: Imports;
  /** Real paths. */
  uploaded: Set<string>;
  walked: Set<string>;
  root: string;
}

function walk(start: string, { imports, uploaded, walked, root }: Walk): void {
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (walked.has(file) || !existsSync(file)) continue;
    walked.add(file);
    if (path.relative(realpathSync(root), realpathSync(file)).startsWith('..')) continue;
    uploaded.add(realpathSync(file));
    for (const [, plain, double, single] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const specifier = (plain ?? double ?? single ?? '').trim();
      const mapped = mappedTo(imports, specifier);
      const target = mapped ?? (/^\.{1,2}\//.test(specifier) ? path.join(path.dirname(file), specifier) : specifier);
      if (path.posix.basename(target).includes('.') && isLocal(target)) waiting.push(target);
    }
  }
}

/** By the longest entry that fits: the specifier itself, or a beginning of it that ends with a slash. */
function mappedTo(imports: Imports, specifier: string): string | undefined {
  const [best] = Object.entries(imports)
    .filter(([key, target]) =>
      key.endsWith('/') ? target.endsWith('/') && specifier.startsWith(key) : specifier === key,
    )
    .sort(([a], [b]) => b.length - a.length);
  return best && best[1] + specifier.slice(best[0].length);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const found = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(found);
    return statSync(found).isDirectory() ? [] : [found];
  });
}
