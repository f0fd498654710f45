import type { ReactNode } from 'react';

type AuthPageProps = { title: string; description?: string; children: ReactNode };

/** The frame of the pages on which someone signs in or up: one narrow column on the dotted grid. */
export function AuthPage({ title, description, children }: AuthPageProps) {
  return (
    <div className="relative">
      <div aria-hidden="true" className="dotted-grid dotted-grid-fade absolute inset-0" />
      <div className="relative mx-auto flex w-full max-w-md flex-col px-4 py-10 sm:py-16">
        <div className="rounded-card border border-line bg-surface p-6 sm:p-8">
          <h1 className="text-2xl">{title}</h1>
          {description && <p className="mt-2 text-muted">{description}</p>}
          <div className="mt-6">{children}</div>
        </div>
      </div>
    </div>
  );
}
