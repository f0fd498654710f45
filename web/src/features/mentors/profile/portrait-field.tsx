import { ImageUp } from 'lucide-react';
import { useController } from 'react-hook-form';
import { PICTURE_ACCEPT } from '#rules/content/picture.ts';
import type { ProfileForm } from '#rules/mentors/profile.ts';
import { FileChooser } from '#ui/forms/file-chooser.tsx';
import { FormSection } from '#ui/forms/form-section.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { Picture } from '#ui/picture.tsx';
import { fieldId } from './profile-fields.tsx';

interface PortraitTexts {
  hint: string;
  alt: string;
  none: string;
  choose: string;
  replace: string;
  undo: string;
}

/** The portrait of the form around it, or a preview of the chosen one. */
export function PortraitField({
  title,
  texts,
  onFile,
  onUndo,
  isUploading,
  isDisabled = false,
  note,
  failure,
}: {
  title: string;
  texts: PortraitTexts;
  onFile: (file: File) => void;
  /** Goes back to the portrait that is saved; absent where that is the one shown. */
  onUndo: (() => void) | false;
  isUploading: boolean;
  isDisabled?: boolean;
  /** How far the upload is. */
  note: string | false | null;
  /** Why the last file was not taken. */
  failure?: string | undefined;
}) {
  const { field, fieldState } = useController<ProfileForm, 'image'>({ name: 'image' });
  const id = fieldId('image');
  const problem = failure ?? fieldState.error?.message;
  return (
    <FormSection title={title} hint={texts.hint}>
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
              alt={texts.alt}
              sizes="112px"
              width={112}
              height={112}
              isEager
              className="size-28"
            />
          ) : (
            texts.none
          )}
          {isUploading && (
            <span className="absolute inset-0 grid place-items-center bg-surface/70 text-ink">
              <Spinner />
            </span>
          )}
        </div>
        <div className="min-w-0 flex-1 basis-56">
          <FileChooser
            id={id}
            accept={PICTURE_ACCEPT}
            icon={<ImageUp aria-hidden className="size-4.5" />}
            choose={{ label: field.value ? texts.replace : texts.choose }}
            undo={onUndo && { label: texts.undo, run: onUndo }}
            noteId={problem ? `${id}-note` : undefined}
            size="md"
            isDisabled={isDisabled || isUploading}
            onFile={onFile}
          />
          <p aria-live="polite" className="mt-2 break-words text-sm text-muted">
            {note}
          </p>
          {problem && (
            <p id={`${id}-note`} role="alert" className="mt-1 text-sm text-danger">
              {problem}
            </p>
          )}
        </div>
      </div>
    </FormSection>
  );
}
