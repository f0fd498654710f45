import { projectPointZero } from '#copy/content/static/project-point-0.ts';
import { RingFigure } from '#ui/ring-figure.tsx';

const { goal, approach } = projectPointZero;

/** The goal in two figures, full width. */
export function Goal() {
  return (
    <section aria-labelledby="goal" className="relative overflow-hidden border-y border-line bg-sunken print:border-0">
      <div className="page-width grid items-center gap-x-16 gap-y-8 py-12 md:py-16 lg:grid-cols-[1.15fr_1fr]">
        <div>
          <h2 id="goal" className="text-2xl">
            {goal.title}
          </h2>
          <p className="mt-2 max-w-md text-muted">{goal.body}</p>
        </div>
        <dl className="flex flex-wrap gap-x-10 gap-y-4 sm:gap-x-16">
          {goal.figures.map(({ figure, label }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="text-muted">{label}</dt>
              <dd className="font-display text-3xl font-bold tracking-tight nums">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** Four steps from point zero outwards; the figure gains a ring with each. They count from 0, as the project does. */
export function Approach() {
  return (
    <section aria-labelledby="approach" className="page-width py-14 md:py-20">
      <h2 id="approach" className="text-2xl">
        {approach.title}
      </h2>
      <p className="mt-2 text-muted">{approach.intro}</p>
      <ol className="mt-8 grid gap-x-10 md:mt-10 md:grid-cols-2">
        {approach.steps.map(({ title, body }, index) => (
          <li key={title} className="flex gap-5 border-t border-line py-7 sm:gap-7 print:break-inside-avoid">
            <RingFigure reached={index} className="size-[80px] shrink-0 sm:size-28" />
            <div className="min-w-0">
              <p aria-hidden="true" className="text-sm font-semibold text-accent-text nums">
                {index}
              </p>
              <h3 className="mt-0.5 text-lg">{title}</h3>
              <p className="mt-1.5 max-w-prose text-muted">{body}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
