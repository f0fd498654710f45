import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { googleAuthorisation } from '#copy/office/google-permission.ts';
import { officePaths } from '#lib/office-paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Alert } from '#ui/messages/alert.tsx';

const { done: copy } = googleAuthorisation;

/** The token, this once, and what to do next. */
export function ConnectedStep({ refreshToken, onAgain }: { refreshToken: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="p-4 md:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {copy.title}
      </h2>
      <div className="mt-3">
        <Alert tone="success" title={copy.storedTitle} icon={<CircleCheck aria-hidden="true" />}>
          {copy.stored}
        </Alert>
      </div>
      <h3 className="mt-6 text-sm font-medium">{copy.token}</h3>
      <p className="mt-1.5 break-all rounded-control border border-line bg-sunken px-3 py-2 font-mono text-sm">
        {refreshToken}
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{copy.shownOnce}</p>
        <CopyButton
          text={refreshToken}
          labels={{ copy: copy.copy, copied: googleAuthorisation.callback.copied }}
          sentences={{ copied: copy.copied, failed: copy.copyFailed }}
          size="sm"
        />
      </div>
      <h3 className="mt-6 text-base">{copy.steps}</h3>
      <ol className="mt-2 list-decimal space-y-1 pl-5 text-muted marker:font-semibold marker:text-accent-text">
        {copy.finalSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap gap-3 max-sm:[&>*]:flex-1">
        <ButtonLink to={officePaths.tab('calendar-test')}>{copy.test}</ButtonLink>
        <Button variant="secondary" onClick={onAgain}>
          {copy.again}
        </Button>
      </div>
    </Card>
  );
}
