/**
 * The documents tell the truth about the tree: what they name and link to exists, headings included.
 * Comments and documents cite headings of the handbook (docs/product/) that are there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reportProblems } from './report-problems.ts';
import { trackedFiles } from './tracked-files.ts';

/** A file with its extension, or a folder with its slash, in one of our rooms. */
const NAMED_PATH = /`((?:copy|rules|web|supabase|host|sandbox|tests|bench|scripts|docs)\/[\w./-]*?(?:\.\w+|\/))`/g;
const LINK_TO_HEADING = /\]\((?!\w+:)([^)#\s]*)#([\w-]+)\)/g;
const LINK = /\]\((?!\w+:)([^)#\s]+)[^)]*\)/g;
/** A page of the handbook, and perhaps a heading of it; also the first part of a path that is broken over two lines. */
const CITATION = /docs\/product\/([\w-]+)(?:\.md(?:#([\w-]*))?)?/g;
/** What was cited before there was a handbook: the number of a section, of no RFC and no law, or of a rule. */
const OLD_CITATIONS = [
  /(?<!\b(?:RFC \d+|Act),[\s*/-]+)\bsections?[\s*/-]+\d+/gi,
  /(?<=\()(?:\w+[- ]side|account and privacy|operations|answers|outcomes|real[- ]world|first tap),? [\d.]+/gi,
];
/** A line of a comment, or with the title of a test, which ends with its citation. */
const COMMENT_OR_TITLE = /^\s*\*|(?<!:)\/\/|\/\*|\)['`]/;

/** @param exists tells whether a path from the repository's root leads somewhere. */
export function missingPaths(document: string, text: string, exists: (path: string) => boolean): string[] {
  const named = [...text.matchAll(NAMED_PATH)].map(([, path = '']) => path);
  const linked = [...text.matchAll(LINK)].map(([, path = '']) => join(dirname(document), path));
  return [...new Set([...named, ...linked])]
    .filter((path) => !exists(path))
    .map((path) => `${document} names ${path}, which does not exist`);
}

/** GitHub's addresses of headings; a repeated one gets a number. */
function slugsOf(headings: readonly string[]): string[] {
  const slugs = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  return slugs.map((slug, place) => {
    const before = slugs.slice(0, place).filter((other) => other === slug).length;
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

/** @param headings gives the headings of a document, in their order; undefined for what is none. */
export function missingHeadings(
  document: string,
  text: string,
  headings: (path: string) => readonly string[] | undefined,
): string[] {
  return [...text.matchAll(LINK_TO_HEADING)]
    .map(([, path = '', slug = '']) => ({ path: path === '' ? document : join(dirname(document), path), slug }))
    .filter(({ path, slug }) => {
      const known = headings(path);
      return known && !slugsOf(known).includes(slug);
    })
    .map(({ path, slug }) => `${document} links to ${path}#${slug}, which is no heading`);
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** @param headings gives the headings of a page of the handbook, in their order. */
export function unresolvedCitations(
  file: string,
  text: string,
  headings: (page: string) => readonly string[] | undefined,
): string[] {
  return [...text.matchAll(CITATION)]
    .filter(([, page = '', slug]) => {
      const known = headings(page);
      return !known || (slug !== undefined && !slugsOf(known).includes(slug));
    })
    .map(({ 0: cited, index }) => `${file}:${lineAt(text, index)} cites ${cited}, which is no heading`);
}

/** Citations of sections of documents that are not in the tree; decisions are history and may have them. */
export function oldCitations(file: string, text: string): string[] {
  if (/^docs\/(decisions|specification)\//.test(file)) return [];
  const lines = text.split('\n');
  return OLD_CITATIONS.flatMap((form) => [...text.matchAll(form)])
    .map(({ 0: cited, index }) => ({ cited: cited.replace(/\s[\s*/-]*/g, ' '), line: lineAt(text, index) }))
    .filter(({ line }) => /\.(md|sql)$/.test(file) || COMMENT_OR_TITLE.test(lines[line - 1] ?? ''))
    .map(({ cited, line }) => `${file}:${line} cites "${cited}" instead of a heading of the handbook`);
}

if (import.meta.main) {
  const read = (path: string) => readFileSync(path, 'utf8');
  const headings = new Map(
    trackedFiles('*.md').map((path) => [
      path,
      [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading),
    ]),
  );
  // The test of this check has citations that must be found.
  const citing = trackedFiles('*.ts', '*.tsx', '*.sql', '*.css', '*.md').filter(
    (path) => path !== 'scripts/checks/docs.test.ts',
  );
  reportProblems([
    ...trackedFiles('*.md').flatMap((document) => [
      ...missingPaths(document, read(document), existsSync),
      ...missingHeadings(document, read(document), (path) => headings.get(path)),
    ]),
    ...citing.flatMap((path) => {
      const text = read(path);
      return [
        ...unresolvedCitations(path, text, (page) => headings.get(`docs/product/${page}.md`)),
        ...oldCitations(path, text),
      ];
    }),
  ]);
}
