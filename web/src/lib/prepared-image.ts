import { useEffect, useState } from 'react';
import { PICTURE_SENT_SIDE, reducedSize } from '#rules/picture.ts';

const QUALITY = 0.9;

const prepared = new WeakMap<File, Promise<File>>();

/**
 * The picture as it is sent: one whose longer side exceeds 2,400 pixels is drawn anew at that size, upright and without
 * metadata, any other stays as it is (operations, section 8). Begun when a picture is chosen; asked again, it is the same
 * work. A browser that cannot draw it sends the original.
 */
export function prepareImage(file: File): Promise<File> {
  const work = prepared.get(file) ?? reduce(file).catch((error: unknown) => keepOriginal(file, error));
  prepared.set(file, work);
  return work;
}

/** Whether the chosen picture is still being drawn. */
export function useIsPreparing(file: File | null | undefined): boolean {
  const [ready, setReady] = useState<File | null>(null);
  useEffect(() => {
    if (file) void prepareImage(file).then(() => setReady(file));
  }, [file]);
  return Boolean(file) && file !== ready;
}

async function reduce(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const { width, height } = bitmap;
    if (Math.max(width, height) <= PICTURE_SENT_SIDE) return file;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, reducedSize({ width, height }));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, QUALITY));
    // A browser that cannot write this type writes a PNG instead.
    if (blob?.type !== file.type) throw new Error(`A picture cannot be written as ${file.type}`);
    return new File([blob], file.name, { type: blob.type });
  } finally {
    bitmap.close();
  }
}

function keepOriginal(file: File, error: unknown): File {
  console.warn('The picture is sent as it was chosen', error);
  return file;
}
