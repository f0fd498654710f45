/** Which properties, values, selectors and at-rules of a stylesheet the oldest browsers lack. */
import { type AtRule, type Declaration, type Node, parse, type Rule } from 'postcss';
import { compatOf, lacking } from './oldest.ts';

/**
 * @param css as browsers get it, without nested rules
 * @param named what the sources say of older browsers
 * @returns one line for each feature that is missing somewhere, guarded by no `@supports`, after no older value, and not
 *   named
 */
export function newerStyles(css: string, named: ReadonlySet<string>): string[] {
  const problems = new Set<string>();
  const sheet = parse(css);
  const seen = new Set<string>();
  const report = (feature: string, path: string[], node: Node) => {
    const compat = compatOf('css', ...path);
    if (!compat || seen.has(feature) || named.has(feature) || isAskedFor(feature, node)) return;
    const missingIn = lacking(compat);
    if (missingIn.length === 0) return;
    seen.add(feature);
    problems.add(`${feature} is missing in ${missingIn.join(', ')}: ${placeOf(node)}`);
  };
  sheet.walkAtRules((rule) => {
    report(`@${rule.name}`, ['at-rules', rule.name], rule);
    if (rule.name !== 'media' && rule.name !== 'container') return;
    for (const [, name = ''] of rule.params.matchAll(/\(\s*([a-z-]+)/g))
      report(name, ['at-rules', rule.name, name], rule);
  });
  sheet.walkRules((rule) => {
    for (const [feature, name] of pseudosOf(rule.selector)) report(feature, ['selectors', name], rule);
  });
  sheet.walkDecls((declaration) => {
    const { prop, value } = declaration;
    if (prop.startsWith('-') || isDescriptor(declaration)) return;
    if (!hasSibling(declaration, `-webkit-${prop}`)) report(prop, ['properties', prop], declaration);
    if (named.has(prop) || seen.has(prop) || hasSibling(declaration, prop)) return;
    for (const [word, path] of wordsOf(prop, value)) report(word, path, declaration);
  });
  return [...problems];
}

function pseudosOf(selector: string): [feature: string, name: string][] {
  const plain = selector.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  return [...plain.matchAll(/::?([a-z][a-z-]*)/g)].map(([feature, name = '']) => [feature, name]);
}

/** The keywords, functions and units of a value, each with its places in the data. */
function wordsOf(prop: string, value: string): [word: string, path: string[]][] {
  const plain = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)|--[\w-]+/g, '');
  const words = [...plain.matchAll(/(?<![\w.#-])-?([a-z][a-z\d-]*)(\(?)/g)].map(([, word = '', bracket]) => ({
    word,
    bracket,
  }));
  return [
    ...words.flatMap(({ word, bracket }): [string, string[]][] =>
      bracket
        ? [
            [word, ['types', word]],
            [word, ['types', 'color', word]],
          ]
        : [[word, ['properties', prop, word]]],
    ),
    ...[...plain.matchAll(/\d([a-z]+)\b/g)].map(([, unit = '']): [string, string[]] => [
      unit,
      ['types', 'length', unit],
    ]),
  ];
}

/** Whether an `@supports` around it asks for it. */
function isAskedFor(feature: string, node: Node): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) {
    if (at.type === 'atrule' && (at as AtRule).name === 'supports' && (at as AtRule).params.includes(feature))
      return true;
  }
  return false;
}

/** Another declaration of that property in the same rule, which an old browser reads. */
function hasSibling(declaration: Declaration, prop: string): boolean {
  return (declaration.parent?.nodes ?? []).some(
    (node) => node !== declaration && node.type === 'decl' && node.prop === prop,
  );
}

function isDescriptor({ parent }: Declaration): boolean {
  return parent?.type === 'atrule';
}

function placeOf(node: Node): string {
  const rule = node.type === 'decl' ? node.parent : node;
  const text =
    rule?.type === 'rule'
      ? (rule as Rule).selector
      : rule?.type === 'atrule'
        ? `@${(rule as AtRule).name} ${(rule as AtRule).params}`
        : '';
  return text.replaceAll(/\s+/g, ' ').slice(0, 120);
}
