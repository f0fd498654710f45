/**
 * What may be a class in the scripts of a page's first load, by the id of its route; of pages that come with their own styles.
 * A build fills it in (`web/first-load-classes.ts`).
 */
export const firstLoadClasses: Readonly<Record<string, readonly string[]>> = {};
