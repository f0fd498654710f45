import { mentorApplication } from '#copy/mentors/applications.ts';

const { wanted, next } = mentorApplication;

/** Whom we look for, and what comes of an application. */
export function ApplicationFacts() {
  return (
    <div className="flex flex-col gap-12">
      <section aria-labelledby="wanted">
        <h2 id="wanted" className="text-xl">
          {wanted.title}
        </h2>
        <ul className="mt-4 max-w-prose divide-y divide-line border-y border-line">
          {wanted.items.map((item) => (
            <li key={item} className="flex gap-3 py-3.5">
              <span className="mt-2.25 size-2 shrink-0 rounded-full bg-accent" aria-hidden="true" />
              <span>{item}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="next">
        <h2 id="next" className="text-xl">
          {next.title}
        </h2>
        <ol className="mt-5 max-w-prose">
          {next.steps.map(({ title, body }, index) => (
            <li
              key={title}
              className={
                'group relative pb-6 pl-11 last:pb-0 before:absolute before:bottom-0 before:left-3.5 before:top-8 ' +
                'before:border-l before:border-dashed before:border-line-strong last:before:hidden'
              }
            >
              <span
                aria-hidden="true"
                className={
                  'nums absolute left-0 top-0 grid size-7 place-items-center rounded-full border ' +
                  'border-accent-line bg-accent-soft text-sm font-semibold text-accent-text'
                }
              >
                {index + 1}
              </span>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-0.5 text-muted">{body}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
