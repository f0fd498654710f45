import { aboutUs } from '#copy/content/static/about-us.ts';
import { PointMark } from '#ui/point-mark.tsx';

const { letter } = aboutUs;

/** The founders' letter, on a sheet of its own. */
export function FounderLetter() {
  return (
    <section
      aria-labelledby="letter"
      className="relative overflow-hidden border-y border-line bg-sunken print:border-0"
    >
      <div className="dotted-grid absolute inset-0 opacity-60 print:hidden" aria-hidden="true" />
      <div className="page-width relative py-14 md:py-20 print:py-4">
        <div
          className={
            'mx-auto max-w-[calc(68ch+8rem)] rounded-card border border-line bg-surface px-6 py-8 ' +
            'sm:px-12 sm:py-12 md:px-16 print:border-0 print:p-0'
          }
        >
          <div className="mx-auto max-w-prose">
            <PointMark className="-ml-3 mb-4 size-16 print:hidden" />
            <h2 id="letter" className="text-2xl">
              {letter.title}
            </h2>
            <div className="mt-6 flex flex-col gap-4">
              <p>{letter.greeting}</p>
              {letter.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            <p className="mt-8 text-muted">{letter.closing}</p>
            <p className="mt-1 font-display text-lg font-semibold tracking-tight">{letter.signature}</p>
          </div>
        </div>
      </div>
    </section>
  );
}
