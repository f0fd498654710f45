import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { CONTROLS_PLACE, SLIDE_GAP, TRACK } from './carousel-shape.ts';

type Api = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>;

const MOVE_EVERY_MS = 3500;
const FOCUSABLE = 'a[href], button:not([disabled]), video, iframe';
/** Parts in which the arrow keys have their own meaning, such as seeking. */
const OWN_ARROWS = 'video, input, textarea, select';

/** What the controls are called and how the parts are read out. */
export interface CarouselLabels {
  carousel: string;
  slide: string;
  position: (number: number, count: number) => string;
  previous: string;
  next: string;
  pause: string;
  play: string;
}

interface CarouselProps {
  label: string;
  labels: CarouselLabels;
  slides: { key: string; content: ReactNode }[];
  /** The slides' width, as `basis-…` classes: the same as those of its skeleton. */
  slideClass: string;
  moves?: boolean;
}

/**
 * A row of slides to move by arrows, arrow keys, Home and End, or a swipe. Tab reaches every slide, and brings it into
 * view. With `moves` the row goes round by itself, except with reduced motion, under a pointer, a touch or the focus,
 * or after its pause button.
 */
export function Carousel({ label, labels, slides, slideClass, moves = false }: CarouselProps) {
  const wantsLessMotion = useMediaQuery('(prefers-reduced-motion: reduce)', true);
  const [isPaused, setIsPaused] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const mayMove = moves && !wantsLessMotion;
  const isMoving = mayMove && !isPaused && !hasFocus;
  const plugins = useMemo(
    () =>
      isMoving
        ? [
            Autoplay({
              delay: MOVE_EVERY_MS,
              stopOnInteraction: false,
              stopOnMouseEnter: true,
              stopOnFocusIn: false,
              rootNode: (viewport) => viewport.parentElement,
            }),
          ]
        : [],
    [isMoving],
  );
  // Embla notices the focus only within 10 ms after a key, and a slow phone needs longer.
  const [viewport, api] = useEmblaCarousel({ align: 'start', loop: moves, watchFocus: false }, plugins);
  const { canPrevious, canNext } = useScrollState(api);
  useTakenOverPlace(api);
  const canScroll = canPrevious || canNext;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    if (!api || event.altKey || event.ctrlKey || event.metaKey || target.matches(OWN_ARROWS)) return;
    if (!moveByKey(api, event.key, target, wantsLessMotion)) return;
    event.preventDefault();
  }

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    setHasFocus(true);
    // After a press nothing scrolls: the pressed element is in view.
    if (api && target.matches(':focus-visible')) showSlideOf(api, target);
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setHasFocus(false);
  };

  return (
    <section
      aria-roledescription={labels.carousel}
      aria-label={label}
      className="relative flex flex-col"
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <div className={cn(CONTROLS_PLACE, 'flex gap-2', !canScroll && 'invisible')}>
        {mayMove && (
          <Control label={isPaused ? labels.play : labels.pause} onClick={() => setIsPaused(!isPaused)}>
            {isPaused ? <Play /> : <Pause />}
          </Control>
        )}
        <Control label={labels.previous} isDisabled={!canPrevious} onClick={() => api?.scrollPrev(wantsLessMotion)}>
          <ChevronLeft />
        </Control>
        <Control label={labels.next} isDisabled={!canNext} onClick={() => api?.scrollNext(wantsLessMotion)}>
          <ChevronRight />
        </Control>
      </div>
      {/* The margin and the padding leave room for the focus rings of elements at the edge. Before scripts it scrolls. */}
      <div
        ref={viewport}
        // Logos have nothing else that could take the focus, to scroll by keys.
        tabIndex={moves && !api ? 0 : undefined}
        className={cn(
          '-m-1.5 p-1.5',
          api ? 'overflow-hidden' : 'snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]',
        )}
      >
        <div className={cn(TRACK, api && 'touch-pan-y')}>
          {slides.map(({ key, content }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group, but no set of form fields
            <div
              key={key}
              role="group"
              aria-roledescription={labels.slide}
              aria-label={labels.position(index + 1, slides.length)}
              className={cn('min-w-0 shrink-0 snap-start', SLIDE_GAP, slideClass)}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Goes on where the row was scrolled to, or where its focus is, before its scripts came. */
function useTakenOverPlace(api: Api | undefined): void {
  useEffect(() => {
    if (!api) return;
    const row = api.rootNode();
    const held = document.activeElement;
    if (held instanceof HTMLElement && held !== row && row.contains(held)) return showSlideOf(api, held);
    const isShown = (node: HTMLElement) => node.offsetLeft + node.offsetWidth / 2 >= row.scrollLeft;
    const slide = api.slideNodes().findIndex(isShown);
    row.scrollLeft = 0;
    if (slide > 0) api.scrollTo(snapOf(api, slide), true);
  }, [api]);
}

type ControlProps = { label: string; isDisabled?: boolean; onClick: () => void; children: ReactNode };

function Control({ label, isDisabled = false, onClick, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`: at the end of the row the button keeps the focus, so that the arrow keys still work.
      aria-disabled={isDisabled || undefined}
      onClick={onClick}
      className={
        'grid size-11 place-items-center rounded-full border border-line-strong bg-surface text-ink ' +
        'transition-colors duration-150 ease-out hover:bg-sunken aria-disabled:cursor-default ' +
        'aria-disabled:border-line aria-disabled:text-muted aria-disabled:hover:bg-surface ' +
        '[&>svg]:size-5 aria-disabled:[&>svg]:opacity-40'
      }
    >
      {children}
    </button>
  );
}

function useScrollState(api: Api | undefined) {
  const [state, setState] = useState({ canPrevious: false, canNext: false });
  useEffect(() => {
    if (!api) return;
    const read = () => setState({ canPrevious: api.canScrollPrev(), canNext: api.canScrollNext() });
    read();
    api.on('select', read).on('reInit', read);
    return () => {
      api.off('select', read).off('reInit', read);
    };
  }, [api]);
  return state;
}

/** @returns whether the key has a meaning here */
function moveByKey(api: Api, key: string, target: HTMLElement, jump: boolean): boolean {
  const count = api.slideNodes().length;
  const held = api.slideNodes().findIndex((slide) => slide.contains(target));
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count };
  const step = steps[key];
  if (step === undefined) return false;
  if (held >= 0) {
    const next = Math.min(Math.max(held + step, 0), count - 1);
    api.scrollTo(snapOf(api, next), jump);
    // The focus moves too, so that it never stays on a slide that is out of view.
    api.slideNodes()[next]?.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true });
  } else if (Math.abs(step) > 1) {
    api.scrollTo(step < 0 ? 0 : api.scrollSnapList().length - 1, jump);
  } else if (step < 0) api.scrollPrev(jump);
  else api.scrollNext(jump);
  return true;
}

function showSlideOf(api: Api, target: HTMLElement): void {
  const slide = api.slideNodes().findIndex((node) => node.contains(target));
  if (slide < 0) return;
  const snap = snapOf(api, slide);
  if (snap !== api.selectedScrollSnap()) api.scrollTo(snap, true);
  // The browser also scrolls the row to the focused element, so the row would move twice.
  const undo = () => {
    api.rootNode().scrollLeft = 0;
  };
  undo();
  requestAnimationFrame(undo);
}

/** The resting place that shows a slide: the last slides share one. */
function snapOf(api: Api, slide: number): number {
  return api.internalEngine().slideRegistry.findIndex((group) => group.includes(slide));
}
