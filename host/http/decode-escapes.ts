/** A path or query with its escapes read; as it is where one of them is malformed. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
