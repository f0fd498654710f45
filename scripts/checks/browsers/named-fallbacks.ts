/**
 * A feature that an old browser lacks may be used where a comment says how the page works without it:
 * `Older browsers: "share" is asked for first; the dialog has links.` Names stand in straight quotes.
 */
const COMMENT = /Older browsers: ((?:(?!\*\/)[^\n]|\n\s*(?:\/\/|\*(?!\/)))*)/g;

/** The names of features that comments of a source speak of, in lower case. */
export function namedFallbacks(source: string): Set<string> {
  const comments = [...`${source}\n`.matchAll(COMMENT)].map(([, text = '']) => text);
  return new Set(
    comments.flatMap((text) => [...text.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name.toLowerCase())),
  );
}
