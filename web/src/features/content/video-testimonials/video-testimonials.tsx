import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { carouselCopy } from '#copy/content/carousel.ts';
import { videoTestimonialsCopy } from '#copy/content/video-testimonials.ts';
import { cn } from '#lib/class-names.ts';
import { fitName } from '#lib/fit-name.ts';
import { pictureAddress } from '#lib/page/picture-address.ts';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { Carousel } from '#ui/carousel/carousel.tsx';
import { PlayMark } from '#ui/carousel/play-mark.tsx';
import { type Testimonial, videoTestimonialsQuery } from './video-testimonials.data.ts';
import { TESTIMONIAL, TESTIMONIAL_SLIDE, VideoTestimonialsSkeleton } from './video-testimonials-skeleton.tsx';

/** Founders' videos in a row. */
export default function VideoTestimonials({ onEmpty }: { onEmpty: () => void }) {
  const query = usePageQuery(videoTestimonialsQuery());
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

/** One founder's video. Nothing of it is fetched before a press on play, unless it has no poster of its own. */
function VideoTestimonial({ story: { name, role, company, videoUrl, thumbnailUrl } }: { story: Testimonial }) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasStarted, setHasStarted] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const onPlay = useOnlyOnePlays(video);
  const poster = thumbnailUrl ? pictureAddress(thumbnailUrl) : undefined;

  function start() {
    setHasStarted(true);
    setHasFailed(false);
    video.current?.focus();
    // A refusal shows in the video's own controls, and a file that cannot be read in `onError`.
    video.current?.play().catch((error: unknown) => console.warn('The video did not start.', error));
  }

  return (
    <article className="@container">
      <div className={`${TESTIMONIAL.screen} relative bg-sunken`}>
        {/* biome-ignore lint/a11y/useMediaCaption: the stories have no caption files */}
        <video
          ref={video}
          src={videoUrl}
          poster={hasStarted ? poster : undefined}
          preload={thumbnailUrl ? 'none' : 'metadata'}
          controls={hasStarted}
          // Before it starts the button in front of it is what is pressed.
          tabIndex={hasStarted ? 0 : -1}
          // Older browsers: Firefox has no "playsInline", and plays every video in its place.
          playsInline
          aria-label={videoTestimonialsCopy.video(name)}
          onPlay={onPlay}
          onError={() => setHasFailed(hasStarted)}
          className="size-full object-cover -outline-offset-4!"
        />
        {!hasStarted && (
          <button
            type="button"
            aria-label={videoTestimonialsCopy.play(name)}
            onClick={start}
            className="group absolute inset-0 rounded-card -outline-offset-4!"
          >
            {/* In the place of the video's own, which a browser fetches however far away it is. */}
            {poster && <img src={poster} alt="" loading="lazy" decoding="async" className="size-full object-cover" />}
            {/* A face is in the middle. */}
            <PlayMark at="lower left" />
          </button>
        )}
        {hasFailed && (
          <p role="alert" className="absolute inset-x-3 top-3 rounded-control bg-surface px-3 py-2 text-sm font-medium">
            {videoTestimonialsCopy.failed}
          </p>
        )}
      </div>
      {/* Text of twice the size is not cut. */}
      <h3
        style={fitName(name)}
        className={cn(
          TESTIMONIAL.name,
          'fit-name truncate leading-7 [--most:1.125rem] @max-[11rem]:h-auto @max-[11rem]:whitespace-normal',
        )}
      >
        {name}
      </h3>
      <p
        className={`${TESTIMONIAL.role} line-clamp-2 text-sm text-muted @max-[11rem]:line-clamp-none @max-[11rem]:h-auto`}
      >
        {company ? videoTestimonialsCopy.roleAtCompany(role, company) : role}
      </p>
    </article>
  );
}

let playing: HTMLVideoElement | null = null;

/** One video at a time, and none out of view. Returns what to call when the video starts. */
function useOnlyOnePlays(video: RefObject<HTMLVideoElement | null>): () => void {
  const observer = useRef<IntersectionObserver>(undefined);
  useEffect(
    () => () => {
      observer.current?.disconnect();
      playing = null;
    },
    [],
  );
  return useCallback(() => {
    const element = video.current;
    if (!element) return;
    if (playing !== element) playing?.pause();
    playing = element;
    observer.current ??= new IntersectionObserver((entries) => {
      if (entries.some((entry) => !entry.isIntersecting) && !document.fullscreenElement) element.pause();
    });
    observer.current.observe(element);
  }, [video]);
}
