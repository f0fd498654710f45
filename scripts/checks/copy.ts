/**
 * Finds sentences that a person reads written into the web app instead of `copy/`. It looks where such sentences can
 * stand: text between tags, strings among a tag's children, the attributes that are read out or shown, and any other
 * string that has the shape of a sentence. Messages of errors and on the console are for developers and may stay.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { reportProblems } from './report-problems.ts';
import { trackedFiles } from './tracked-files.ts';

export type HardCodedText = { line: number; text: string };

const READ_ATTRIBUTES = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']);
const LETTERS = /\p{L}{2}/u;
const TWO_WORDS = /\p{L}+\S*\s+\S*\p{L}/u;
/** A capital, then at least two more words: class names and media queries never look like this. */
const SENTENCE = /^\p{Lu}[\p{Ll}']*\s+\p{L}[\p{L}']*(\s|$)/u;

export function findHardCodedText(fileName: string, source: string): HardCodedText[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found = new Map<number, HardCodedText>();

  function report(node: ts.Node, text: string): void {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.set(node.getStart(file), { line: line + 1, text: text.replace(/\s+/g, ' ').trim() });
  }

  function visit(node: ts.Node): void {
    if (isForDevelopers(node)) return;
    if (ts.isJsxText(node) && LETTERS.test(node.text)) report(node, node.text);
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) {
      for (const { text, at } of stringsShown(node.expression)) if (LETTERS.test(text)) report(at, text);
    }
    if (ts.isJsxAttribute(node) && READ_ATTRIBUTES.has(node.name.getText(file))) {
      const value = node.initializer;
      const shown = value && ts.isJsxExpression(value) ? value.expression : value;
      for (const { text, at } of stringsShown(shown)) if (TWO_WORDS.test(text)) report(at, text);
    }
    const text = staticText(node);
    if (text !== undefined && SENTENCE.test(text)) report(node, text);
    ts.forEachChild(node, visit);
  }

  visit(file);
  return [...found.values()];
}

/** Errors, the console and imports. */
function isForDevelopers(node: ts.Node): boolean {
  return (
    ts.isImportDeclaration(node) ||
    (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) ||
    isErrorsConstructor(node) ||
    (ts.isCallExpression(node) && /^console\./.test(node.expression.getText()))
  );
}

/** `super(…)` in a class that extends an error. */
function isErrorsConstructor(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.SuperKeyword) return false;
  const owner = ts.findAncestor(node, ts.isClassLike);
  return /Error$/.test(owner?.heritageClauses?.[0]?.types[0]?.expression.getText() ?? '');
}

function staticText(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' … ');
  }
  return undefined;
}

/** The strings that an expression may evaluate to, through conditions and defaults but not through calls. */
function stringsShown(node: ts.Node | undefined): { text: string; at: ts.Node }[] {
  if (!node) return [];
  const text = staticText(node);
  if (text !== undefined) return [{ text, at: node }];
  if (ts.isParenthesizedExpression(node)) return stringsShown(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(stringsShown);
  if (ts.isBinaryExpression(node)) {
    const isComparison = /^[=!<>]/.test(node.operatorToken.getText());
    return isComparison ? [] : [node.left, node.right].flatMap(stringsShown);
  }
  return [];
}

if (import.meta.main) {
  const files = trackedFiles('web/src/*.ts', 'web/src/*.tsx').filter((path) => !/\.test\.tsx?$/.test(path));
  const problems = files.flatMap((path) =>
    findHardCodedText(path, readFileSync(path, 'utf8')).map(
      ({ line, text }) => `${path}:${line} "${text}" belongs in copy/`,
    ),
  );
  reportProblems(problems);
}
