import { useState } from 'react';
import { pictureAddress } from '#lib/page/picture-address.ts';
import { PointMark } from '#ui/point-mark.tsx';

/** YouTube answers with a grey picture of this width where it has no such video. */
const NO_STILL_WIDTH = 120;

/**
 * The still of a podcast, 16 by 9; the mark in its place where there is none, or none that loads. Give it the
 * address as `key`.
 */
export function Thumbnail({ src, onMissing }: { src: string | null; onMissing?: () => void }) {
  const [isMissing, setIsMissing] = useState(!src);
  const miss = () => {
    setIsMissing(true);
    onMissing?.();
  };
  return (
    <div className="grid aspect-video place-items-center overflow-hidden bg-sunken">
      {isMissing || !src ? (
        <PointMark className="h-3/5" />
      ) : (
        <img
          src={pictureAddress(src)}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={miss}
          onLoad={({ currentTarget }) => {
            if (currentTarget.naturalWidth <= NO_STILL_WIDTH) miss();
          }}
        />
      )}
    </div>
  );
}
