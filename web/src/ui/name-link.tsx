import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A person's name, as a link where there is a page about them. */
export function NameLink({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return children;
  return (
    <Link to={to} className="tap-line underline decoration-line-strong underline-offset-4 hover:decoration-ink">
      {children}
    </Link>
  );
}
