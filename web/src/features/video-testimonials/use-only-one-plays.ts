import { type RefObject, useCallback, useEffect, useRef } from 'react';

let playing: HTMLVideoElement | null = null;

/**
 * Keeps two videos from talking at once: one that starts pauses the one before it, and one that is moved or scrolled out
 * of view pauses too.
 *
 * @returns what to call when the video starts
 */
export function useOnlyOnePlays(video: RefObject<HTMLVideoElement | null>): () => void {
  const observer = useRef<IntersectionObserver>(undefined);
  useEffect(
    () => () => {
      observer.current?.disconnect();
      playing = null;
    },
    [],
  );
  return useCallback(() => {
    const element = video.current;
    if (!element) return;
    if (playing !== element) playing?.pause();
    playing = element;
    observer.current ??= new IntersectionObserver((entries) => {
      if (entries.some((entry) => !entry.isIntersecting) && !document.fullscreenElement) element.pause();
    });
    observer.current.observe(element);
  }, [video]);
}
