import { Link } from 'react-router';
import { home } from '#copy/content/home.ts';
import { paths } from '#lib/paths.ts';

const { howItWorks } = home;

/** Four steps. The motif grows with them: a dot at first, and one ring more each time. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="later page-width py-16 md:py-24">
      <h2 id="how-it-works" className="text-2xl">
        {howItWorks.title}
      </h2>
      <p className="mt-2 text-muted">
        {howItWorks.intro}{' '}
        <Link to={paths.ourPromise} className="text-accent-text underline">
          {howItWorks.promise}
        </Link>
      </p>
      <ol className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 md:mt-12 lg:grid-cols-4">
        {howItWorks.steps.map(({ title, body }, index) => (
          <li key={title} className="flex gap-5 lg:flex-col lg:gap-6">
            <StepMark rings={index} />
            <div className="min-w-0">
              <p className="text-sm font-medium text-accent-text nums">{howItWorks.step(index + 1)}</p>
              <h3 className="mt-1 text-lg">{title}</h3>
              <p className="mt-1.5 text-muted">{body}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepMark({ rings }: { rings: number }) {
  return (
    <svg viewBox="0 0 80 80" className="size-[64px] shrink-0 lg:size-20" fill="none" aria-hidden="true">
      {[17, 27, 37].map((radius, index) => (
        <circle
          key={radius}
          cx="40"
          cy="40"
          r={radius}
          strokeWidth="2"
          stroke={index < rings ? 'var(--accent)' : 'var(--line-strong)'}
          strokeDasharray={index < rings ? undefined : '1 6'}
          strokeLinecap="round"
        />
      ))}
      <circle cx="40" cy="40" r="7" fill="var(--accent)" />
    </svg>
  );
}
