import { CarouselSkeleton } from '#ui/carousel/carousel-skeleton.tsx';

export const PODCAST_SLIDE = 'basis-[88%] sm:basis-1/2 lg:basis-1/3';

/** The heights of an episode's parts, which its skeleton shares: two lines, three lines, one control. */
export const EPISODE = {
  still: 'aspect-video overflow-hidden rounded-card border border-line',
  title: 'mt-4 min-h-14',
  description: 'mt-2 min-h-15',
  link: 'mt-2 h-11',
};

export function PodcastsSkeleton() {
  return (
    <CarouselSkeleton slideClass={PODCAST_SLIDE} count={3}>
      <div className={`${EPISODE.still} skeleton`} />
      <div className={EPISODE.title}>
        <div className="skeleton h-5 w-11/12" />
        <div className="skeleton mt-2 h-5 w-3/5" />
      </div>
      <div className={EPISODE.description}>
        <div className="skeleton h-4 w-full" />
        <div className="skeleton mt-2 h-4 w-4/5" />
      </div>
      <div className={EPISODE.link} />
    </CarouselSkeleton>
  );
}
