/** A path as the library's router reads it; as it is where an escape is malformed. */
export function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
