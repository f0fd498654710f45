/** What a server function reaches by its imports, read by the parser of TypeScript, and the deno.json that follows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

const FUNCTIONS = 'supabase/functions';

export interface Reached {
  /** From the repository's root, in order; the function's own index.ts is one of them. */
  files: string[];
  /** Those that are imported by a name of package.json's `imports` (`#rules/booking.ts`), with the file it stands for. */
  named: Map<string, string>;
  /** As imported: `zod`, or with a path in the package. */
  packages: Set<string>;
  /** What leads nowhere. */
  problems: string[];
}

interface Package {
  imports: Record<string, string>;
  dependencies: Record<string, string>;
}

/** Every folder that is deployed as a function. */
export function functionNames(root: string): string[] {
  return readdirSync(path.join(root, FUNCTIONS), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .sort();
}

export const mapPath = (name: string) => `${FUNCTIONS}/${name}/deno.json`;

function readPackage(root: string): Package {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
}

/** Imports of types, dynamic imports and types by `import('…')` count: what is uploaded is parsed as a whole. */
export function importsOf(file: string, source: string): string[] {
  const found: string[] = [];
  const add = (node: ts.Node | undefined) => {
    if (node && ts.isStringLiteralLike(node)) found.push(node.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false));
  return found;
}

export function reachedBy(root: string, name: string): Reached {
  const aliases = readPackage(root).imports;
  const reached: Reached = { files: [], named: new Map(), packages: new Set(), problems: [] };
  const waiting = [`${FUNCTIONS}/${name}/index.ts`];
  const seen = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    reached.files.push(file);
    for (const specifier of importsOf(file, readFileSync(path.join(root, file), 'utf8'))) {
      const target = fileOf(specifier, file, aliases);
      if (target === undefined) {
        if (!isOfTheRuntime(specifier)) reached.packages.add(specifier);
        continue;
      }
      if (!existsSync(path.join(root, target))) {
        reached.problems.push(`${file} imports ${specifier}, which does not exist`);
        continue;
      }
      if (specifier.startsWith('#')) reached.named.set(specifier, target);
      if (!seen.has(target)) waiting.push(target);
      seen.add(target);
    }
  }
  reached.files.sort();
  return reached;
}

function fileOf(specifier: string, importer: string, aliases: Record<string, string>): string | undefined {
  if (/^\.{1,2}\//.test(specifier)) return path.posix.join(path.posix.dirname(importer), specifier);
  for (const [alias, target] of Object.entries(aliases)) {
    const start = alias.slice(0, -1);
    if (specifier.startsWith(start)) return path.posix.normalize(target.replace('*', specifier.slice(start.length)));
  }
}

function isOfTheRuntime(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

/**
 * The text of the function's deno.json: an entry a file and an entry a package. A folder as an entry would upload all that
 * is in it, files that git does not know included.
 */
export function importMapOf(root: string, name: string, { named, packages }: Reached = reachedBy(root, name)): string {
  const { dependencies } = readPackage(root);
  const folder = `${FUNCTIONS}/${name}`;
  const files = [...named].map(([specifier, file]) => {
    const to = path.posix.relative(folder, file);
    return [specifier, to.startsWith('.') ? to : `./${to}`];
  });
  const libraries = [...withPeers(root, packages, dependencies)].map((specifier) => {
    const [, dependency = '', inside = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
    const version = dependencies[dependency];
    if (version === undefined) throw new Error(`${folder} imports ${specifier}, which package.json does not name.`);
    return [specifier, `npm:${dependency}@${version}${inside}`];
  });
  const inOrder = (one: string[][]) => one.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const imports = Object.fromEntries([...inOrder(files), ...inOrder(libraries)]);
  return `${JSON.stringify({ imports }, undefined, 2)}\n`;
}

/** With the packages that these expect beside them: unnamed, the newest fitting version would be taken for them. */
function withPeers(root: string, packages: ReadonlySet<string>, dependencies: Record<string, string>): Set<string> {
  const all = new Set(packages);
  for (const specifier of all) {
    const manifest = path.join(root, 'node_modules', specifier, 'package.json');
    if (!existsSync(manifest)) continue;
    const { peerDependencies = {}, peerDependenciesMeta = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
    for (const peer of Object.keys(peerDependencies)) {
      if (dependencies[peer] !== undefined && !peerDependenciesMeta[peer]?.optional) all.add(peer);
    }
  }
  return all;
}
