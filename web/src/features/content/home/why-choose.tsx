import { home } from '#copy/content/home.ts';

const { whyChoose } = home;

/** Six reasons, as one sheet of cells with hairlines between them. */
export function WhyChoose() {
  return (
    <section aria-labelledby="why-choose" className="later border-y border-line bg-sunken py-16 md:py-24">
      <div className="page-width">
        <h2 id="why-choose" className="text-2xl">
          {whyChoose.title}
        </h2>
        <p className="mt-2 max-w-prose text-muted">{whyChoose.intro}</p>
        <ul
          className={
            'mt-8 grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 ' +
            'md:mt-10 lg:grid-cols-3'
          }
        >
          {whyChoose.reasons.map(({ title, body }) => (
            <li key={title} className="bg-surface p-6 md:p-8">
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1.5 text-muted">{body}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
