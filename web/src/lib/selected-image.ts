import { useEffect } from 'react';
import { checkPicture, PICTURE_HEAD_BYTES } from '#rules/content/picture.ts';
import { prepareImage } from './prepared-image.ts';

/** A picture that was chosen and is not stored yet. */
export interface SelectedImage {
  /** With the type of its content. */
  file: File;
  /** The address that shows it before it is stored. */
  preview: string;
}

/** The file with the type of its content, or why it is not taken; `unreadable` where it cannot be read. */
export async function readImage(
  file: File,
  unreadable: string,
): Promise<{ file: File; problem?: never } | { problem: string; file?: never }> {
  try {
    const head = new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer());
    const { type, problem } = checkPicture(file, head);
    if (problem !== undefined) return { problem };
    const read = new File([file], file.name, { type });
    void prepareImage(read);
    return { file: read };
  } catch (failure) {
    console.warn('The picture could not be read', failure);
    return { problem: unreadable };
  }
}

/** As `readImage`, with a preview, whose memory `useRevokedPreview` frees. */
export async function selectImage(
  file: File,
  unreadable: string,
): Promise<{ picture: SelectedImage; problem?: never } | { problem: string; picture?: never }> {
  const read = await readImage(file, unreadable);
  if (read.problem !== undefined) return read;
  return { picture: { file: read.file, preview: URL.createObjectURL(read.file) } };
}

/** Frees a preview's memory when another picture, or none, is chosen. */
export function useRevokedPreview(chosen: SelectedImage | null): void {
  const preview = chosen?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);
}
