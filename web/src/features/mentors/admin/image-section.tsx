import { ImageUp } from 'lucide-react';
import { type Control, useController } from 'react-hook-form';
import { mentorEditor as copy } from '#copy/admin/mentor-editor.ts';
import { pictures } from '#copy/pictures.ts';
import { useIsPreparing } from '#lib/prepared-image.ts';
import { type SelectedImage, selectImage, useRevokedPreview } from '#lib/selected-image.ts';
import { toast } from '#lib/toast.ts';
import { PICTURE_ACCEPT } from '#rules/picture.ts';
import { FileChooser } from '#ui/forms/file-chooser.tsx';
import { FormSection } from '#ui/forms/form-section.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { Picture } from '#ui/picture.tsx';
import { fieldId } from './error-summary.tsx';
import type { MentorForm } from './mentor-values.ts';

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
  chosen: SelectedImage | null;
  onChoose: (image: SelectedImage | null) => void;
  isUploading: boolean;
}) {
  const { field, fieldState } = useController({ control, name: 'image' });
  const error = fieldState.error?.message;
  const { onChange } = field;

  const isPreparing = useIsPreparing(chosen?.file);
  useRevokedPreview(chosen);

  const choose = async (file: File) => {
    const { picture, problem } = await selectImage(file, copy.imageUnreadable);
    if (!picture) {
      toast.error(problem, { id: 'mentor-image' });
      return;
    }
    onChoose(picture);
    // Stands in the form as its address.
    onChange(picture.preview);
  };

  return (
    <FormSection title={copy.sections.image} hint={copy.imageHint}>
      <div className="flex flex-wrap items-center gap-5">
        <div
          className={
            'relative grid size-28 shrink-0 place-items-center overflow-hidden rounded-card border ' +
            'border-line bg-sunken text-center text-sm text-muted'
          }
        >
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
          <FileChooser
            id={fieldId('image')}
            accept={PICTURE_ACCEPT}
            icon={<ImageUp aria-hidden className="size-4.5" />}
            choose={{ label: field.value ? copy.replaceImage : copy.chooseImage }}
            undo={
              chosen !== null &&
              present !== '' && {
                label: copy.undoImage,
                run: () => {
                  onChoose(null);
                  onChange(present);
                },
              }
            }
            noteId={error ? `${fieldId('image')}-note` : undefined}
            size="md"
            isDisabled={isUploading}
            onFile={(file) => void choose(file)}
          />
          <p aria-live="polite" className="mt-2 break-words text-sm text-muted">
            {isPreparing
              ? pictures.preparing
              : isUploading
                ? copy.uploading
                : chosen && copy.imageChosen(chosen.file.name)}
          </p>
          {error && (
            <p id={`${fieldId('image')}-note`} role="alert" className="mt-1 text-sm text-danger">
              {error}
            </p>
          )}
        </div>
      </div>
    </FormSection>
  );
}
