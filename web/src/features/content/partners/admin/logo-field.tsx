import { ImageUp } from 'lucide-react';
import { useId } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { adminPartnerLogos } from '#copy/content/admin-partners.ts';
import { pictures } from '#copy/content/pictures.ts';
import { useIsPreparing } from '#lib/prepared-image.ts';
import { type SelectedImage, selectImage } from '#lib/selected-image.ts';
import { PICTURE_ACCEPT } from '#rules/content/picture.ts';
import { FileChooser } from '#ui/forms/file-chooser.tsx';
import { LogoPlate } from './logo-plate.tsx';

const { form: copy } = adminPartnerLogos;

export interface PartnerForm {
  name: string;
  /** The chosen one; null leaves the present one. */
  logo: SelectedImage | null;
}

/** Chooses a logo and shows it, the chosen one or the present one, on the grounds that the home page draws it on. */
export function LogoField({
  form,
  present,
  isUploading,
  isDisabled,
}: {
  form: UseFormReturn<PartnerForm>;
  present: string | undefined;
  isUploading: boolean;
  isDisabled: boolean;
}) {
  const labelId = useId();
  const noteId = useId();
  const { field, fieldState } = useController({ control: form.control, name: 'logo' });
  const chosen = field.value;
  const error = fieldState.error?.message;
  const isPreparing = useIsPreparing(chosen?.file);

  const choose = async (file: File) => {
    const { picture, problem } = await selectImage(file, copy.unreadable);
    if (!picture) {
      form.setError('logo', { message: problem });
      return;
    }
    field.onChange(picture);
    form.clearErrors('logo');
  };

  const shown = chosen?.preview ?? present;
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
      <FileChooser
        focusRef={field.ref}
        accept={PICTURE_ACCEPT}
        icon={<ImageUp aria-hidden="true" className="size-4" />}
        choose={{ label: shown ? copy.replaceImage : copy.chooseImage }}
        noteId={noteId}
        isDisabled={isDisabled}
        onFile={(file) => void choose(file)}
      />
      <div id={noteId} className="mt-1.5 text-sm">
        {error ? (
          <p role="alert" className="break-words text-danger">
            {error}
          </p>
        ) : (
          <p className="break-words text-muted" aria-live="polite">
            {isPreparing ? pictures.preparing : isUploading ? copy.uploading : (chosen?.file.name ?? copy.imageHint)}
          </p>
        )}
      </div>
    </div>
  );
}
