import Bowser from 'bowser';

/**
 * What a browser calls itself, in words: "Chrome on Android". `unknown` where browser or system are not known
 * (docs/product/accounts.md#sessions).
 */
export function deviceName(userAgent: string | null | undefined, unknown: string): string {
  if (!userAgent?.trim()) return unknown;
  const parser = Bowser.getParser(userAgent);
  const browser = parser.getBrowserName();
  const system = parser.getOSName();
  return browser && system ? `${browser} on ${system}` : unknown;
}
