import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { googleAuthorisation } from '#copy/office/google-permission.ts';
import { paths } from '#lib/paths.ts';
import { isOwnAnswer } from '#rules/office/google-permission.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { readPendingState } from './pending-oauth-state.ts';

const { callback: copy } = googleAuthorisation;

/** What Google put into the address. */
export interface OauthAnswerFields {
  code: string | null;
  error: string | null;
  state: string | null;
}

/**
 * Google's answer: the code for step 2, or why there is none. A code that this browser did not ask for is not shown.
 */
export function OauthAnswer({ code, error, state }: OauthAnswerFields) {
  const [isOwn] = useState(() => isOwnAnswer(readPendingState(), state, Date.now()));
  const back = <ButtonLink to={paths.googleOauthSetup}>{copy.back}</ButtonLink>;
  if (error === null && code === null) {
    return (
      <StatusMessage level={1} title={copy.emptyTitle} action={back}>
        {copy.empty}
      </StatusMessage>
    );
  }
  if (!isOwn) {
    return (
      <StatusMessage level={1} title={copy.strangerTitle} action={back} isAlert>
        {copy.stranger}
      </StatusMessage>
    );
  }
  return (
    <div className="page-width max-w-2xl py-8 md:py-12">
      <h1 className="text-2xl">{copy.title}</h1>
      <Card className="mt-6 p-4 md:p-6">
        {error === null ? <Code code={code ?? ''}>{back}</Code> : <Failure error={error}>{back}</Failure>}
      </Card>
    </div>
  );
}

function Code({ code, children }: { code: string; children: ReactNode }) {
  return (
    <>
      <Alert tone="success" title={copy.received} icon={<CircleCheck aria-hidden="true" />}>
        {copy.instruction}
      </Alert>
      <h2 className="mt-6 text-sm font-medium">{copy.code}</h2>
      <p className="mt-1.5 break-all rounded-control border border-line bg-sunken px-3 py-2 font-mono text-sm">
        {code}
      </p>
      <div className="mt-5 flex flex-wrap gap-3 max-sm:[&>*]:flex-1">
        <CopyButton text={code} labels={copy} sentences={{ copied: copy.copiedToast, failed: copy.copyFailed }} />
        {children}
      </div>
    </>
  );
}

function Failure({ error, children }: { error: string; children: ReactNode }) {
  return (
    <>
      <Alert tone="danger" title={copy.oauthError(error)} icon={<TriangleAlert aria-hidden="true" />}>
        {copy.reasons[error] && <p>{copy.reasons[error]}</p>}
        <p>{copy.errorHint}</p>
      </Alert>
      <div className="mt-5 flex max-sm:[&>*]:flex-1">{children}</div>
    </>
  );
}
