import type { ReactNode } from 'react';

type PageHeaderProps = { eyebrow: ReactNode; title: string; intro: string; figure?: ReactNode; children?: ReactNode };

/** The head of a page on the dotted grid: a line above, title, one sentence. `figure` is behind them, at the right. */
export function PageHeader({ eyebrow, title, intro, figure, children }: PageHeaderProps) {
  return (
    <div className="relative overflow-hidden border-b border-line print:border-0">
      <div className="dotted-grid dotted-grid-fade absolute inset-0 -z-10 print:hidden" aria-hidden="true" />
      {figure}
      <div className="page-width pb-10 pt-10 md:pb-14 md:pt-16 print:py-0">
        <p
          className={
            'inline-flex items-center gap-2 rounded-full border border-line bg-surface px-3 py-1 ' +
            'text-sm font-medium text-muted print:border-0 print:px-0'
          }
        >
          <span className="size-2 rounded-full bg-accent" aria-hidden="true" />
          <span>{eyebrow}</span>
        </p>
        <h1 className="mt-5 max-w-[20ch] text-3xl">{title}</h1>
        <p className="mt-4 max-w-prose text-lg text-muted">{intro}</p>
        {children}
      </div>
    </div>
  );
}
