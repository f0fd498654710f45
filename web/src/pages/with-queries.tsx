/** Around pages whose parts read and write by TanStack Query's own hooks, and that need the session (routes.ts). */
import { Outlet } from 'react-router';
import * as auth from '#features/people/auth/auth.data.ts';
import { bringAuth } from '#features/people/auth/auth-module.ts';
import { bringQueries } from '#lib/query/late-queries.tsx';
import * as queries from '#lib/query/queries.tsx';

if (!import.meta.env.SSR) {
  bringAuth(auth);
  bringQueries(queries);
}

export default function WithQueries() {
  return (
    <queries.QueriesProvider>
      <Outlet />
    </queries.QueriesProvider>
  );
}
