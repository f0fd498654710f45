import { useMutation } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { mentorDrafts } from '#copy/mentors/drafts.ts';
import { PortraitField } from '#features/mentors/profile/portrait-field.tsx';
import { ApiError } from '#lib/api-error.ts';
import { explain } from '#lib/functions/functions.ts';
import { readImage } from '#lib/selected-image.ts';
import type { ProfileForm } from '#rules/mentors/profile.ts';
import { uploadPortrait } from './drafts.data.ts';

const { photo: copy, sections } = mentorDrafts;

/** The portrait of the draft: stored at once, and public only with the draft. */
export function DraftPortrait({
  mentorId,
  published,
  isReadOnly,
}: {
  mentorId: string;
  /** The portrait that is public; '' for none. */
  published: string;
  isReadOnly: boolean;
}) {
  const { watch, setValue, formState } = useFormContext<ProfileForm>();
  const take = (address: string) =>
    setValue('image', address, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const upload = useMutation({
    networkMode: 'always',
    mutationFn: async (chosen: File) => {
      const read = await readImage(chosen, copy.unreadable);
      if (read.problem !== undefined) throw new ApiError('invalid', { sentence: read.problem });
      return uploadPortrait(mentorId, read.file);
    },
    onSuccess: take,
    onError: (error) => console.warn('The portrait was not uploaded', error),
  });
  const { error } = upload;
  return (
    <PortraitField
      title={sections.photo}
      texts={copy}
      isUploading={upload.isPending}
      isDisabled={isReadOnly}
      note={upload.isPending && copy.uploading}
      failure={error ? (error instanceof ApiError ? error.message : copy.failed(explain(error).sentence)) : undefined}
      onFile={(file) => upload.mutate(file)}
      onUndo={published !== '' && watch('image') !== published && (() => take(published))}
    />
  );
}
