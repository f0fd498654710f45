import { type ChildNode, type Container, type Declaration, parse } from 'postcss';
import { groupBy } from '../group-by.ts';

/** A rule, or one declaration of a rule that only sets custom properties. */
interface Piece {
  /** The at-rules around it, from the outside: `@layer utilities`, `@media …`. */
  around: readonly string[];
  /** Empty for an at-rule that stands alone. */
  selector: string;
  text: string;
  /** For each selector, its classes and elements. A page uses the piece when it has all those of one selector. */
  needs: string[][];
  /** The custom property or animation that it defines: a page uses the piece when another one reads that. */
  defines: string | null;
  /** The custom properties and animations that it reads. */
  reads: string[];
}

/**
 * Selects the parts of a stylesheet that a page uses.
 *
 * @param css minified, without nested rules
 * @returns a function of a page's HTML and of the classes that its scripts may add. It returns the rules for those
 *   elements and classes in the order of the stylesheet, with the custom properties and animations that they name
 */
export function usedStyles(css: string): (html: string, more?: readonly string[]) => string {
  const sheet = parse(css);
  const animations = new Set<string>();
  sheet.walkComments((comment) => void comment.remove());
  sheet.walkAtRules(/keyframes$/, ({ params }) => void animations.add(params));
  const pieces = piecesOf(sheet, [], animations);
  const definitions = groupBy(pieces, ({ defines }) => defines);
  return (html, more = []) => {
    const present = new Set([...classesIn(html), ...more, ...elementsIn(html)]);
    const kept = new Set<Piece>();
    const waiting = readsOf(attributesOf(html, 'style').join(';'), animations);
    const keep = (piece: Piece) => {
      if (kept.has(piece)) return;
      kept.add(piece);
      waiting.push(...piece.reads);
    };
    for (const piece of pieces) if (piece.defines === null && isUsed(piece, present)) keep(piece);
    for (let name = waiting.pop(); name; name = waiting.pop())
      for (const piece of definitions.get(name) ?? []) keep(piece);
    return write(pieces.filter((piece) => kept.has(piece)));
  };
}

function piecesOf(container: Container, around: readonly string[], animations: ReadonlySet<string>): Piece[] {
  return (container.nodes ?? []).flatMap((node: ChildNode): Piece[] => {
    const piece = (text: string, more: Partial<Piece> = {}): Piece => ({
      around,
      selector: '',
      text,
      needs: [],
      defines: null,
      reads: readsOf(text, animations),
      ...more,
    });
    if (node.type === 'rule') {
      const { selector, nodes } = node;
      const needs = node.selectors.map(needsOf);
      const isOfAll = needs.every((names) => names.length === 0);
      if (isOfAll && nodes.every(isVariable)) {
        return nodes.map((child) => piece(child.toString(), { selector, defines: child.prop, needs }));
      }
      return [piece(nodes.join(';'), { selector, needs })];
    }
    if (node.type !== 'atrule') return [];
    if (node.name === 'property') return [piece(node.toString(), { defines: node.params })];
    if (node.name.endsWith('keyframes')) return [piece(node.toString(), { defines: node.params })];
    if (!node.nodes || node.name === 'font-face') return [piece(node.toString())];
    return piecesOf(node, [...around, `@${node.name} ${node.params}`.trim()], animations);
  });
}

function isVariable(node: ChildNode): node is Declaration {
  return node.type === 'decl' && node.prop.startsWith('--');
}

/** The classes and elements that a selector cannot match without; an element is named with its "<". */
function needsOf(selector: string): string[] {
  const classes = [...withoutLists(selector, ':not').matchAll(/\.((?:\\.|[\w-]|[^\0-\x7f])+)/g)];
  const plain = withoutLists(selector, ':(?:not|is|where|has)').replace(/\[[^\]]*\]|\.(?:\\.|[\w-]|[^\0-\x7f])+/g, '');
  const elements = [...plain.matchAll(/(?:^|[\s>+~])([a-z][a-z\d]*)/g)].map(([, name]) => `<${name}`);
  const isOfFields = /::(?:-webkit-(?:date|search|calendar|inner|outer)|placeholder|file-selector)/.test(plain);
  return [
    // Scripts add this class while a popover is open (entry.client.tsx), so a page's HTML never has it.
    ...classes.map(([, name = '']) => name.replace(/\\(.)/g, '$1')).filter((name) => name !== ':popover-open'),
    ...elements.filter((name) => name !== '<html' && name !== '<body'),
    ...(isOfFields ? ['<input'] : []),
  ];
}

/** A selector without the lists of the pseudo-classes that `name` matches. */
function withoutLists(selector: string, name: string): string {
  return selector.replace(new RegExp(`${name}\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)`, 'g'), '');
}

function readsOf(text: string, animations: ReadonlySet<string>): string[] {
  const variables = [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name);
  return [...variables, ...[...animations].filter((name) => text.includes(name))];
}

function isUsed({ needs }: Piece, present: ReadonlySet<string>): boolean {
  return needs.length === 0 || needs.some((names) => names.every((name) => present.has(name)));
}

function attributesOf(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}

function classesIn(html: string): Set<string> {
  const names = new Set(attributesOf(html, 'class').flatMap((value) => value.split(/\s+/)));
  return new Set(
    [...names].map((name) =>
      name
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<')
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&'),
    ),
  );
}

function elementsIn(html: string): string[] {
  const names = [...new Set(html.match(/<[a-z][a-z\d]*/g))];
  // Each kind of field has the inner parts for which `needsOf` asks for an input.
  return names.some((name) => ['<input', '<textarea', '<select'].includes(name)) ? [...names, '<input'] : names;
}

function write(pieces: readonly Piece[]): string {
  let css = '';
  let open: readonly string[] = [];
  let selector = '';
  const moveTo = (around: readonly string[]) => {
    const shared = around.findIndex((name, index) => open[index] !== name);
    const common = shared === -1 ? around.length : shared;
    css +=
      '}'.repeat(open.length - common) +
      around
        .slice(common)
        .map((name) => `${name}{`)
        .join('');
    open = around;
  };
  for (const piece of pieces) {
    const isSameRule = piece.selector !== '' && piece.selector === selector && piece.around === open;
    if (isSameRule) {
      css += `;${piece.text}`;
      continue;
    }
    if (selector) css += '}';
    selector = piece.selector;
    if (piece.around !== open) moveTo(piece.around);
    css += selector ? `${selector}{${piece.text}` : piece.text;
    if (!selector && !piece.text.endsWith('}')) css += ';';
  }
  if (selector) css += '}';
  moveTo([]);
  return css;
}
