import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { carouselCopy } from '#copy/carousel.ts';
import { videoStoriesCopy } from '#copy/video-testimonials.ts';
import { Carousel } from '#ui/carousel/carousel.tsx';
import { Story } from './video-testimonial.tsx';
import { videoStoriesQuery } from './video-testimonials.data.ts';
import { STORY_SLIDE, VideoStoriesSkeleton } from './video-testimonials-skeleton.tsx';

/** Founders' videos in a row. */
export default function VideoStories({ onNothing }: { onNothing: () => void }) {
  const query = useQuery(videoStoriesQuery());
  const isNothing = query.isError || query.data?.length === 0;
  useEffect(() => {
    if (isNothing) onNothing();
  }, [isNothing, onNothing]);
  if (!query.data?.length) return <VideoStoriesSkeleton />;
  return (
    <Carousel
      label={videoStoriesCopy.carousel}
      words={carouselCopy}
      slideClass={STORY_SLIDE}
      slides={query.data.map((story) => ({ key: story.id, content: <Story story={story} /> }))}
    />
  );
}
