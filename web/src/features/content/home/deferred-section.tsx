import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { cn } from '#lib/class-names.ts';
import { allStyles } from '#lib/page/all-styles.ts';
import { whenOnline } from '#lib/when-online.ts';
import { NeedsScripts } from '#ui/messages/needs-scripts.tsx';

/** How far below the screen a section may still be when it begins to load, in pixels. */
const NEAR_VIEW_PX = 300;

type Content = ComponentType<{ onEmpty: () => void }>;

/** A section's content whose code is asked for when its turn comes. The server draws it at once. */
interface Deferred {
  Content: Content;
  begin: (isInPage: boolean) => void;
}

/** @param load gives a component that reads by itself, and says so when it has nothing to show */
export function deferredContent(load: () => Promise<{ default: Content }>): Deferred {
  let begin: Deferred['begin'] = () => {};
  const turn = new Promise<boolean>((resolve) => {
    begin = resolve;
  });
  const Content = lazy(async () => {
    if (import.meta.env.SSR) return load();
    const isInPage = await turn;
    await allStyles();
    return load().catch((error: unknown) => {
      if (!isInPage) throw error;
      // What the server drew stays as it is: it can be read and scrolled.
      console.warn('The code of a carousel did not arrive.', error);
      return new Promise<never>(() => {});
    });
  });
  return { Content, begin };
}

/**
 * A section whose code comes by the schedule (HOME_SCHEDULE). The server draws its content; where the page was opened from
 * another one, or the content could not be read, `skeleton` keeps its place, so that nothing moves. With nothing to show
 * or a failed read the whole section goes.
 */
export function DeferredSection({
  section,
  title,
  intro,
  isSlim = false,
  className,
  isInPage = false,
  skeleton,
  content: { Content, begin },
}: {
  section: HomeSection;
  title: string;
  intro?: string;
  /** A quiet band between two larger sections. */
  isSlim?: boolean;
  className?: string;
  /** The server has read the content. */
  isInPage?: boolean | undefined;
  skeleton: ReactNode;
  content: Deferred;
}) {
  const element = useRef<HTMLElement>(null);
  const titleId = useId();
  useTurn(section, element, () => begin(isInPage));
  const [isEmpty, setIsEmpty] = useState(false);
  const onEmpty = useCallback(() => setIsEmpty(true), []);
  const isGone = useVanishing(isEmpty, element);
  if (isGone) return null;
  return (
    <section
      ref={element}
      data-section={section}
      aria-labelledby={isEmpty ? undefined : titleId}
      className={cn(className, isEmpty && 'invisible')}
    >
      <div className={cn('page-width', isSlim ? 'py-8 md:py-10' : 'py-16 md:py-24')}>
        <div className={cn('md:pr-44', isSlim ? 'mb-6 md:mb-8' : 'mb-8 md:mb-10')}>
          <h2 id={titleId} className={isSlim ? 'text-lg' : 'text-2xl'}>
            {title}
          </h2>
          {intro && <p className="mt-2 max-w-prose text-muted">{intro}</p>}
        </div>
        {section !== 'trustedBy' && <NeedsScripts align="start" />}
        {isEmpty ? (
          skeleton
        ) : (
          <LoadFailureBoundary onEmpty={onEmpty}>
            <Suspense fallback={skeleton}>
              <Content onEmpty={onEmpty} />
            </Suspense>
          </LoadFailureBoundary>
        )}
      </div>
    </section>
  );
}

/** Code that cannot be fetched takes its section along, and not the page. */
class LoadFailureBoundary extends Component<{ onEmpty: () => void; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onEmpty();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/** Calls `begin` when it is a section's turn to load: after its delay, or as soon as its element comes near the view. */
function useTurn(section: HomeSection, element: RefObject<HTMLElement | null>, begin: () => void): void {
  const atTurn = useEffectEvent(begin);
  useEffect(() => {
    if (!element.current) return;
    // What is asked for without a network fails.
    const start = () => void whenOnline().then(atTurn);
    const timer = setTimeout(start, sectionDelayMs(section));
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) start();
      },
      { rootMargin: `${NEAR_VIEW_PX}px 0px` },
    );
    observer.observe(element.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [section, element]);
}

/**
 * Removes an element without content without moving what is being read: at once while it is below the screen, else as
 * soon as it has left it; above the screen only where the browser has scroll anchoring.
 */
function useVanishing(isEmpty: boolean, element: RefObject<HTMLElement | null>): boolean {
  const [isGone, setIsGone] = useState(false);
  useEffect(() => {
    if (!isEmpty || isGone || !element.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry || entry.isIntersecting) return;
      if (entry.boundingClientRect.top > 0 || CSS.supports('overflow-anchor', 'auto')) setIsGone(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isEmpty, isGone, element]);
  return isGone;
}

/** The home page's sections after the hero, from the top. */
export type HomeSection =
  | 'trustedBy'
  | 'featuredMentors'
  | 'whyChoose'
  | 'howItWorks'
  | 'podcasts'
  | 'videoStories'
  | 'closingCall';

interface Turn {
  section: HomeSection;
  /** Milliseconds after the page began to run: the latest moment at which the section loads. */
  delayMs: number;
  /** Whether the section works from the page's HTML. */
  comesWithPage: boolean;
}

/**
 * When each section after the hero loads (docs/product/content.md#home). Neighbouring text sections share a delay, as
 * do the last carousel and the words after it. A delay is the latest moment. All come with the page, for search engines and
 * people without scripts; the delays hold back the code of the three carousels, which move by it.
 */
export const HOME_SCHEDULE: readonly Turn[] = [
  { section: 'trustedBy', delayMs: 200, comesWithPage: false },
  { section: 'featuredMentors', delayMs: 1000, comesWithPage: true },
  { section: 'whyChoose', delayMs: 1500, comesWithPage: true },
  { section: 'howItWorks', delayMs: 1500, comesWithPage: true },
  { section: 'podcasts', delayMs: 2000, comesWithPage: false },
  { section: 'videoStories', delayMs: 2500, comesWithPage: false },
  { section: 'closingCall', delayMs: 2500, comesWithPage: true },
];

/**
 * The longest that a section waits, in milliseconds; it loads earlier when it comes near the view.
 *
 * @throws Error for a section that is not in the schedule
 */
export function sectionDelayMs(section: HomeSection): number {
  const turn = HOME_SCHEDULE.find((candidate) => candidate.section === section);
  if (!turn) throw new Error(`${section} is not scheduled`);
  return turn.comesWithPage ? 0 : turn.delayMs;
}
