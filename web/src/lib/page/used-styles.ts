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

/** What a page uses is kept for so many sets of elements and classes: a page has a few, whatever its texts say. */
const MOST_KEPT = 200;

/**
 * Selects the parts of a stylesheet that a page uses.
 *
 * @param css minified, without nested rules
 * @returns a function of a page's HTML. It returns the rules for its elements and classes in the order of the
 *   stylesheet, with the custom properties and animations that they name
 */
export function usedStyles(css: string): (html: string) => string {
  const sheet = parse(css);
  const animations = new Set<string>();
  sheet.walkComments((comment) => void comment.remove());
  // The oldest browsers have "color-mix" and "@property" (package.json): neither is asked for, nor replaced.
  sheet.walkAtRules('supports', (rule) => {
    if (rule.params.includes('color-mix(')) rule.replaceWith(rule.nodes ?? []);
    else if (rule.params.includes('-webkit-hyphens')) rule.parent?.replaceWith('@layer properties');
  });
  sheet.walkAtRules(/keyframes$/, ({ params }) => void animations.add(params));
  const pieces = piecesOf(sheet, [], animations);
  const definitions = groupBy(pieces, ({ defines }) => defines);
  const select = (present: ReadonlySet<string>, read: readonly string[]) => {
    const kept = new Set<Piece>();
    const waiting = [...read];
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
  const selected = new Map<string, string>();
  return (html) => {
    const marks = marksIn(html);
    const [elements = [], classes = []] = [marks.get('<'), marks.get('class')];
    const read = readsOf((marks.get('style') ?? []).join(';'), animations);
    const key = [...elements, ...classes, ...read].join('\n');
    const styles = selected.get(key) ?? select(new Set([...namesIn(classes), ...withFields(elements)]), read);
    // Set anew at each use, so that the one that was not used for longest is the first.
    selected.delete(key);
    selected.set(key, styles);
    if (selected.size > MOST_KEPT) selected.delete(selected.keys().next().value ?? '');
    return styles;
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

/** Each start of an element and each value of `class` and `style`, once, in one pass: it runs for every rendering. */
function marksIn(html: string): Map<string | undefined, string[]> {
  const marks = new Set(html.match(/<[a-z][a-z\d]*|\s(?:class|style)="[^"]*/g));
  return groupBy([...marks], (mark) => /^<|class|style/.exec(mark)?.[0]);
}

/** The names in marks of the attribute `class`. */
function namesIn(marks: readonly string[]): string[] {
  const names = new Set(marks.flatMap((mark) => mark.slice(' class="'.length).split(/\s+/)));
  return [...names].map((name) =>
    name
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&'),
  );
}

function withFields(elements: readonly string[]): readonly string[] {
  // Each kind of field has the inner parts for which `needsOf` asks for an input.
  return elements.some((name) => ['<input', '<textarea', '<select'].includes(name))
    ? [...elements, '<input']
    : elements;
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
