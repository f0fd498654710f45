import { useEffect, useState } from 'react';
import { carouselCopy } from '#copy/content/carousel.ts';
import { partnerLogosCopy } from '#copy/content/partners.ts';
import { pictureAddress } from '#lib/page/picture-address.ts';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { Carousel } from '#ui/carousel/carousel.tsx';
import { type PartnerLogo, partnerLogosQuery } from './partner-logos.data.ts';
import { LOGO_BOX, LOGO_SLIDE, PartnerLogosSkeleton } from './partner-logos-skeleton.tsx';

/** The partners' logos, going round slowly. */
export default function PartnerLogos({ onEmpty }: { onEmpty: () => void }) {
  const query = usePageQuery(partnerLogosQuery());
  const isEmpty = query.isError || query.data?.length === 0;
  useEffect(() => {
    if (isEmpty) onEmpty();
  }, [isEmpty, onEmpty]);
  if (!query.data?.length) return <PartnerLogosSkeleton />;
  return (
    <Carousel
      label={partnerLogosCopy.carousel}
      labels={carouselCopy}
      slideClass={LOGO_SLIDE}
      slides={query.data.map((logo) => ({ key: logo.id, content: <Logo logo={logo} /> }))}
      moves
    />
  );
}

/** Logos come in any colour and mostly expect a light ground: in the dark each is drawn in light grey, on a dark plate. */
function Logo({ logo: { name, imageUrl } }: { logo: PartnerLogo }) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <div className={`${LOGO_BOX} isolate bg-plate px-4 py-4`}>
      {hasFailed ? (
        <p className="grid size-full place-items-center truncate font-display font-semibold">{name}</p>
      ) : (
        <img
          src={pictureAddress(imageUrl)}
          alt={name}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setHasFailed(true)}
          className="logo-picture size-full object-contain"
        />
      )}
    </div>
  );
}
