import { useEffect, useState } from 'react';
import { sanitisedName } from '#rules/content/stored-file.ts';

/** For all of it; a browser that cannot decode a video often says nothing. */
const DEADLINE_MS = 10_000;

/** How long a browser may take to paint a frame that it has found. */
const PAINT_MS = 400;

/** Pixels on the longer side; the server makes it smaller still. */
const LONGEST_SIDE = 1280;

/** Of 255: what is darker on average is a fade-in, not a picture of a person. */
const BLACK = 14;

/** In the name of each still, by which a thumbnail is known as ours. */
const PREFIX = 'frame-of-';

const stills = new WeakMap<File, Promise<File | null>>();

/**
 * A frame of a chosen video as a picture: the one at a second, or the first of some later ones that is not black.
 * Null where the browser cannot decode the video, or all of them are black. Taken once for each file.
 */
export function posterOfVideo(file: File): Promise<File | null> {
  const still = stills.get(file) ?? takeStill(file);
  stills.set(file, still);
  return still;
}

/** Whether a stored thumbnail was taken from its video, rather than chosen by an administrator. */
export function isStill(thumbnailAddress: string): boolean {
  return new RegExp(`/thumbnail-\\d{13}-${PREFIX}[^/]*$`).test(thumbnailAddress);
}

/** The frame of a chosen video: undefined while it is being taken, null where there is none. */
export function useStill(video: File | null): File | null | undefined {
  const [taken, setTaken] = useState<{ video: File; still: File | null } | null>(null);
  useEffect(() => {
    if (!video) return;
    let isCurrent = true;
    void posterOfVideo(video).then((still) => isCurrent && setTaken({ video, still }));
    return () => {
      isCurrent = false;
    };
  }, [video]);
  if (!video) return null;
  return taken?.video === video ? taken.still : undefined;
}

async function takeStill(file: File): Promise<File | null> {
  const address = URL.createObjectURL(file);
  const video = document.createElement('video');
  const limit = AbortSignal.timeout(DEADLINE_MS);
  try {
    // Safari decodes a video that was not started by a click only when it is silent and stays in its place.
    // Older browsers: Firefox has no "playsInline", and plays every video in its place.
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    video.src = address;
    await event(video, 'loadedmetadata', limit);
    await wake(video);
    for (const second of momentsOf(video.duration)) {
      await seek(video, second, limit);
      const frame = draw(video, LONGEST_SIDE);
      if (frame && !isBlack(video)) return await toPicture(frame, file.name);
    }
    return null;
  } catch (error) {
    console.warn('No frame of the video could be taken', error);
    return null;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

/** Seconds into the video; a short one is looked at in its middle first. */
export function momentsOf(duration: number): number[] {
  if (!Number.isFinite(duration)) return [1, 2, 4, 8];
  const first = duration > 1.2 ? 1 : duration / 2;
  return [first, ...[0.25, 0.5, 0.75].map((part) => duration * part)];
}

/** Safari on phones paints no frame of a video that has never played. */
async function wake(video: HTMLVideoElement): Promise<void> {
  const started = video.play().catch((error: unknown) => console.debug('The video did not start', error));
  await Promise.race([started, pause(PAINT_MS)]);
  video.pause();
}

async function seek(video: HTMLVideoElement, second: number, limit: AbortSignal): Promise<void> {
  const found = event(video, 'seeked', limit);
  // Firefox and Safari say "seeked" before the frame can be drawn.
  // Older browsers: without "requestVideoFrameCallback" the pause below is waited for.
  const painted = new Promise<void>((resolve) => video.requestVideoFrameCallback?.(() => resolve()));
  video.currentTime = second;
  await found;
  await Promise.race([painted, pause(PAINT_MS)]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function event(video: HTMLVideoElement, name: string, limit: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    limit.throwIfAborted();
    const options = { once: true, signal: limit };
    limit.addEventListener('abort', () => reject(limit.reason), { once: true });
    video.addEventListener(name, () => resolve(), options);
    video.addEventListener('error', () => reject(video.error ?? new Error('The video has an error')), options);
  });
}

function draw(video: HTMLVideoElement, longestSide: number): HTMLCanvasElement | null {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return null;
  const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(videoWidth * scale));
  canvas.height = Math.max(1, Math.round(videoHeight * scale));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Also of a frame that was not painted at all. */
function isBlack(video: HTMLVideoElement): boolean {
  const canvas = draw(video, 32);
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  if (!pixels) return true;
  let sum = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    sum += (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0);
  }
  return sum / (pixels.length / 4) / 3 < BLACK;
}

async function toPicture(frame: HTMLCanvasElement, videoName: string): Promise<File | null> {
  const blob = await new Promise<Blob | null>((resolve) => frame.toBlob(resolve, 'image/jpeg', 0.9));
  return blob && new File([blob], `${PREFIX}${sanitisedName(videoName)}.jpg`, { type: 'image/jpeg' });
}
