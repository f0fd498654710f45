import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { mentorDrafts } from '#copy/mentor-drafts.ts';
import { explain } from '#lib/functions/functions.ts';
import { readImage } from '#lib/selected-image.ts';
import { PICTURE_ACCEPT } from '#rules/picture.ts';
import { FileChooser } from '#ui/forms/file-chooser.tsx';
import { FormSection } from '#ui/forms/form-section.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { Picture } from '#ui/picture.tsx';
import { uploadPortrait } from './mentor-drafts.data.ts';

const { photo: copy, sections } = mentorDrafts;

/** The portrait of the draft: stored at once, and public only with the draft. */
export function PortraitField({
  id,
  mentorId,
  value,
  published,
  error,
  isDisabled,
  onChange,
}: {
  id: string;
  mentorId: string;
  value: string;
  published: string;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (address: string) => void;
}) {
  const [isUploading, setIsUploading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const problem = failure ?? error;

  const choose = async (chosen: File) => {
    setFailure(undefined);
    const read = await readImage(chosen, copy.unreadable);
    if (read.problem !== undefined) return setFailure(read.problem);
    setIsUploading(true);
    try {
      onChange(await uploadPortrait(mentorId, read.file));
    } catch (reason) {
      console.warn('The portrait was not uploaded', reason);
      setFailure(copy.failed(explain(reason).sentence));
    } finally {
      setIsUploading(false);
    }
  };

  return (
    <FormSection title={sections.photo} hint={copy.hint}>
      <div className="flex flex-wrap items-center gap-5">
        <div
          className={
            'relative grid size-28 shrink-0 place-items-center overflow-hidden rounded-card border ' +
            'border-line bg-sunken text-center text-sm text-muted'
          }
        >
          {value ? (
            <Picture
              key={value}
              src={value}
              alt={copy.alt}
              sizes="112px"
              width={112}
              height={112}
              isEager
              className="size-28"
            />
          ) : (
            copy.none
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
            choose={{ label: value ? copy.replace : copy.choose }}
            undo={value !== published && published !== '' && { label: copy.undo, run: () => onChange(published) }}
            noteId={problem ? `${id}-note` : undefined}
            size="md"
            isDisabled={isDisabled || isUploading}
            onFile={(file) => void choose(file)}
          />
          <p aria-live="polite" className="mt-2 text-sm text-muted">
            {isUploading && copy.uploading}
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
