import { home } from '#copy/home.ts';

const { whyChoose } = home;

/** Six reasons, as one sheet of cells with hairlines between them. */
export function WhyChoose() {
  return (
    <section aria-labelledby="why-choose" className="border-y border-line bg-sunken py-16 md:py-24">
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
          {whyChoose.reasons.map(({ title, body }, index) => (
            <li key={title} className="bg-surface p-6 md:p-8">
              <Orbit turn={index / whyChoose.reasons.length} />
              <h3 className="mt-5 text-lg">{title}</h3>
              <p className="mt-1.5 text-muted">{body}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The motif with a companion, which is one place further round in each reason. `turn` is from 0, at the top, to 1. */
function Orbit({ turn }: { turn: number }) {
  return (
    <svg viewBox="0 0 48 48" className="size-12" fill="none" aria-hidden="true">
      <circle cx="24" cy="24" r="18" stroke="var(--line-strong)" strokeWidth="2" />
      <circle cx="24" cy="24" r="6" fill="var(--accent)" />
      <circle cx="24" cy="6" r="5" fill="var(--accent-text)" transform={`rotate(${turn * 360} 24 24)`} />
    </svg>
  );
}
