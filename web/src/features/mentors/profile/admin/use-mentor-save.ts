import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { mentorEditor as copy } from '#copy/mentors/editor.ts';
import { profileFields } from '#copy/mentors/profile-fields.ts';
import { ApiError, isApiError, reasonFor } from '#lib/api-error.ts';
import { explain, FunctionError } from '#lib/functions/functions.ts';
import type { SelectedImage } from '#lib/selected-image.ts';
import { toast } from '#lib/toast.ts';
import { type EditedMentor, saveMentor, uploadImage } from './mentor-editor.data.ts';
import type { MentorField, MentorForm } from './mentor-values.ts';

/** What a save needs of the form around it. */
interface SaveContext {
  id: string;
  /** What the form began with; null for a new mentor. */
  was: EditedMentor | null;
  chosen: SelectedImage | null;
  onProblems: (problems: { field: MentorField; sentence: string }[]) => void;
  onChanged: () => void;
  onExpired: () => void;
  onSaved: () => void;
}

/** Uploads the chosen portrait, then saves the mentor in one call. What was typed stays wherever it fails. */
export function useMentorSave(context: SaveContext) {
  const client = useQueryClient();
  const [isUploading, setIsUploading] = useState(false);
  // A save that is repeated does not upload the same file again.
  const uploaded = useRef<{ file: File; address: string }>(null);
  const { id, was, chosen } = context;

  const save = useMutation({
    mutationFn: async (form: MentorForm) => {
      const image = chosen ? await upload(chosen) : form.image;
      await saveMentor({ id, form: { ...form, image }, was });
    },
    onSuccess: () => {
      toast.success(was ? copy.updated : copy.created);
      // Lists and profiles that this tab has read show the mentor as they were.
      client.removeQueries({ type: 'inactive' });
      context.onSaved();
    },
    onError: tell,
  });

  async function upload({ file }: SelectedImage): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.address;
    setIsUploading(true);
    try {
      const address = await uploadImage(id, file);
      uploaded.current = { file, address };
      toast.success(copy.imageUploaded);
      return address;
    } catch (error) {
      if (isApiError(error, 'session_expired')) throw error;
      console.warn('The portrait was not uploaded', error);
      const present = was?.form.image;
      const { details } = explain(error);
      toast.error(copy.photo.failed(reasonOf(error)), { id: 'mentor-image', details });
      if (!present) throw new ApiError('upload_failed', { cause: error });
      toast.warning(copy.imageKept, { duration: 10_000 });
      return present;
    } finally {
      setIsUploading(false);
    }
  }

  function tell(error: Error): void {
    console.warn('The mentor was not saved', error);
    // The gate leads out a person who is no longer an administrator.
    if (!(error instanceof ApiError)) return;
    if (error.code === 'session_expired') context.onExpired();
    else if (error.code === 'upload_failed')
      context.onProblems([{ field: 'image', sentence: profileFields.image.invalid }]);
    else refuse(error);
  }

  function refuse(error: ApiError): void {
    const problems = error.problems as { field: MentorField; sentence: string }[];
    const reason = problems[0]?.sentence ?? reasonFor(error, copy.reasons);
    toast.error(copy.saveFailed(reason), { id: 'save-mentor' });
    if (error.code === 'invalid') context.onProblems(problems);
    if (error.code === 'changed') context.onChanged();
  }

  return { submit: save.mutateAsync, isSaving: save.isPending, isUploading };
}

function reasonOf(error: unknown): string {
  const isCut = error instanceof FunctionError && error.failure.kind === 'network';
  if (isCut || !navigator.onLine) return copy.reasons.unreachable;
  return explain(error, copy.reasons.unknown).sentence;
}
