import { useEffect, useRef } from 'react';
import { videoTestimonials } from '#copy/admin/video-testimonials.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { formatFileSize } from './file-size.ts';
import { percentOf } from './upload-file.ts';
import type { SaveProgress } from './use-testimonial-save.ts';

const { progress: copy } = videoTestimonials;

/** How far a save is. Takes the focus, which the form around it has given up. */
export function UploadProgress({ progress, onStop }: { progress: SaveProgress; onStop: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const sent = progress.stage === 'video' ? progress.sent : null;
  const percent = sent ? percentOf(sent) : progress.stage === 'row' ? 100 : 0;
  const text = sent && copy.sent(percent, formatFileSize(sent.bytes), formatFileSize(sent.total));
  return (
    <div ref={panel} tabIndex={-1} className="rounded-control outline-offset-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-52 items-center gap-2.5 font-medium">
          <Spinner className="text-accent-text" />
          <span aria-live="polite">{copy[progress.stage]}</span>
        </p>
        <p className="nums text-sm text-muted">{text}</p>
      </div>
      <div className="mt-3 flex items-center gap-4">
        <div
          role="progressbar"
          aria-label={copy.label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={text ?? copy[progress.stage]}
          className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-accent motion-safe:transition-[width] motion-safe:duration-200"
            style={{ width: `${percent}%` }}
          />
        </div>
        <Button variant="secondary" size="sm" aria-disabled={sent === null} onClick={() => sent && onStop()}>
          {copy.stop}
        </Button>
      </div>
    </div>
  );
}
