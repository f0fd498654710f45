import { isRouteErrorResponse } from 'react-router';
import { site } from '#copy/site.ts';
import { paths } from '#lib/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';

/** What stands in a page's place when there is none at its address, or when it broke. */
export function PageFailure({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <PageMissing />;
  return (
    <StatusMessage
      title={site.somethingBroke}
      level={1}
      isAlert
      action={
        <>
          <Button variant="secondary" onClick={() => location.reload()}>
            {site.reload}
          </Button>
          <ButtonLink to={paths.home}>{site.returnHome}</ButtonLink>
        </>
      }
    >
      {site.somethingBrokeHint}
    </StatusMessage>
  );
}

export function PageMissing() {
  return (
    <StatusMessage
      title={site.notFoundTitle}
      level={1}
      action={<ButtonLink to={paths.home}>{site.returnHome}</ButtonLink>}
    >
      {site.notFound}
    </StatusMessage>
  );
}
