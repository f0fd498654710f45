import { isRouteErrorResponse } from 'react-router';
import { failures } from '#copy/shell/failures.ts';
import { site } from '#copy/shell/site.ts';
import { paths } from '#lib/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';

/** What stands in a page's place when there is none at its address, or when it broke. */
export function PageFailure({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <PageMissing />;
  return (
    <StatusMessage
      title={failures.somethingBroke}
      level={1}
      isAlert
      action={
        <>
          <Button variant="secondary" onClick={() => location.reload()}>
            {site.reload}
          </Button>
          <ButtonLink to={paths.home}>{failures.returnHome}</ButtonLink>
        </>
      }
    >
      {failures.somethingBrokeHint}
    </StatusMessage>
  );
}

export function PageMissing() {
  return (
    <StatusMessage
      title={failures.notFoundTitle}
      level={1}
      action={<ButtonLink to={paths.home}>{failures.returnHome}</ButtonLink>}
    >
      {failures.notFound}
    </StatusMessage>
  );
}
