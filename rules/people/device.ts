import Bowser from 'bowser';

/**
 * The browser's name for itself, in words: "Chrome on Android". `unknown` if browser or system is not known
 * (docs/product/accounts.md#sessions).
 */
export function deviceName(userAgent: string | null | undefined, unknown: string): string {
  if (!userAgent?.trim()) return unknown;
  const parser = Bowser.getParser(userAgent);
  const browser = parser.getBrowserName();
  const system = parser.getOSName();
  return browser && system ? `${browser} on ${system}` : unknown;
}
