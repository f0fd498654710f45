import { Link } from 'react-router';
import { adminShell } from '#copy/office/shell.ts';
import { cn } from '#lib/class-names.ts';
import { officePaths } from '#lib/office-paths.ts';
import { GROUPS, useOpenSection } from './sections.tsx';

/** The rail shows words while it is wide: always on a desktop, else under pointer and keyboard (office-shell.tsx). */
const UNFOLDED = 'max-xl:opacity-0 max-xl:group-hover/rail:opacity-100 max-xl:group-has-focus-visible/rail:opacity-100';

/**
 * The ways to the sections, each at an address of its own (?tab=). Links, not tabs in ARIA's sense: each leads to an
 * address, and only the open section is on the page. `folds` is for the rail, which has no room for words on a tablet.
 */
export function SectionList({ folds = false, onChoose }: { folds?: boolean; onChoose?: () => void }) {
  const open = useOpenSection();
  return (
    // While two-step sign-in is set up there is nothing else to open.
    <nav aria-label={adminShell.sections} className="grid gap-4 in-[body:has([data-set-up])]:hidden">
      {GROUPS.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
        <div key={group.label} role="group" aria-label={group.label} className="grid gap-0.5">
          <p
            aria-hidden
            className={cn(
              'truncate px-2.5 text-xs font-semibold text-muted',
              folds &&
                'max-xl:h-0 max-xl:overflow-hidden max-xl:border-t max-xl:border-line ' +
                  'max-xl:first-of-type:border-transparent',
            )}
          >
            {group.label}
          </p>
          {group.sections.map(({ id, Icon, Count }) => (
            <Link
              key={id}
              to={officePaths.tab(id)}
              preventScrollReset
              aria-current={id === open.id ? (open.isWholePage ? 'page' : 'true') : undefined}
              onClick={onChoose}
              className={cn(
                'group/section flex h-small items-center gap-2.5 whitespace-nowrap rounded-control px-2.5 text-sm ' +
                  'font-medium focus-visible:-outline-offset-2',
                folds ? 'xl:h-8' : 'min-h-11 text-base',
                id === open.id ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              <span className="relative shrink-0">
                <Icon className="size-4.5" aria-hidden="true" />
                {folds && (
                  // Something waits there.
                  <span
                    className={
                      'absolute -right-1 -top-1 hidden size-2.5 rounded-full border-2 border-canvas bg-accent ' +
                      'max-xl:group-has-data-count/section:block'
                    }
                  />
                )}
              </span>
              <span className={cn('mr-auto', folds && UNFOLDED)}>{adminShell.tabs[id]}</span>
              {Count && (
                <span className={folds ? UNFOLDED : undefined}>
                  <Count />
                </span>
              )}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
