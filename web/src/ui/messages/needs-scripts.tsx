import { needsScripts } from '#copy/site.ts';

/** Stands, without scripts, in the place of what needs them. A browser with scripts never draws it. */
export function NeedsScripts() {
  return <noscript className="text-center text-muted">{import.meta.env.SSR && needsScripts}</noscript>;
}
