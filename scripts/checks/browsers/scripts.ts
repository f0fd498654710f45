/** What scripts of ours use that the oldest browsers lack, by their types. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { declareOldest } from './built-ins.ts';
import { compatOf, lacking } from './oldest.ts';

const root = join(import.meta.dirname, '../../..');

export interface NewerUse {
  /** Relative to the repository. */
  file: string;
  line: number;
  /** `canParse`: what a comment that speaks of older browsers has to name. */
  name: string;
  missingIn: string[];
}

/**
 * Compiles sources against declarations without what an old browser lacks: what does not compile uses it.
 *
 * @param files absolute paths, or patterns as in tsconfig.json
 * @param folder where the declarations and the compiler's notes are kept; absolute
 */
export async function newerBuiltIns(files: readonly string[], folder: string): Promise<NewerUse[]> {
  const { declarations, missing } = declareOldest();
  mkdirSync(folder, { recursive: true });
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noLib: true,
      lib: null,
      types: [],
      incremental: true,
      tsBuildInfoFile: join(folder, 'tsbuildinfo'),
    },
    include: [join(folder, 'lib.*.d.ts'), join(root, 'node_modules/vite/client.d.ts'), ...files],
    exclude: ['**/*.test.ts', '**/*.test.tsx', 'web/src/lib/testing'].map((path) => join(root, path)),
  };
  for (const [name, text] of declarations) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const output = await compile(join(folder, 'tsconfig.json'));
  return [...output.matchAll(/^(.+?)\((\d+),(\d+)\): error /gm)].flatMap(([, path = '', row, column]) => {
    const file = join(root, path);
    const { name, before } = wordAt(file, Number(row), Number(column));
    const found = missing.filter((one) => one.path.split('.').at(-1) === name);
    const exact = found.filter((one) => one.path === `${before}${name}`);
    const missingIn = [...new Set((exact.length > 0 ? exact : found).flatMap((one) => one.missingIn))];
    // Every other error is one of the check "types" too.
    return missingIn.length > 0 ? [{ file: relative(root, file), line: Number(row), name, missingIn }] : [];
  });
}

function compile(config: string): Promise<string> {
  const tsc = join(root, 'node_modules/.bin/tsc');
  return new Promise((resolve, reject) => {
    execFile(
      tsc,
      ['--noEmit', '--pretty', 'false', '--checkers', String(Math.min(4, availableParallelism())), '-p', config],
      { cwd: root, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') reject(error);
        else if (/^error /m.test(stdout) || (error && stdout === '')) reject(new Error(stdout + stderr));
        else resolve(stdout);
      },
    );
  });
}

/** The name at a place, and what stands before it, such as `URL.`. */
function wordAt(file: string, line: number, column: number): { name: string; before: string } {
  const text = readFileSync(file, 'utf8').split('\n')[line - 1] ?? '';
  const [name = ''] = /^[\w$]*/.exec(text.slice(column - 1)) ?? [];
  const [before = ''] = /[\w$.]*$/.exec(text.slice(0, column - 1)) ?? [];
  return { name, before };
}

/** The elements and attributes in a source that the oldest browsers lack. */
export function newerElements(file: string, source: string): NewerUse[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const uses: NewerUse[] = [];
  const add = (node: ts.Node, name: string, compat: ReturnType<typeof compatOf>) => {
    const missingIn = compat ? lacking(compat) : [];
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    if (missingIn.length > 0) uses.push({ file, line, name, missingIn });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
      const tag = node.tagName.getText(tree);
      if (/^[a-z]/.test(tag)) {
        add(node, tag, compatOf('html', 'elements', tag));
        for (const attribute of node.attributes.properties) {
          const name = ts.isJsxAttribute(attribute) ? attribute.name.getText(tree).toLowerCase() : '';
          const compat = compatOf('html', 'elements', tag, name) ?? compatOf('html', 'global_attributes', name);
          add(attribute, name, compat);
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return uses;
}
