import type { ReactNode } from 'react';

/**
 * Cards of any height in one to four columns. CSS columns fill from the top down, one after the other, as a
 * newspaper's do: what is read next on the screen is what comes next in the document, so screen readers and Tab need
 * no second order, and the browser alone knows how high a card is. Other ways to a masonry put cards side by side in
 * an order that the document does not have, or have to measure them first, which moves them after they were drawn.
 * Columns are balanced, so one card more may move all of them: each page of stories is a block of its own.
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
