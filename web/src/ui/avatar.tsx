import { useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { initialsOf } from '#lib/initials.ts';
import { pictureAddress } from '#lib/page/picture-address.ts';

/**
 * A person's photo as a disc beside their name; the initials where there is no photo, or none that loads. An address
 * that ends in "-320.webp" is loaded at 160 px. The name is beside it, so it has no alternative text.
 */
export function Avatar({ name, image, className }: { name: string; image: string | null; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  const shape = cn('size-11 shrink-0 rounded-full', className);
  if (!image || image === failed) {
    return (
      <span
        aria-hidden="true"
        className={cn(
          'grid select-none place-items-center bg-accent-soft text-sm font-semibold ' +
            'text-accent-text ring-1 ring-accent-line ring-inset',
          shape,
        )}
      >
        {initialsOf(name)}
      </span>
    );
  }
  return (
    <img
      // A photo that failed before hydration fires no event any more: ask the element itself.
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0 && img.currentSrc) setFailed(image);
      }}
      src={pictureAddress(image.replace(/-320(?=\.webp$)/, '-160'))}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(image)}
      className={cn('bg-sunken object-cover', shape)}
    />
  );
}
