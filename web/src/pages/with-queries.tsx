/** Around pages whose parts read and write by TanStack Query's own hooks (routes.ts). */
import { Outlet } from 'react-router';
import { QueriesProvider } from '#lib/query/queries.tsx';

export default function WithQueries() {
  return (
    <QueriesProvider>
      <Outlet />
    </QueriesProvider>
  );
}
