/**
 * Words in the scripts of a page's first load that may be classes, by the id of its route. Only for pages with
 * OWN_STYLES. A build fills it in (`web/first-load-classes.ts`).
 */
export const firstLoadClasses: Readonly<Record<string, readonly string[]>> = {};
