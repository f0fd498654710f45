/**
 * The pages whose form a browser without scripts posts to the page itself, each with the megabytes that its body may
 * have. The limit is above that of a photo, so that the page itself can refuse a photo that is too large, and keep the
 * typed texts.
 */
const FORM_PAGES: Readonly<Record<string, number>> = {
  '/share-your-story': 8,
  '/join-as-mentor': 1,
  '/mentors/match': 1,
  '/ask-us': 1,
};

/** The megabytes that a form posted to this path may have; undefined where no page has such a form. */
export function formLimitOf(path: string): number | undefined {
  return Object.hasOwn(FORM_PAGES, path) ? FORM_PAGES[path] : undefined;
}
