import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { carouselCopy } from '#copy/carousel.ts';
import { videoTestimonialsCopy } from '#copy/video-testimonials.ts';
import { Carousel } from '#ui/carousel/carousel.tsx';
import { VideoTestimonial } from './video-testimonial.tsx';
import { videoTestimonialsQuery } from './video-testimonials.data.ts';
import { TESTIMONIAL_SLIDE, VideoTestimonialsSkeleton } from './video-testimonials-skeleton.tsx';

/** Founders' videos in a row. */
export default function VideoTestimonials({ onEmpty }: { onEmpty: () => void }) {
  const query = useQuery(videoTestimonialsQuery());
  const isEmpty = query.isError || query.data?.length === 0;
  useEffect(() => {
    if (isEmpty) onEmpty();
  }, [isEmpty, onEmpty]);
  if (!query.data?.length) return <VideoTestimonialsSkeleton />;
  return (
    <Carousel
      label={videoTestimonialsCopy.carousel}
      labels={carouselCopy}
      slideClass={TESTIMONIAL_SLIDE}
      slides={query.data.map((story) => ({ key: story.id, content: <VideoTestimonial story={story} /> }))}
    />
  );
}
