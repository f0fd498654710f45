/** What this browser remembers between the start of an authorisation and Google's answer, which comes to another window. */
export interface BegunAuthorisation {
  /** OAuth's state. */
  state: string;
  /** Milliseconds since 1970. */
  at: number;
}

const KEY = 'point-0-google-authorisation';

export function rememberBegun(begun: BegunAuthorisation): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(begun));
  } catch (error) {
    console.warn('This browser cannot remember that an authorisation was begun', error);
  }
}

export function readBegun(): BegunAuthorisation | null {
  try {
    const { state, at }: { state?: unknown; at?: unknown } = Object(
      JSON.parse(localStorage.getItem(KEY) ?? 'null'),
    );
    return typeof state === 'string' && typeof at === 'number' ? { state, at } : null;
  } catch {
    // Closed to us, or not ours: then nothing was begun.
    return null;
  }
}
