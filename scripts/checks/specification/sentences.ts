/**
 * What the specification promises to say is said: each sentence of docs/specification/*-sentences.txt stands in
 * `copy/`, and in a string of a test that would fail without it. A test that compares the page with `copy/` proves
 * only that the page shows something, so the words themselves have to be in the test.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { reportProblems } from '../report-problems.ts';
import { trackedFiles } from '../tracked-files.ts';

/** Stands in a string for a value that is known only at run time. */
const SOME_VALUE = '…';
const PLACEHOLDER = /\{[^}]*\}/g;
const LETTER = '[\\p{L}\\p{N}]';
/** Calls whose first argument names a test, which proves nothing; that of `each` and `for` are its cases. */
const NAMED = /^(test|it|describe)\b(?!.*\.(each|for)$)/s;

/** The sentences of a list: one a line, without blank lines and lines that begin with '# '. */
export function readSentences(list: string): string[] {
  return list.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('# '));
}

/** What the strings, templates and regular expressions of a source say; values inside a template become '…'. */
export function stringsIn(fileName: string, source: string): string[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const strings: string[] = [];

  function add(node: ts.Node, text: string): void {
    const isPattern = ts.isNewExpression(node.parent) && node.parent.expression.getText(file) === 'RegExp';
    strings.push(isPattern ? withoutEscapes(text) : text);
  }

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    const joined = joinedText(node);
    if (joined !== undefined) {
      add(node, joined);
      return;
    }
    if (ts.isStringLiteralLike(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node)) add(node, textOf(node) ?? '');
    else if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const text = node.getText(file);
      strings.push(withoutEscapes(text.slice(1, text.lastIndexOf('/'))));
    }
    if (ts.isCallExpression(node) && NAMED.test(node.expression.getText(file))) {
      visit(node.expression);
      node.arguments.slice(1).forEach(visit);
    } else ts.forEachChild(node, visit);
  }

  visit(file);
  return strings;
}

/** The text of strings and templates that `+` joins, as a long sentence is written over several lines. */
function joinedText(node: ts.Node): string | undefined {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [node.left, node.right].map((side) => joinedText(side) ?? textOf(side));
  return left === undefined || right === undefined ? undefined : left + right;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(SOME_VALUE);
}

/** What a regular expression looks for, roughly: enough to find a sentence in it. */
function withoutEscapes(pattern: string): string {
  return pattern.replace(/\\(.)/g, '$1');
}

/**
 * The sentences that none of the strings says. Words inside a longer sentence of the list do not count for the shorter
 * one: "Meet Our Expert Mentors" says nothing about "Expert Mentors".
 */
export function unsaid(sentences: readonly string[], strings: Iterable<string>): string[] {
  const longestFirst = sentences
    .map((sentence) => {
      const parts = sentence.split(PLACEHOLDER);
      const hint = parts.reduce((longest, part) => (part.length > longest.length ? part : longest));
      return { sentence, hint, length: parts.join('').length, pattern: patternOf(parts) };
    })
    .sort((a, b) => b.length - a.length);
  const said = new Set<string>();
  for (const text of new Set(strings)) {
    const taken: { start: number; end: number }[] = [];
    for (const { sentence, hint, pattern } of longestFirst) {
      if (!text.includes(hint)) continue;
      for (const match of text.matchAll(pattern)) {
        const span = { start: match.index, end: match.index + match[0].length };
        if (taken.some(({ start, end }) => start <= span.start && span.end <= end)) continue;
        taken.push(span);
        said.add(sentence);
      }
    }
  }
  return sentences.filter((sentence) => !said.has(sentence));
}

/** Whole words only; a placeholder is any text, as short as it can be. */
function patternOf(parts: string[]): RegExp {
  const body = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('[^]+?');
  const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  const before = isLetter(parts[0]?.at(0)) ? `(?<!${LETTER})` : '';
  const after = isLetter(parts.at(-1)?.at(-1)) ? `(?!${LETTER})` : '';
  return new RegExp(`${before}${body}${after}`, 'gu');
}

if (import.meta.main) {
  const lists = trackedFiles('docs/specification/*-sentences.txt').map((path) => ({
    document: basename(path, '-sentences.txt'),
    sentences: readSentences(readFileSync(path, 'utf8')),
  }));
  // All documents at once, so that a short sentence of one is not found inside a longer one of another.
  const promised = lists.flatMap(({ sentences }) => sentences);
  const strings = (paths: string[]) => paths.flatMap((path) => stringsIn(path, readFileSync(path, 'utf8')));
  const isTest = (path: string) => /\.(test\.tsx?|spec\.ts)$/.test(path);
  const places = [
    {
      complaint: 'is asserted by no test',
      files: ['rules', 'web', 'supabase', 'host', 'sandbox', 'tests']
        .flatMap((room) => trackedFiles(`${room}/`))
        .filter(isTest),
    },
    { complaint: 'is not in copy/', files: trackedFiles('copy/*.ts').filter((path) => !isTest(path)) },
  ];
  reportProblems(
    places.flatMap(({ complaint, files }) => {
      const missing = new Set(unsaid(promised, strings(files)));
      return lists.flatMap(({ document, sentences }) =>
        sentences
          .filter((sentence) => missing.has(sentence))
          .map((sentence) => `${document}: "${sentence}" ${complaint}`),
      );
    }),
  );
}
