import { useEffect, useId, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';
import { canSubmitTestimonial } from '#rules/content/testimonial-form.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SwitchLine } from '#ui/forms/switch.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { formatFileSize } from './file-size.ts';
import { PictureField } from './picture-field.tsx';
import { hasVideo, isTouched, type TestimonialDraft, thumbnailOf } from './testimonial-draft.ts';
import { percentOf } from './upload-file.ts';
import type { SaveProgress } from './use-testimonial-save.ts';
import { VideoField } from './video-field.tsx';
import { useStill } from './video-poster.ts';

/**
 * In which a testimonial is added or changed (docs/product/content.md#video-testimonials). Give it a `key` for each
 * draft.
 */
export function TestimonialForm({
  form,
  progress,
  onSubmit,
  onCancel,
  onStop,
}: {
  form: UseFormReturn<TestimonialDraft>;
  /** Null unless it is being saved. */
  progress: SaveProgress | null;
  onSubmit: (draft: TestimonialDraft) => void;
  onCancel: () => void;
  onStop: () => void;
}) {
  const formId = useId();
  const { texts: problems } = form.formState.errors;
  const draft = form.watch();
  const { was, texts, video } = draft;
  const isSaving = progress !== null;
  const still = useStill(video);
  const thumbnail = thumbnailOf(draft, still ?? null);
  const isThumbnailReplaced = draft.thumbnail === 'keep' && thumbnail !== 'keep';

  const wasSaving = useRef(false);
  useEffect(() => {
    // The save was stopped, and what showed it has gone with the focus.
    if (wasSaving.current && !isSaving) document.getElementById(`${formId}-submit`)?.focus();
    wasSaving.current = isSaving;
  }, [isSaving, formId]);

  const textField = (field: 'name' | 'role' | 'company') => ({
    error: problems?.[field]?.message,
    autoComplete: 'off',
    ...form.register(`texts.${field}`, { onChange: () => form.clearErrors(`texts.${field}`) }),
  });

  return (
    <form
      noValidate
      aria-label={was ? copy.editTitle(was.name) : copy.addTitle}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void form.handleSubmit(onSubmit)();
      }}
    >
      <fieldset
        disabled={isSaving}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
          <TextField label={copy.fields.name} aria-required {...textField('name')} />
          <TextField label={copy.fields.role} aria-required {...textField('role')} />
          <TextField label={copy.optional(copy.fields.company)} {...textField('company')} />
          <PictureField form={form} kind="profile" present={was?.profile_image ?? null} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
          <VideoField form={form} />
          <PictureField
            form={form}
            kind="thumbnail"
            present={isThumbnailReplaced ? null : (was?.thumbnail_url ?? null)}
            standIn={thumbnail === still ? still : null}
            standInStatus={stillStatus(still, video !== null && draft.thumbnail !== thumbnail)}
          />
          <SwitchLine
            className="text-sm"
            label={copy.isFeatured}
            hint={copy.isFeaturedHint}
            isOn={texts.is_featured}
            onTurn={(isOn) => form.setValue('texts.is_featured', isOn)}
          />
        </div>
      </fieldset>
      <div className="mt-6 grid min-h-17 grid-cols-[minmax(0,1fr)] content-end border-t border-line pt-5">
        {progress ? (
          <UploadProgress progress={progress} onStop={onStop} />
        ) : (
          <div className="flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
            <Button variant="secondary" disabled={!was && !isTouched(draft)} onClick={onCancel}>
              {copy.cancel}
            </Button>
            <Button
              id={`${formId}-submit`}
              type="submit"
              // It keeps the focus and says what is missing, where a button that is off altogether would not.
              aria-disabled={!canSubmitTestimonial(texts, hasVideo(draft))}
            >
              {was ? copy.update : copy.add}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}

function stillStatus(still: File | null | undefined, isWanted: boolean): string | undefined {
  if (!isWanted) return undefined;
  if (still === undefined) return copy.makingStill;
  return still ? copy.stillMade : copy.noStill;
}

/** How far a save is. Takes the focus, which the form around it has given up. */
function UploadProgress({ progress, onStop }: { progress: SaveProgress; onStop: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const sent = progress.stage === 'video' ? progress.sent : null;
  const percent = sent ? percentOf(sent) : progress.stage === 'row' ? 100 : 0;
  const text = sent && copy.progress.sent(percent, formatFileSize(sent.bytes), formatFileSize(sent.total));
  return (
    <div ref={panel} tabIndex={-1} className="rounded-control outline-offset-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-52 items-center gap-2.5 font-medium">
          <Spinner className="text-accent-text" />
          <span aria-live="polite">{copy.progress[progress.stage]}</span>
        </p>
        <p className="nums text-sm text-muted">{text}</p>
      </div>
      <div className="mt-3 flex items-center gap-4">
        <div
          role="progressbar"
          aria-label={copy.progress.label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={text ?? copy.progress[progress.stage]}
          className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-accent motion-safe:transition-[width] motion-safe:duration-200"
            style={{ width: `${percent}%` }}
          />
        </div>
        <Button variant="secondary" size="sm" aria-disabled={sent === null} onClick={() => sent && onStop()}>
          {copy.progress.stop}
        </Button>
      </div>
    </div>
  );
}
