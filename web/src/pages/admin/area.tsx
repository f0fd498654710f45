/** The area of the back office (routes.ts), with a frame of its own. */
import { Outlet } from 'react-router';
import { OfficeShell } from '#features/office/shell/office-shell.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import type { Route } from './+types/area';

/** Read by root.tsx, which draws the site's header and footer around every other area. */
export const handle = 'own-frame';

export default function OfficeArea() {
  return (
    <OfficeShell>
      <Outlet />
    </OfficeShell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <OfficeShell>
      <PageFailure error={error} />
    </OfficeShell>
  );
}
