import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';
import { site } from '#copy/shell/site.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import type { FailedSave } from './testimonial-draft.ts';

/** A save that failed. The form is empty again, as after every submit; what was entered waits here. */
export function FailedSaveAlert({
  failed,
  isBusy,
  onTryAgain,
  onBackToForm,
  onDiscard,
}: {
  failed: FailedSave;
  isBusy: boolean;
  onTryAgain: () => void;
  onBackToForm: () => void;
  onDiscard: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is said anew.
  useEffect(() => {
    // The focus was on the upload, which has gone; on the return to the tab it stays where it is.
    if (document.activeElement === document.body) box.current?.focus();
  }, [failed]);
  return (
    <div ref={box} tabIndex={-1} className="mb-6 scroll-mt-24 rounded-control outline-offset-2">
      <Alert tone="danger" title={copy.saveFailed} icon={<CircleAlert aria-hidden />}>
        <p>{failed.reason}</p>
        <p>{copy.notSaved(failed.draft.texts.name.trim())}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" disabled={isBusy} onClick={onTryAgain}>
            {site.tryAgain}
          </Button>
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={onBackToForm}>
            {copy.backToForm}
          </Button>
          <Button variant="quiet" size="sm" disabled={isBusy} onClick={onDiscard}>
            {copy.discard}
          </Button>
        </div>
      </Alert>
    </div>
  );
}
