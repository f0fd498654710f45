import { type ReactNode, type Ref, useId } from 'react';
import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';
import { cn } from '#lib/class-names.ts';
import { FileChooser } from '#ui/forms/file-chooser.tsx';

/** One file of the form: what there is of it, and the ways to choose another and to take it back. */
export function MediaField({
  focusRef,
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
  /** The button that chooses. */
  focusRef: Ref<HTMLButtonElement>;
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
  return (
    <div className="flex flex-wrap gap-4">
      <div
        className={cn(
          'relative grid w-20 shrink-0 place-items-center self-start overflow-hidden ' +
            'rounded-control border border-line bg-sunken text-muted',
          shape === 'tall' ? 'aspect-9/16' : 'aspect-square',
        )}
      >
        {preview}
      </div>
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm font-medium">{label}</p>
        <p id={noteId} className={cn('mt-0.5 text-sm', error ? 'text-danger' : 'text-muted')}>
          {error ? <span role="alert">{error}</span> : hint}
        </p>
        <div className="mt-2">
          <FileChooser
            focusRef={focusRef}
            accept={accept}
            icon={chooseIcon}
            choose={{ label: choose, name: copy.ofField(choose, name) }}
            undo={undo && { ...undo, name: copy.ofField(undo.label, name) }}
            noteId={noteId}
            onFile={onFile}
          />
        </div>
        <p aria-live="polite" className="mt-2 text-sm text-muted wrap-anywhere empty:hidden">
          {status}
        </p>
      </div>
    </div>
  );
}
