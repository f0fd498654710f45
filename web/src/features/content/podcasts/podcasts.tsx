import { ArrowUpRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { carouselCopy } from '#copy/content/carousel.ts';
import { podcastsCopy } from '#copy/content/podcasts.ts';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { privateStill, youtubePlayerUrl } from '#rules/content/youtube.ts';
import { Carousel } from '#ui/carousel/carousel.tsx';
import { PlayMark } from '#ui/carousel/play-mark.tsx';
import { Picture } from '#ui/picture.tsx';
import { PointMark } from '#ui/point-mark.tsx';
import { type Podcast, podcastsQuery } from './podcasts.data.ts';
import { EPISODE, PODCAST_SLIDE, PodcastsSkeleton } from './podcasts-skeleton.tsx';

/** The podcast's episodes in a row. */
export default function Podcasts({ onEmpty }: { onEmpty: () => void }) {
  const query = usePageQuery(podcastsQuery());
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

const WATCH_LINK = 'inline-flex items-center gap-1 text-sm font-semibold text-accent-text hover:underline';
const STILL_SIZES = '(min-width: 80rem) 384px, (min-width: 64rem) 31vw, (min-width: 40rem) 47vw, 84vw';

/** One episode. YouTube hears of no visitor who does not press play: until then our own picture stands there. */
function Episode({ podcast }: { podcast: Podcast }) {
  const { title, description, youtubeUrl, youtubeId, thumbnailUrl } = podcast;
  const [isPlaying, setIsPlaying] = useState(false);
  const still = privateStill(thumbnailUrl);
  return (
    <article className="@container">
      <div className={`${EPISODE.still} relative bg-sunken`}>
        {isPlaying ? (
          <iframe
            // The pressed button is gone: the keyboard goes on in the player.
            ref={(player) => player?.focus()}
            src={youtubePlayerUrl(youtubeId)}
            title={podcastsCopy.player(title)}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture; web-share"
            allowFullScreen
            referrerPolicy="strict-origin-when-cross-origin"
            className="size-full"
          />
        ) : (
          <button
            type="button"
            aria-label={podcastsCopy.play(title)}
            onClick={() => setIsPlaying(true)}
            className="group absolute inset-0 rounded-card -outline-offset-4!"
          >
            {still ? (
              <Picture src={still} alt="" width={640} height={360} sizes={STILL_SIZES} className="size-full" />
            ) : (
              <PointMark className="absolute left-1/2 top-1/2 w-1/2 -translate-1/2" />
            )}
            <PlayMark at="middle" />
          </button>
        )}
      </div>
      <h3 className={`${EPISODE.title} line-clamp-2 text-lg @max-tight:line-clamp-none`}>{title}</h3>
      <p className={`${EPISODE.description} line-clamp-3 text-sm text-muted @max-tight:line-clamp-none`}>
        {description}
      </p>
      <a
        href={youtubeUrl}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={podcastsCopy.opensInNewTab(title)}
        className={`${EPISODE.link} ${WATCH_LINK}`}
      >
        {podcastsCopy.watchOnYoutube}
        <ArrowUpRight className="size-4" aria-hidden="true" />
      </a>
    </article>
  );
}
