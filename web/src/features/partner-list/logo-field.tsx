import { ImageUp } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { adminPartnerLogos } from '#copy/admin/partner-logos.ts';
import { checkPicture, PICTURE_ACCEPT, PICTURE_HEAD_BYTES, type PictureType } from '#rules/picture.ts';
import { Button } from '#ui/button.tsx';
import { LogoPlate } from './logo-plate.tsx';

const { form: copy } = adminPartnerLogos;

/** A logo that was chosen and is uploaded with the save. */
export interface ChosenLogo {
  file: File;
  type: PictureType;
  /** The address of its preview. */
  preview: string;
}

/** Chooses a logo and shows it, the chosen one or the present one, on the grounds that the home page draws it on. */
export function LogoField({
  id,
  present,
  chosen,
  onChoose,
  error,
  onError,
  isUploading,
  isDisabled,
}: {
  /** Of the button, for what leads to it. */
  id: string;
  present: string | undefined;
  chosen: ChosenLogo | null;
  onChoose: (logo: ChosenLogo) => void;
  error: string | undefined;
  onError: (sentence: string) => void;
  isUploading: boolean;
  isDisabled: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const noteId = useId();
  const preview = chosen?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const choose = async (file: File) => {
    let head: Uint8Array;
    try {
      head = new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer());
    } catch (failure) {
      console.warn('The logo could not be read', failure);
      onError(copy.unreadable);
      return;
    }
    const { type, problem } = checkPicture(file, head);
    if (problem !== undefined) onError(problem);
    else onChoose({ file, type, preview: URL.createObjectURL(file) });
  };

  const shown = preview ?? present;
  return (
    // biome-ignore lint/a11y/useSemanticElements: one button and what it chose, not the fields of a form.
    <div role="group" aria-labelledby={labelId}>
      <p id={labelId} className="mb-1.5 text-sm font-medium">
        {copy.image}
      </p>
      {shown && (
        <div className="mb-3 grid grid-cols-2 gap-3">
          <figure>
            <LogoPlate src={shown} alt="" className="h-20 border border-line bg-white" />
            <figcaption className="mt-1 text-xs text-muted">{copy.onLight}</figcaption>
          </figure>
          <figure>
            <div className="night rounded-control border border-line bg-canvas p-2">
              <LogoPlate src={shown} alt="" className="h-15.5" />
            </div>
            <figcaption className="mt-1 text-xs text-muted">{copy.onDark}</figcaption>
          </figure>
        </div>
      )}
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
      <Button
        id={id}
        variant="secondary"
        size="sm"
        aria-describedby={noteId}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        <ImageUp aria-hidden="true" className="size-4" />
        {shown ? copy.replaceImage : copy.chooseImage}
      </Button>
      <div id={noteId} className="mt-1.5 text-sm">
        {error ? (
          <p role="alert" className="break-words text-danger">
            {error}
          </p>
        ) : (
          <p className="break-words text-muted" aria-live="polite">
            {isUploading ? copy.uploading : (chosen?.file.name ?? copy.imageHint)}
          </p>
        )}
      </div>
    </div>
  );
}
