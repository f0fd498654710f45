import { parse } from 'acorn';
import { compatOf, lacking } from './oldest.ts';

/** Something of each edition of the language, newest last: who lacks it does not read the edition. */
const EDITIONS = [
  [2022, ['javascript', 'classes', 'static', 'initialization_blocks']],
  [2024, ['javascript', 'builtins', 'RegExp', 'unicodeSets']],
  [2025, ['javascript', 'regular_expressions', 'modifier']],
  [2026, ['javascript', 'statements', 'using']],
] as const;

type Edition = (typeof EDITIONS)[number][0];

/** The newest edition of JavaScript that all of the oldest browsers read. */
export const EDITION: Edition = newestEdition();

function newestEdition(): Edition {
  let newest: Edition | undefined;
  for (const [edition, path] of EDITIONS) {
    const compat = compatOf(...path);
    if (!compat) throw new Error(`The data of browsers has no ${path.join('.')}, which stands for ES${edition}.`);
    if (lacking(compat).length > 0) break;
    newest = edition;
  }
  if (!newest) throw new Error(`One of the oldest browsers does not read ES${EDITIONS[0][0]}.`);
  return newest;
}

/** @returns what is newer in a script, with its place; null for a script that all of the oldest browsers read */
export function newerSyntax(code: string): string | null {
  try {
    parse(code, { ecmaVersion: EDITION, sourceType: 'module', allowHashBang: true });
    return null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { pos } = error as SyntaxError & { pos: number };
    return `${error.message}: …${code.slice(Math.max(0, pos - 30), pos + 50).replaceAll(/\s+/g, ' ')}…`;
  }
}
