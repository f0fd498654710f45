import { CarouselSkeleton } from '#ui/carousel/carousel-skeleton.tsx';

export const LOGO_SLIDE = 'basis-1/2 sm:basis-1/3 md:basis-1/4 lg:basis-1/5';
export const LOGO_BOX = 'h-16 rounded-control';

export function PartnerLogosSkeleton() {
  return (
    <CarouselSkeleton slideClass={LOGO_SLIDE} count={5}>
      <div className={`${LOGO_BOX} grid place-items-center`}>
        <div className="skeleton h-6 w-3/4" />
      </div>
    </CarouselSkeleton>
  );
}
