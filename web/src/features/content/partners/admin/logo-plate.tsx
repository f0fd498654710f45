import { useState } from 'react';
import { adminPartnerLogos as copy } from '#copy/content/admin-partners.ts';
import { cn } from '#lib/class-names.ts';
import { pictureAddress } from '#lib/page/picture-address.ts';

/** A logo as the home page draws it: whole, and in the dark in light grey on a dark plate. */
export function LogoPlate({ src, alt, className }: { src: string; alt: string; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <div className={cn('grid place-items-center overflow-hidden isolate rounded-control bg-plate p-2', className)}>
      {failed === src ? (
        <span className="text-xs text-muted">{copy.noImage}</span>
      ) : (
        <img
          src={pictureAddress(src)}
          alt={alt}
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
          className="logo-picture size-full min-h-0 min-w-0 object-contain"
        />
      )}
    </div>
  );
}
