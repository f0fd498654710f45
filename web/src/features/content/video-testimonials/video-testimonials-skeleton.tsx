import { CarouselSkeleton } from '#ui/carousel/carousel-skeleton.tsx';

export const TESTIMONIAL_SLIDE = 'basis-[72%] sm:basis-2/5 md:basis-1/3 lg:basis-1/4';

/** The heights of a story's parts, which its skeleton shares. */
export const TESTIMONIAL = {
  screen: 'aspect-9/16 overflow-hidden rounded-card',
  name: 'mt-4 h-7',
  role: 'mt-0.5 h-10',
};

export function VideoTestimonialsSkeleton() {
  return (
    <CarouselSkeleton slideClass={TESTIMONIAL_SLIDE} count={4}>
      <div className={`${TESTIMONIAL.screen} skeleton`} />
      <div className={TESTIMONIAL.name}>
        <div className="skeleton h-5 w-3/5" />
      </div>
      <div className={TESTIMONIAL.role}>
        <div className="skeleton h-4 w-4/5" />
      </div>
    </CarouselSkeleton>
  );
}
