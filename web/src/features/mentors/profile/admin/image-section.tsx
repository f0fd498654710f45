import { useFormContext } from 'react-hook-form';
import { pictures } from '#copy/content/pictures.ts';
import { mentorEditor as copy } from '#copy/mentors/editor.ts';
import { useIsPreparing } from '#lib/prepared-image.ts';
import { type SelectedImage, selectImage, useRevokedPreview } from '#lib/selected-image.ts';
import { toast } from '#lib/toast.ts';
import type { ProfileForm } from '#rules/mentors/profile.ts';
import { PortraitField } from '../portrait-field.tsx';

/** The portrait of the administrator's form: stored when the mentor is saved. */
export function ImageSection({
  present,
  chosen,
  onChoose,
  isUploading,
}: {
  /** The portrait that is saved; '' for none. */
  present: string;
  chosen: SelectedImage | null;
  onChoose: (image: SelectedImage | null) => void;
  isUploading: boolean;
}) {
  const { setValue, formState } = useFormContext<ProfileForm>();
  const isPreparing = useIsPreparing(chosen?.file);
  useRevokedPreview(chosen);

  const take = (image: SelectedImage | null) => {
    onChoose(image);
    // A chosen picture stands in the form as its preview's address.
    const address = image?.preview ?? present;
    setValue('image', address, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  const choose = async (file: File) => {
    const { picture, problem } = await selectImage(file, copy.photo.unreadable);
    if (picture) take(picture);
    else toast.error(problem, { id: 'mentor-image' });
  };
  const uploading = isUploading ? copy.photo.uploading : chosen && copy.imageChosen(chosen.file.name);
  return (
    <PortraitField
      title={copy.sections.image}
      texts={copy.photo}
      isUploading={isUploading}
      note={isPreparing ? pictures.preparing : uploading}
      onFile={(file) => void choose(file)}
      onUndo={chosen !== null && present !== '' && (() => take(null))}
    />
  );
}
