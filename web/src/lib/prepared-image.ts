import { useEffect, useState } from 'react';
import { PICTURE_MAX_BYTES, PICTURE_SENT_SIDE, reducedSize } from '#rules/content/picture.ts';

const QUALITY = 0.9;
/** More would take half a gigabyte of memory; the server refuses such a picture with a sentence. */
const MOST_PIXELS = 100_000_000;

const prepared = new WeakMap<File, Promise<File>>();

/**
 * The picture to send. If its longer side exceeds 2,400 pixels, it is redrawn at that size, upright and without
 * metadata; any other stays as it is (docs/product/site.md#uploads). The work begins when a picture is chosen, and is
 * done once for each file. A browser that cannot redraw it sends the original.
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
  const address = URL.createObjectURL(file);
  try {
    const image = await loadImage(address);
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    if (Math.max(size.width, size.height) <= PICTURE_SENT_SIDE) return file;
    if (size.width * size.height > MOST_PIXELS) throw new Error('The picture has too many pixels');
    let blob: Blob | null = null;
    // Fewer pixels can take more bytes: a PNG of few colours is written with all of them. Half the side then is enough.
    for (let side = PICTURE_SENT_SIDE; !blob || blob.size > PICTURE_MAX_BYTES; side /= 2) {
      blob = await draw(image, reducedSize(size, side), file.type);
    }
    // A browser that cannot write this type writes a PNG instead.
    if (blob.type !== file.type) throw new Error(`A picture cannot be written as ${file.type}`);
    return new File([blob], file.name, { type: blob.type });
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function draw(image: HTMLImageElement, size: { width: number; height: number }, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas');
  // Older browsers: without "imageSmoothingQuality" the picture is a little rougher.
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new Error('The picture cannot be drawn');
  return blob;
}

/** Resolves when its upright size is known; the picture is decoded later, when it is drawn. */
function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The picture cannot be shown'));
    image.src = address;
  });
}

function keepOriginal(file: File, error: unknown): File {
  console.warn('The picture is sent as it was chosen', error);
  return file;
}
