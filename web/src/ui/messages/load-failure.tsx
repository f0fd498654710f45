import type { ReactNode } from 'react';
import { site } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';
import { Button } from '../button.tsx';
import { Alert } from './alert.tsx';

const LOOKS = {
  /** Replaces a list or a screen's content. */
  card: 'rounded-card border border-line bg-surface px-5 py-10 text-center',
  /** Replaces a list inside a screen. */
  compactCard: 'rounded-card border border-line bg-surface px-5 py-8 text-center',
  /** Replaces a part of a card: the button is beside the sentence. */
  line: 'flex flex-wrap items-center gap-3',
  /** In a dialog: the button is below the sentence. */
  stack: 'space-y-3',
};

/** What could not be loaded, and the button that tries again. `banner` is an Alert above or among other content. */
export function LoadFailure({
  look = 'card',
  title,
  children,
  isRetrying = false,
  onRetry,
  className,
}: {
  look?: keyof typeof LOOKS | 'banner';
  /** Of a banner. */
  title?: string;
  /** The sentence; a separate paragraph for the looks `line` and `stack`. */
  children: ReactNode;
  isRetrying?: boolean;
  onRetry: () => unknown;
  className?: string;
}) {
  const retry = (spacing?: string) => (
    <Button variant="secondary" size="sm" className={spacing} isBusy={isRetrying} onClick={() => void onRetry()}>
      {site.tryAgain}
    </Button>
  );
  if (look === 'banner') {
    return (
      <Alert tone="danger" {...(title && { title })}>
        <p>{children}</p>
        {retry('mt-3')}
      </Alert>
    );
  }
  return (
    <div role="alert" className={cn(LOOKS[look], className)}>
      {look === 'card' || look === 'compactCard' ? <div className="mb-4">{children}</div> : children}
      {retry()}
    </div>
  );
}
