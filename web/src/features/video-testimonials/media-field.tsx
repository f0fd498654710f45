import { type ReactNode, useId, useRef } from 'react';
import { videoTestimonials as copy } from '#copy/admin/video-testimonials.ts';
import { cn } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';

/** One file of the form: what there is of it, and the ways to choose another and to take it back. */
export function MediaField({
  id,
  label,
  name,
  hint,
  error,
  accept,
  shape,
  preview,
  chooseIcon,
  choose,
  status,
  undo,
  onFile,
}: {
  /** Of the button that chooses, for what leads to this field. */
  id: string;
  label: string;
  /** The label without what it says besides, for the names of the buttons. */
  name: string;
  hint: string;
  error: string | undefined;
  accept: string;
  shape: 'tall' | 'square';
  preview: ReactNode;
  chooseIcon: ReactNode;
  /** What the button says. */
  choose: string;
  /** What there is to say of the present choice; announced when it changes. */
  status: ReactNode;
  undo?: { label: string; run: () => void } | undefined;
  onFile: (file: File) => void;
}) {
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex gap-4">
      <div
        className={cn(
          'relative grid w-20 shrink-0 place-items-center self-start overflow-hidden rounded-control border border-line bg-sunken text-muted',
          shape === 'tall' ? 'aspect-9/16' : 'aspect-square',
        )}
      >
        {preview}
      </div>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">{label}</p>
        <p id={noteId} className={cn('mt-0.5 text-sm', error ? 'text-danger' : 'text-muted')}>
          {error ? <span role="alert">{error}</span> : hint}
        </p>
        <input
          ref={input}
          type="file"
          accept={accept}
          className="sr-only"
          tabIndex={-1}
          aria-hidden
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file may be chosen again after it was mended.
            target.value = '';
            if (file) onFile(file);
          }}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            id={id}
            variant="secondary"
            size="sm"
            aria-label={copy.ofField(choose, name)}
            aria-describedby={noteId}
            onClick={() => input.current?.click()}
          >
            {chooseIcon}
            {choose}
          </Button>
          {undo && (
            <Button
              variant="quiet"
              size="sm"
              aria-label={copy.ofField(undo.label, name)}
              onClick={() => {
                undo.run();
                document.getElementById(id)?.focus();
              }}
            >
              {undo.label}
            </Button>
          )}
        </div>
        <p aria-live="polite" className="mt-2 text-sm text-muted wrap-anywhere empty:hidden">
          {status}
        </p>
      </div>
    </div>
  );
}
