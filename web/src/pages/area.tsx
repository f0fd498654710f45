/** An area of the site (routes.ts). A page that fails is replaced inside the shell, which stays. */
import { Outlet } from 'react-router';
import { PageFailure } from '#features/shell/page-failure.tsx';
import type { Route } from './+types/area';

export default Outlet;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} />;
}
