import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { carouselCopy } from '#copy/carousel.ts';
import { podcastsCopy } from '#copy/podcasts.ts';
import { Carousel } from '#ui/carousel/carousel.tsx';
import { Episode } from './episode.tsx';
import { podcastsQuery } from './podcasts.data.ts';
import { PODCAST_SLIDE, PodcastsSkeleton } from './podcasts-skeleton.tsx';

/** The podcast's episodes in a row. */
export default function Podcasts({ onEmpty }: { onEmpty: () => void }) {
  const query = useQuery(podcastsQuery());
  const isEmpty = query.isError || query.data?.length === 0;
  useEffect(() => {
    if (isEmpty) onEmpty();
  }, [isEmpty, onEmpty]);
  if (!query.data?.length) return <PodcastsSkeleton />;
  return (
    <Carousel
      label={podcastsCopy.carousel}
      labels={carouselCopy}
      slideClass={PODCAST_SLIDE}
      slides={query.data.map((podcast) => ({ key: podcast.id, content: <Episode podcast={podcast} /> }))}
    />
  );
}
