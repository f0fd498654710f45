import { ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';
import { adminAccess } from '#copy/admin/access.ts';
import { paths } from '#lib/paths.ts';

const copy = adminAccess.twoStep;

/** Where no administrator must have two-step sign-in, and this one does not. */
export function TwoStepBar() {
  return (
    <aside aria-label={copy.barLabel} className="border-b border-accent-line bg-accent-soft text-sm print:hidden">
      <p className="page-width flex items-start gap-2 py-2">
        <ShieldAlert className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden="true" />
        <span className="min-w-0">
          {copy.demonstration}{' '}
          <Link
            to={paths.accountTwoStep}
            className="tap-line rounded-control font-semibold whitespace-nowrap text-accent-text underline underline-offset-4"
          >
            {copy.tryIt}
          </Link>
        </span>
      </p>
    </aside>
  );
}
