import { useState } from 'react';
import { cn } from '#lib/class-names.ts';

const PLACEHOLDER = '/placeholder.svg';
const WIDTHS = [160, 320, 640];
const RESPONSIVE = /^(?<stem>.+)-640\.webp(?<query>\?.*)?$/;

/** Uploaded files are served with a long cache, as the founder-side specification's section 7 asks ("cache=3600"). */
function withCache(src: string): string {
  const isStored = src.includes('/storage/') || src.includes('/uploads/');
  return isStored && !src.includes('cache=') ? `${src}${src.includes('?') ? '&' : '?'}cache=3600` : src;
}

/**
 * A photo with its room reserved. An address that ends in "-640.webp" has siblings of 160, 320 and 640 px as AVIF and WebP.
 * A photo that fails to load becomes the placeholder (specification, section 2).
 */
export function Picture({
  src,
  alt,
  sizes,
  width,
  height,
  isEager = false,
  className,
}: {
  src: string;
  alt: string;
  /** The drawn width, as in the `sizes` attribute. */
  sizes: string;
  width: number;
  height: number;
  /** For the one photo above the fold that matters most. */
  isEager?: boolean;
  className?: string;
}) {
  const [hasFailed, setHasFailed] = useState(false);
  const address = hasFailed || !src ? PLACEHOLDER : withCache(src);
  const match = RESPONSIVE.exec(address)?.groups;
  const set = (format: string) =>
    match
      ? WIDTHS.map((w) => `${match.stem}-${w}.${format}${match.query ?? ''} ${w}w`).join(', ')
      : undefined;
  return (
    <picture className="contents [&>source]:hidden">
      {match && <source type="image/avif" srcSet={set('avif')} sizes={sizes} />}
      <img
        // A photo that failed before hydration fires no event any more: ask the element itself.
        ref={(img) => {
          if (img?.complete && img.naturalWidth === 0 && img.currentSrc) setHasFailed(true);
        }}
        src={address}
        srcSet={set('webp')}
        sizes={match ? sizes : undefined}
        alt={alt}
        width={width}
        height={height}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : undefined}
        decoding="async"
        onError={() => setHasFailed(true)}
        className={cn('bg-sunken object-cover', className)}
      />
    </picture>
  );
}
