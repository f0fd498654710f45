/**
 * Checks the shape of the database's answers on a signed-in person's first screen. Zod, which the forms use, is 23 KB
 * more.
 */
type Check<T> = (value: unknown) => value is T;
/** What a check lets pass. */
export type Shaped<C> = C extends Check<infer T> ? T : never;

export const isText: Check<string> = (value) => typeof value === 'string';
export const isNumber: Check<number> = (value) => typeof value === 'number';
export const isFlag: Check<boolean> = (value) => typeof value === 'boolean';

export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value) => value === null || check(value);
}

export function oneOf<const T extends string>(...texts: T[]): Check<T> {
  return (value): value is T => (texts as unknown[]).includes(value);
}

export function eitherOf<T, U>(one: Check<T>, other: Check<U>): Check<T | U> {
  return (value): value is T | U => one(value) || other(value);
}

export function listOf<T>(check: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(check);
}

/** An object that has at least these fields. */
export function shapeOf<C extends Record<string, Check<unknown>>>(
  checks: C,
): Check<{ [Field in keyof C]: Shaped<C[Field]> }> {
  return (value): value is { [Field in keyof C]: Shaped<C[Field]> } =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([field, check]) => check((value as Record<string, unknown>)[field]));
}

/** Returns the answer. Throws an error with `name` when the shape is wrong. */
export function readAs<T>(check: Check<T>, name: string, answer: unknown): T {
  if (!check(answer)) throw new TypeError(`${name} answered something else than expected`);
  return answer;
}
