import { useEffect, useState } from 'react';
import { stillOfVideo } from './still-of-video.ts';

/** The frame of a chosen video: undefined while it is being taken, null where there is none. */
export function useStill(video: File | null): File | null | undefined {
  const [taken, setTaken] = useState<{ video: File; still: File | null } | null>(null);
  useEffect(() => {
    if (!video) return;
    let isCurrent = true;
    void stillOfVideo(video).then((still) => isCurrent && setTaken({ video, still }));
    return () => {
      isCurrent = false;
    };
  }, [video]);
  if (!video) return null;
  return taken?.video === video ? taken.still : undefined;
}
