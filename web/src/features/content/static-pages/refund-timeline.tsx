import { refunds } from '#copy/content/static/refunds.ts';
import { cn } from '#lib/class-names.ts';

const { timeline } = refunds;

/** How much of the dotted road to the session is left open: full, half, none. */
const ROADS = ['border-success border-solid', 'border-line-strong border-dashed', 'border-danger border-solid'];
const MARKS = ['border-success', 'border-line-strong', 'border-danger'];

/** The road to the session: what can still be changed, the nearer it comes. It ends at point zero. */
export function RefundTimeline() {
  return (
    <section aria-labelledby="notice" className="mb-12 print:break-inside-avoid">
      <h2 id="notice" className="text-lg">
        {timeline.title}
      </h2>
      <ol className="mt-5 grid sm:grid-cols-[1fr_1fr_1fr_auto]">
        {timeline.steps.map(({ when, what, hint }, index) => (
          <li
            key={when}
            className={cn(
              'relative max-sm:border-l-2 max-sm:pb-6 max-sm:pl-6 sm:border-t-2 sm:pr-4 sm:pt-5',
              ROADS[index],
            )}
          >
            <span
              aria-hidden="true"
              className={cn(
                'absolute size-3 rounded-full border-2 bg-canvas max-sm:-left-[7px] max-sm:top-0 ' +
                  'sm:-top-[7px] sm:left-0',
                MARKS[index],
              )}
            />
            <p className="text-sm font-medium text-muted nums max-sm:-mt-1.5">{when}</p>
            <p className="mt-1 font-semibold">{what}</p>
            <p className="mt-0.5 text-sm text-muted">{hint}</p>
          </li>
        ))}
        <li className="relative max-sm:pl-6 sm:pt-5">
          <span
            aria-hidden="true"
            className={
              'absolute size-5 rounded-full bg-accent ring-4 ring-accent-soft max-sm:-left-[9px] ' +
              'max-sm:top-0 sm:-top-[9px] sm:left-0 print:border print:border-ink'
            }
          />
          <p className="text-sm font-semibold max-sm:-mt-0 sm:w-20">{timeline.start}</p>
        </li>
      </ol>
    </section>
  );
}
