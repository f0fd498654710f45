import { needsScripts } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';

/** Replaces a part that needs scripts in a browser without them. A browser with scripts never draws it. */
export function NeedsScripts({ align = 'center' }: { align?: 'start' | 'center' }) {
  return (
    <noscript className={cn('text-muted', align === 'center' && 'text-center')}>
      {import.meta.env.SSR && needsScripts}
    </noscript>
  );
}
