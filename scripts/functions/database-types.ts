/** What the server functions need of the types of the database: an upload carries all of the file that they import. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const FUNCTION_TYPES = 'supabase/functions/_shared/database.types.ts';
const BANNER = '// Generated from supabase/migrations and the server functions by `npm run types`. Do not edit.\n\n';

/** All that is deployed, besides the types themselves. */
export function functionSources(root: string): string[] {
  const folder = path.join(root, 'supabase/functions');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && file !== path.join(root, FUNCTION_TYPES))
    .map((file) => readFileSync(file, 'utf8'));
}

/**
 * The types in `all` without the tables and procedures that no source names. They are cut out of the text as it stands, so
 * that what is left has the same type in both files.
 * @throws when `all` is not as the generator writes it
 */
export function functionTypesOf(all: string, sources: readonly string[]): string {
  const { tables, procedures } = namesIn(sources);
  const source = parse(all);
  const json = aliasOf(source, 'Json');
  const database = aliasOf(source, 'Database');
  const schema = memberOf(database.type, 'public');
  const unused = [
    ...membersOf(memberOf(schema, 'Tables')).filter((member) => !tables.has(nameOf(member))),
    ...membersOf(memberOf(schema, 'Functions')).filter((member) => !procedures.has(nameOf(member))),
  ];
  let kept = '';
  let from = database.getStart(source);
  for (const member of unused) {
    kept += all.slice(from, member.getFullStart());
    from = member.end;
  }
  return `${BANNER}${json.getText(source)}\n\n${kept}${all.slice(from, database.end)}\n`;
}

/** Any text may be a procedure's name, because some reach `.rpc()` by a variable; a table's stands in `.from()` itself. */
function namesIn(sources: readonly string[]) {
  const tables = new Set<string>();
  const procedures = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) procedures.add(node.text);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments;
      if (node.expression.name.text === 'from' && first && ts.isStringLiteralLike(first)) tables.add(first.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const source of sources) visit(parse(source));
  return { tables, procedures };
}

const parse = (text: string) => ts.createSourceFile('database.types.ts', text, ts.ScriptTarget.Latest, false);

function aliasOf(source: ts.SourceFile, name: string): ts.TypeAliasDeclaration {
  const found = source.statements.find((one) => ts.isTypeAliasDeclaration(one) && one.name.text === name);
  if (!found || !ts.isTypeAliasDeclaration(found)) throw new Error(`The types of the database have no ${name}.`);
  return found;
}

function memberOf(type: ts.TypeNode, name: string): ts.TypeNode {
  const found = membersOf(type).find((member) => nameOf(member) === name);
  if (!found?.type) throw new Error(`The types of the database have no ${name}.`);
  return found.type;
}

/** A section without any is a mapped type and has no members. */
function membersOf(type: ts.TypeNode): ts.PropertySignature[] {
  return ts.isTypeLiteralNode(type) ? type.members.filter(ts.isPropertySignature) : [];
}

const nameOf = ({ name }: ts.PropertySignature) => (ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '');
