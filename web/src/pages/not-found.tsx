import { data } from 'react-router';
import { site } from '#copy/site.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/not-found';

export const meta: Route.MetaFunction = () => [
  { title: site.pageTitle(site.notFoundTitle) },
  { name: 'robots', content: 'noindex' },
];

/** Answers with status 404 while the page itself stays in the shell. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return (
    <Notice
      title={site.notFoundTitle}
      level={1}
      action={<ButtonLink to={paths.home}>{site.returnHome}</ButtonLink>}
    >
      {site.notFound}
    </Notice>
  );
}
