/**
 * No module that a page loads makes an `Intl` object when it is imported: each costs a phone's main thread up to 25 ms,
 * on every page, whether it is needed there or not.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { reportProblems } from './report-problems.ts';
import { trackedFiles } from './tracked-files.ts';

/** The lines on which a module makes an `Intl` object outside every function. */
export function findIntlAtImport(fileName: string, source: string): number[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const lines: number[] = [];
  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node)) return;
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(file).startsWith('Intl.')) {
      lines.push(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1);
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return lines;
}

if (import.meta.main) {
  const files = trackedFiles('web/src/*.ts', 'web/src/*.tsx', 'rules/*.ts', 'copy/*.ts');
  reportProblems(
    files.flatMap((path) => {
      const source = readFileSync(path, 'utf8');
      if (path.includes('.test.') || !source.includes('Intl.')) return [];
      return findIntlAtImport(path, source).map((line) => `${path}:${line} makes an Intl object when it is imported`);
    }),
  );
}
