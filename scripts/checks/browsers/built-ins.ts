/**
 * TypeScript's declarations of what browsers have built in, and which of it the oldest browsers lack. A name in the
 * declarations is not always one in the data: what several interfaces share stands in an interface of its own there.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { compatOf, lacking } from './oldest.ts';

export interface MissingBuiltIn {
  /** `URL.parse`, `HTMLElement.prototype.showPopover`, `requestIdleCallback`. */
  path: string;
  isMethod: boolean;
  /** "iOS 16.4". */
  missingIn: string[];
}

interface Declared {
  /** `URL`, `Intl.Locale`; empty for what is global. */
  owner: string;
  name: string;
  isStatic: boolean;
  isMethod: boolean;
  node: ts.Node;
  file: ts.SourceFile;
}

const LIBRARIES = dirname(ts.getDefaultLibFilePath({}));

/** The files of libraries such as `es2024` and `dom`, each once, with those that they refer to. */
function readLibraries(names: readonly string[]): ts.SourceFile[] {
  const files = new Map<string, ts.SourceFile>();
  const read = (name: string) => {
    if (files.has(name)) return;
    const text = readFileSync(join(LIBRARIES, `lib.${name}.d.ts`), 'utf8');
    const file = ts.createSourceFile(`lib.${name}.d.ts`, text, ts.ScriptTarget.Latest, true);
    files.set(name, file);
    for (const { fileName } of file.libReferenceDirectives) read(fileName.toLowerCase());
  };
  for (const name of names) read(name.toLowerCase());
  return [...files.values()];
}

/** What libraries declare, and what each interface extends. */
function readDeclarations(files: readonly ts.SourceFile[]) {
  const declared: Declared[] = [];
  /** By the name of an interface, those that extend it. */
  const extended = new Map<string, string[]>();
  for (const file of files) {
    const add = (owner: string, node: ts.Node & { name?: ts.Node }, isStatic: boolean, isMethod: boolean) => {
      const name = node.name && /^[\w$]+$/.exec(node.name.getText(file))?.[0];
      if (name) declared.push({ owner, name, isStatic, isMethod, node, file });
    };
    const visit = (node: ts.Node, space: string): void => {
      if (ts.isModuleDeclaration(node)) {
        const inside = node.name.text === 'global' ? '' : `${node.name.text}.`;
        ts.forEachChild(node, (one) => visit(one, inside));
        return;
      }
      if (ts.isFunctionDeclaration(node)) {
        add(space.slice(0, -1), node, space !== '', true);
        return;
      }
      if (ts.isVariableDeclaration(node)) {
        add(space.slice(0, -1), node, space !== '', false);
        if (!node.type || !ts.isTypeLiteralNode(node.type)) return;
        for (const member of node.type.members) {
          if (member.name?.getText(file) !== 'prototype') {
            add(space + node.name.getText(file), member, true, ts.isMethodSignature(member));
          }
        }
        return;
      }
      if (!ts.isInterfaceDeclaration(node)) {
        ts.forEachChild(node, (one) => visit(one, space));
        return;
      }
      const isStatic = node.name.text.endsWith('Constructor');
      const owner = space + node.name.text.replace(/Constructor$/, '');
      for (const member of node.members) add(owner, member, isStatic, ts.isMethodSignature(member));
      for (const { types } of node.heritageClauses ?? []) {
        for (const { expression } of types) {
          const name = space + expression.getText(file);
          extended.set(name, [...(extended.get(name) ?? []), owner]);
        }
      }
    };
    visit(file, '');
  }
  return { declared, extended };
}

/** What has another name in the data. */
const OTHER_NAMES: Record<string, string> = { IteratorObject: 'Iterator', WindowOrWorkerGlobalScope: 'Window' };
const SHARED_NAMES = /^(?:Readonly(?=Array|Map|Set)|(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?(?=Array$))/;

/** The browsers without a member, or without one of the interfaces that have it from where it is declared. */
function browsersWithout(member: Declared, extended: ReadonlyMap<string, string[]>): string[] {
  const { owner, name, isStatic } = member;
  if (owner === '') {
    const own = [
      ['api', name],
      ['api', 'Window', name],
      ['javascript', 'builtins', name],
    ] as const;
    return namesOf(own.map((path) => compatOf(...path)));
  }
  const seen = new Set<string>();
  const waiting = [owner];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    const found = compatOfMember(OTHER_NAMES[place] ?? place, name, isStatic);
    if (found) return lacking(found);
    waiting.push(...(extended.get(place) ?? []));
  }
  return [];
}

function compatOfMember(owner: string, name: string, isStatic: boolean) {
  const language = ['javascript', 'builtins', ...owner.replace(SHARED_NAMES, (it) => typedOr(it)).split('.')];
  return (
    compatOf('api', owner, isStatic ? `${name}_static` : name) ??
    compatOf('api', owner, `${name.replace(/^on/, '')}_event`) ??
    compatOf(...language, name)
  );
}

const typedOr = (prefix: string) => (prefix === 'Readonly' ? '' : 'Typed');

function namesOf(found: readonly ReturnType<typeof compatOf>[]): string[] {
  const compat = found.find((one) => one !== undefined);
  return compat ? lacking(compat) : [];
}

/** Newer ones than the sources are compiled with: what these lack is known by its name. */
const NEWEST = ['esnext', 'dom', 'dom.iterable'];

function readMissing() {
  const files = readLibraries(NEWEST);
  const { declared, extended } = readDeclarations(files);
  const missing = declared.flatMap((member) => {
    const missingIn = browsersWithout(member, extended);
    return missingIn.length > 0 ? [{ ...member, missingIn }] : [];
  });
  return { files, missing, declared, extended };
}

function pathOf({ owner, name, isStatic }: Declared): string {
  return owner === '' ? name : `${owner}${isStatic ? '' : '.prototype'}.${name}`;
}

/**
 * Everything built in that one of the oldest browsers lacks, of the libraries that TypeScript has, and the names in it that
 * no member has which all of them know.
 */
export function readBuiltIns(): { missing: MissingBuiltIn[]; distinctNames: Set<string> } {
  const { missing, declared, extended } = readMissing();
  const found = new Map<string, MissingBuiltIn>();
  for (const member of missing) {
    for (const owner of ownersOf(member, extended)) {
      const path = pathOf({ ...member, owner, isStatic: member.isStatic || NAMESPACES.test(owner) });
      const isMethod = member.isMethod || (found.get(path)?.isMethod ?? false);
      found.set(path, { path, isMethod, missingIn: member.missingIn });
    }
  }
  const nodes = new Set(missing.map(({ node }) => node));
  const known = new Set(declared.filter(({ node }) => !nodes.has(node)).map(({ name }) => name));
  return {
    missing: [...found.values()].sort((one, other) => one.path.localeCompare(other.path, 'en')),
    distinctNames: new Set(missing.map(({ name }) => name).filter((name) => !known.has(name))),
  };
}

/** Objects that are no classes. */
const NAMESPACES = /^(?:Atomics|JSON|Math|Reflect)$/;

/** Where a member is found at run time: what several interfaces share is with each of them. */
function ownersOf(member: Declared, extended: ReadonlyMap<string, string[]>): string[] {
  const { name, isStatic } = member;
  const owner = OTHER_NAMES[member.owner] ?? member.owner;
  if (owner === 'Window') return [''];
  if (owner.startsWith('Readonly')) return [];
  if (owner === '' || compatOfMember(owner, name, isStatic) || !extended.has(owner)) return [owner];
  return (extended.get(owner) ?? []).filter((one) => compatOfMember(one, name, isStatic));
}

/** The declarations of each library, by its file's name, without what one of the oldest browsers lacks. */
export function declareOldest(): { declarations: Map<string, string>; missing: MissingBuiltIn[] } {
  const { files, missing } = readMissing();
  const declarations = files.map((file) => {
    let { text } = file;
    const cuts = missing.filter((member) => member.file === file).map(({ node }) => cutOf(node));
    for (const [start, end] of cuts.sort(([one], [other]) => other - one)) {
      text = text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + text.slice(end);
    }
    return [file.fileName, text.replaceAll(/^\/\/\/ <reference .*$/gm, '')] as const;
  });
  return {
    declarations: new Map(declarations),
    missing: missing.map((member) => ({ ...member, path: pathOf(member) })),
  };
}

/** A variable goes with the statement that declares it. */
function cutOf(node: ts.Node): [start: number, end: number] {
  const whole = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return [whole.getStart(), whole.end];
}
