/** A path or query with its escapes decoded; unchanged where an escape is malformed. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
