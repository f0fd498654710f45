import { ImageUp, UserRound } from 'lucide-react';
import { useId, useState } from 'react';
import { impactStories } from '#copy/content/impact-stories.ts';
import { cn } from '#lib/class-names.ts';
import { type SelectedImage, selectImage, useRevokedPreview } from '#lib/selected-image.ts';
import { PICTURE_ACCEPT } from '#rules/picture.ts';
import { FileChooser } from '#ui/forms/file-chooser.tsx';

const { form: copy } = impactStories;

interface StoryPhotoProps {
  chosen: SelectedImage | null;
  onChoose: (photo: SelectedImage | null) => void;
  isDisabled: boolean;
}

/** The optional photo: chosen, looked at, replaced, removed. */
export function StoryPhoto({ chosen, onChoose, isDisabled }: StoryPhotoProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);

  useRevokedPreview(chosen);

  const choose = async (file: File) => {
    const { picture, problem } = await selectImage(file, copy.photoUnreadable);
    setProblem(problem ?? null);
    if (picture) onChoose(picture);
  };

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{copy.photo}</legend>
      <div className="flex items-center gap-4">
        {chosen ? (
          <img
            src={chosen.preview}
            alt={copy.photoPreview}
            width={64}
            height={64}
            className="size-16 shrink-0 rounded-full bg-sunken object-cover ring-1 ring-line-strong"
            onError={() => {
              // A file with a picture's first bytes and nothing to see after them.
              setProblem(copy.photoUnreadable);
              onChoose(null);
            }}
          />
        ) : (
          <span
            aria-hidden="true"
            className={
              'grid size-16 shrink-0 place-items-center rounded-full border border-dashed ' +
              'border-line-strong bg-sunken text-muted'
            }
          >
            <UserRound className="size-6" />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <FileChooser
            accept={PICTURE_ACCEPT}
            icon={<ImageUp aria-hidden className="size-4" />}
            choose={{ label: chosen ? copy.replacePhoto : copy.choosePhoto }}
            undo={
              chosen && {
                label: copy.removePhoto,
                run: () => {
                  setProblem(null);
                  onChoose(null);
                },
              }
            }
            noteId={`${id}-note`}
            isDisabled={isDisabled}
            onFile={(file) => void choose(file)}
          />
          <p
            id={`${id}-note`}
            role={problem ? 'alert' : undefined}
            className={cn('mt-1.5 text-sm', problem ? 'text-danger' : 'text-muted', chosen && !problem && 'truncate')}
          >
            {problem ?? (chosen ? copy.photoChosen(chosen.file.name) : copy.photoHint)}
          </p>
        </div>
      </div>
    </fieldset>
  );
}
