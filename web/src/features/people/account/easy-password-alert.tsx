import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { accountNotices as copy } from '#copy/people/account-notices.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { Alert } from '#ui/messages/alert.tsx';

/** Shown while the present password is a common one. */
export function EasyPasswordAlert({ className }: { className: string }) {
  const { account } = useSession();
  if (!account?.mustChangePassword) return null;
  return (
    <div className={className}>
      <Alert tone="accent" icon={<TriangleAlert aria-hidden="true" />}>
        <p className="font-medium">{copy.easyPassword}</p>
        <Link
          to={`${paths.account}#password`}
          className="tap-line inline-block font-semibold text-accent-text underline underline-offset-4"
        >
          {copy.changePassword}
        </Link>
      </Alert>
    </div>
  );
}
