import { paths } from '#lib/paths.ts';

export type InlinePart =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'page'; text: string; to: string }
  | { kind: 'email'; text: string };

/**
 * The visitor's pages that a text may link to by name. A text may also link to `email`, the installation's support
 * address.
 */
const TARGETS = {
  account: paths.account,
  dashboard: paths.dashboard,
  joinAsMentor: paths.joinAsMentor,
  askUs: paths.askUs,
  wallOfImpact: paths.wallOfImpact,
  terms: paths.terms,
  privacy: paths.privacy,
  refunds: paths.refunds,
  contact: paths.contact,
} as const;

const MARK = /\*\*(?<strong>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<target>[^)]+)\)/g;

/** Reads `**stress**` and `[words](target)` in a text of ours. Throws on a target that does not exist. */
export function parseInlineText(text: string): InlinePart[] {
  const parts: InlinePart[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    const { strong, label = '', target = '' } = match.groups ?? {};
    parts.push(strong ? { kind: 'strong', text: strong } : linkTo(target, label));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function linkTo(target: string, text: string): InlinePart {
  if (target === 'email') return { kind: 'email', text };
  if (!Object.hasOwn(TARGETS, target)) throw new Error(`A text links to "${target}", which does not exist`);
  return { kind: 'page', text, to: TARGETS[target as keyof typeof TARGETS] };
}
