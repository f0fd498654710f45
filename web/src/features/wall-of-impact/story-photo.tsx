import { ImageUp, UserRound } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { impactStories } from '#copy/content/impact-stories.ts';
import { cn } from '#lib/class-names.ts';
import { checkPicture, PICTURE_ACCEPT, PICTURE_HEAD_BYTES } from '#rules/picture.ts';
import { Button } from '#ui/button.tsx';

const { form: copy } = impactStories;

/** A photo that was chosen and is uploaded with the story. */
export interface ChosenPhoto {
  name: string;
  /** With the type of its content. */
  picture: Blob;
  /** Shows it meanwhile. */
  preview: string;
}

/** The optional photo: chosen, looked at, replaced, removed. */
export function StoryPhoto({
  chosen,
  onChoose,
  isDisabled,
}: {
  chosen: ChosenPhoto | null;
  onChoose: (photo: ChosenPhoto | null) => void;
  isDisabled: boolean;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const preview = chosen?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const choose = async (file: File) => {
    let head: Uint8Array;
    try {
      head = new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer());
    } catch (failure) {
      console.warn('The photo could not be read', failure);
      setProblem(copy.photoUnreadable);
      return;
    }
    const checked = checkPicture(file, head);
    setProblem(checked.problem ?? null);
    if (!checked.type) return;
    const picture = new Blob([file], { type: checked.type });
    onChoose({ name: file.name, picture, preview: URL.createObjectURL(picture) });
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
            className="grid size-16 shrink-0 place-items-center rounded-full border border-dashed border-line-strong bg-sunken text-muted"
          >
            <UserRound className="size-6" />
          </span>
        )}
        <div ref={chooser} className="min-w-0 flex-1">
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
              variant="secondary"
              size="sm"
              aria-describedby={`${id}-note`}
              disabled={isDisabled}
              onClick={() => input.current?.click()}
            >
              <ImageUp aria-hidden className="size-4" />
              {chosen ? copy.replacePhoto : copy.choosePhoto}
            </Button>
            {chosen && (
              <Button
                variant="quiet"
                size="sm"
                disabled={isDisabled}
                onClick={() => {
                  setProblem(null);
                  onChoose(null);
                  // This button goes with the photo.
                  chooser.current?.querySelector('button')?.focus();
                }}
              >
                {copy.removePhoto}
              </Button>
            )}
          </div>
          <p
            id={`${id}-note`}
            role={problem ? 'alert' : undefined}
            className={cn(
              'mt-1.5 text-sm',
              problem ? 'text-danger' : 'text-muted',
              chosen && !problem && 'truncate',
            )}
          >
            {problem ?? (chosen ? copy.photoChosen(chosen.name) : copy.photoHint)}
          </p>
        </div>
      </div>
    </fieldset>
  );
}
