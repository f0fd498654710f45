/** @returns null when the text is no address. URL.parse and URL.canParse are missing in the oldest browsers. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
