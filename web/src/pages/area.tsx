/**
 * An area of the site: routes.ts puts each page into one. A page that fails is replaced inside the shell, which keeps
 * its session, menu and toasts.
 */
import { Outlet } from 'react-router';
import { PageFailure } from '#features/shell/page-failure.tsx';
import type { Route } from './+types/area';

export default Outlet;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} />;
}
