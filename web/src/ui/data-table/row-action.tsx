import type { ReactNode } from 'react';

/** For a button that shows only a sign in a table, so that three of them fit on one line of a row. */
export const ROW_ACTION = 'group/tip relative @rows:w-9 @rows:px-0';

/** The content of such a button: a word in a card; in a table a sign, with the word under pointer and focus. */
export function RowAction({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="hidden @rows:grid [&>svg]:size-4" aria-hidden="true">
        {icon}
      </span>
      <span
        className={
          '@rows:pointer-events-none @rows:absolute @rows:right-full @rows:z-10 @rows:mr-1 @rows:rounded-control ' +
          '@rows:bg-ink @rows:px-2 @rows:py-1 @rows:text-xs @rows:text-canvas @rows:opacity-0 ' +
          '@rows:group-hover/tip:opacity-100 @rows:group-focus-visible/tip:opacity-100'
        }
      >
        {children}
      </span>
    </>
  );
}
