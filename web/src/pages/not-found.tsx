import { data } from 'react-router';
import { failures } from '#copy/shell/failures.ts';
import { PageFailure, PageMissing } from '#features/shell/start/page-failure.tsx';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import type { Route } from './+types/not-found';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

export const meta: Route.MetaFunction = () => unlistedMeta(failures.notFoundTitle);

/** Answers with status 404 while the page itself stays in the shell. */
export function loader() {
  return data(null, { status: 404 });
}

export default PageMissing;
