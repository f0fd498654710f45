import type { ReactNode } from 'react';

/**
 * Cards of any height in one to four CSS columns, filled one after the other: what is next on the screen is next in the
 * document, for screen readers and Tab, and nothing is measured. Columns are balanced, so one card more may move all of
 * them: each page of stories is a block of its own.
 */
export function StoryColumns({ children }: { children: ReactNode }) {
  return <div className="gap-x-4 sm:columns-2 md:gap-x-5 lg:columns-3 xl:columns-4">{children}</div>;
}

/** Lines of text in the cards that stand in for stories. */
const LINES = [6, 9, 4, 7, 5, 10, 3, 8];

/** What the wall shows while the stories are on their way. */
export function StoriesSkeleton() {
  return (
    <StoryColumns>
      {LINES.map((lines) => (
        <div key={lines} className="mb-4 break-inside-avoid rounded-card border border-line bg-surface p-5 md:mb-5">
          <div className="flex items-center gap-3">
            <span className="skeleton size-11 rounded-full!" />
            <div className="flex-1">
              <span className="skeleton block h-4 w-2/3" />
              <span className="skeleton mt-2 block h-3 w-1/3" />
            </div>
          </div>
          <div className="mt-5 grid gap-2.5">
            {Array.from({ length: lines }, (_, line) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: all alike.
                key={line}
                className="skeleton h-4"
                style={{ width: line === lines - 1 ? '55%' : '100%' }}
              />
            ))}
          </div>
        </div>
      ))}
    </StoryColumns>
  );
}
