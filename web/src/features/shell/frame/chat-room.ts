import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** What can be pressed, and what is read. */
const COVERED =
  'a[href], button, input, select, textarea, summary, label, video, [tabindex="0"], ' +
  'main :is(p, li, dl, h1, h2, h3, table, img)';
/** The page stands still. */
const REST_MS = 250;
const STEPS = [0, 1 / 3, 2 / 3, 1];

/** Draws the chat button at its full size while the page stands still and nothing is below it. */
export function useChatRoom(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another button
  useEffect(() => {
    const chat = document.querySelector<HTMLElement>('[data-chat]');
    if (!chat) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => chat.toggleAttribute('data-clear', isClear(chat));
    const lookLater = () => {
      clearTimeout(timer);
      timer = setTimeout(look, REST_MS);
    };
    const onScroll = () => {
      chat.removeAttribute('data-clear');
      lookLater();
    };
    lookLater();
    // What opens or arrives below the button changes the height of the page, or follows a press.
    const growth = new ResizeObserver(lookLater);
    growth.observe(document.body);
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', lookLater);
    window.addEventListener('click', lookLater);
    return () => {
      clearTimeout(timer);
      growth.disconnect();
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', lookLater);
      window.removeEventListener('click', lookLater);
    };
  }, [pathname]);
}

function isClear(chat: HTMLElement): boolean {
  const { left, top, width, height } = chat.getBoundingClientRect();
  return STEPS.every((x) =>
    STEPS.every((y) => {
      const below = document
        .elementsFromPoint(left + x * (width - 1), top + y * (height - 1))
        .find((element) => !chat.contains(element));
      return !below?.closest(COVERED);
    }),
  );
}
