import { ImageUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Control, useController } from 'react-hook-form';
import { mentorEditor as copy } from '#copy/admin/mentor-editor.ts';
import { toast } from '#lib/toast.ts';
import type { MentorForm } from '#rules/admin/mentor-form.ts';
import { checkPicture, PICTURE_ACCEPT, PICTURE_HEAD_BYTES, type PictureType } from '#rules/picture.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { Picture } from '#ui/picture.tsx';
import { EditorSection } from './editor-section.tsx';
import { fieldId } from './error-summary.tsx';

/** A portrait that was chosen and is uploaded with the save. */
export interface ChosenImage {
  file: File;
  type: PictureType;
  /** Shows it meanwhile; stands in the form as its address. */
  preview: string;
}

/** The portrait: the present one, or a preview of the chosen one. */
export function ImageSection({
  control,
  present,
  chosen,
  onChoose,
  isUploading,
}: {
  control: Control<MentorForm>;
  /** The portrait that is saved; '' for none. */
  present: string;
  chosen: ChosenImage | null;
  onChoose: (image: ChosenImage | null) => void;
  isUploading: boolean;
}) {
  const { field, fieldState } = useController({ control, name: 'image' });
  const input = useRef<HTMLInputElement>(null);
  const error = fieldState.error?.message;
  const { onChange } = field;

  const preview = chosen?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const choose = async (file: File) => {
    let head: Uint8Array;
    try {
      head = new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer());
    } catch (failure) {
      console.warn('The image could not be read', failure);
      toast.error(copy.imageUnreadable, { id: 'mentor-image' });
      return;
    }
    const { type, problem } = checkPicture(file, head);
    if (problem !== undefined) {
      toast.error(problem, { id: 'mentor-image' });
      return;
    }
    const image = { file, type, preview: URL.createObjectURL(file) };
    onChoose(image);
    onChange(image.preview);
  };

  return (
    <EditorSection title={copy.sections.image} hint={copy.imageHint}>
      <div className="flex flex-wrap items-center gap-5">
        <div className="relative grid size-28 shrink-0 place-items-center overflow-hidden rounded-card border border-line bg-sunken text-center text-sm text-muted">
          {field.value ? (
            <Picture
              key={field.value}
              src={field.value}
              alt={copy.imageAlt}
              sizes="112px"
              width={112}
              height={112}
              isEager
              className="size-28"
            />
          ) : (
            copy.noImage
          )}
          {isUploading && (
            <span className="absolute inset-0 grid place-items-center bg-surface/70 text-ink">
              <Spinner />
            </span>
          )}
        </div>
        <div className="min-w-0 flex-1 basis-56">
          <input
            ref={input}
            type="file"
            accept={PICTURE_ACCEPT}
            className="sr-only"
            tabIndex={-1}
            aria-hidden
            onChange={(event) => {
              const file = event.target.files?.[0];
              // The same file may be chosen again after it was mended.
              event.target.value = '';
              if (file) void choose(file);
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              id={fieldId('image')}
              variant="secondary"
              aria-describedby={error ? `${fieldId('image')}-note` : undefined}
              disabled={isUploading}
              onClick={() => input.current?.click()}
            >
              <ImageUp aria-hidden className="size-4.5" />
              {field.value ? copy.replaceImage : copy.chooseImage}
            </Button>
            {chosen && present && (
              <Button
                variant="quiet"
                disabled={isUploading}
                onClick={() => {
                  onChoose(null);
                  onChange(present);
                }}
              >
                {copy.undoImage}
              </Button>
            )}
          </div>
          <p aria-live="polite" className="mt-2 break-words text-sm text-muted">
            {isUploading ? copy.uploading : chosen && copy.imageChosen(chosen.file.name)}
          </p>
          {error && (
            <p id={`${fieldId('image')}-note`} role="alert" className="mt-1 text-sm text-danger">
              {error}
            </p>
          )}
        </div>
      </div>
    </EditorSection>
  );
}
