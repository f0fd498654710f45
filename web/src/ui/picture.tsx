import { useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { PLACEHOLDER, pictureAddress, pictureSet } from '#lib/page/picture-address.ts';

interface PictureProps {
  src: string;
  alt: string;
  /** The drawn width, as in the `sizes` attribute. */
  sizes: string;
  width: number;
  height: number;
  /** For the one photo above the fold that matters most. */
  isEager?: boolean;
  className?: string;
}

/**
 * A photo with reserved room. For an address that ends in "-640.webp" there are files of 160, 320 and 640 px: WebP, and
 * AVIF unless the photo was uploaded. A photo that fails becomes the placeholder (docs/product/site.md#pictures).
 */
export function Picture({ src, alt, sizes, width, height, isEager = false, className }: PictureProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const address = hasFailed ? PLACEHOLDER : pictureAddress(src);
  const webp = pictureSet(address, 'webp');
  const avif = pictureSet(address, 'avif');
  return (
    <picture className="contents [&>source]:hidden">
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        // A photo that failed before hydration fires no event any more: ask the element itself.
        ref={(img) => {
          if (img?.complete && img.naturalWidth === 0 && img.currentSrc) setHasFailed(true);
        }}
        src={address}
        srcSet={webp}
        sizes={webp && sizes}
        alt={alt}
        width={width}
        height={height}
        loading={isEager ? 'eager' : 'lazy'}
        // Older browsers: without "fetchPriority" the picture comes in its turn.
        fetchPriority={isEager ? 'high' : undefined}
        decoding="async"
        onError={() => setHasFailed(true)}
        className={cn('bg-sunken object-cover', className)}
      />
    </picture>
  );
}
