import type { FieldErrors } from 'react-hook-form';
import { Alert } from '#ui/messages/alert.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';

/** Gives nothing back: new browsers answer with a promise, which is no clean-up. */
function scrollIntoView(banner: HTMLElement | null): void {
  banner?.scrollIntoView({ block: 'nearest' });
}

/** What a machine said, which `setError` was given beside its sentence. */
function detailsOf(failure: object): string | undefined {
  const { types }: { types?: { details?: string } } = failure;
  return types?.details;
}

/** Why a form was not recorded: the first problem of its fields, or what the server said. */
export function FormFailure({ errors, failedTitle }: { errors: FieldErrors; failedTitle: string }) {
  const [failure] = Object.values(errors);
  if (!failure) return null;
  return (
    <div className="scroll-mb-4" ref={scrollIntoView}>
      <Alert tone="danger" {...(failure.type === 'failed' && { title: failedTitle })}>
        <p>{String(failure.message)}</p>
        <TechnicalDetails>{detailsOf(failure)}</TechnicalDetails>
      </Alert>
    </div>
  );
}
