import fc from 'fast-check';
import { test } from 'vitest';

/** Every code unit, halves of characters included. fast-check's own 'binary' takes seconds to set up. */
export const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

/** A test that `check` neither throws nor returns false, whatever values of these arbitraries it is given. */
export function testProperty<Values extends [unknown, ...unknown[]]>(
  title: string,
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  check: (...values: Values) => void | Promise<void>,
  options?: fc.Parameters<NoInfer<Values>>,
): void {
  const property = fc.asyncProperty<Values>(...arbitraries, async (...values) => check(...values));
  test(title, () => fc.assert(property, options));
}
