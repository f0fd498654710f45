/** How much of a key may be printed. */
const SHOWN = 12;
/** A shorter text is found in ordinary words. */
const SHORTEST = 6;

/** The beginning of a key, by which a person knows which one it is. */
export const shown = (key: string) => key.slice(0, SHOWN);

/** Keys that are known by how they begin, wherever they come from. */
const KEYS = /\b(sb_(secret|publishable)_|sbp_|whsec_|rzp_(test|live)_|GOCSPX-|ey[\w-]{8,}\.)[\w.+/=-]{4,}/g;

/** Takes every secret out of a text: of a key its beginning stays, of anything else nothing. */
export function createRedact(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets)].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
  return (text) =>
    known
      .reduce(
        (rest, secret) => rest.replaceAll(secret, /^(sb_|sbp_|rzp_)/.test(secret) ? `${shown(secret)}…` : '…'),
        text,
      )
      .replace(KEYS, (key) => (key.length > SHOWN ? `${shown(key)}…` : key));
}
