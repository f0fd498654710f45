/**
 * Library behaviour (0.10.0), on Postgres:
 *
 * - json and jsonb parameters that Lite has already turned into text are encoded once more, so that
 *   `auth.users.raw_user_meta_data` holds a JSON *string* and `raw_user_meta_data ->> 'name'` is NULL in triggers;
 * - `timestamptz` is answered as `2025-01-31 10:00:00+00` and `timestamp` with a space, where PostgREST (and Lite itself in
 *   embedded rows) writes ISO 8601;
 * - `numeric` is a string whenever its text is not the shortest one (`4.50`), where PostgREST writes a number.
 *
 * Correction: our own parsers. `date` and `time` stay the text that Postgres sends.
 */
import type postgres from 'postgres';

type PostgresType = postgres.PostgresType;

/**
 * Lite hands over both text that is JSON already and plain values. Text that reads as a JSON object or array is taken as
 * such; a JSON *string* with such a content cannot be stored this way, and no column of ours wants one.
 */
function encodeJson(value: unknown): string {
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    try {
      JSON.parse(value);
      return value;
    } catch {
      // A text that merely begins like JSON.
    }
  }
  return JSON.stringify(value);
}

function toIso(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

function toNumber(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

const asText = (value: unknown) => String(value);

/** For `postgresOptions.types`: the names are Lite's own, which these replace. */
export const typeParsers: Record<string, PostgresType> = {
  json: { to: 114, from: [114], serialize: encodeJson, parse: JSON.parse },
  jsonb: { to: 3802, from: [3802], serialize: encodeJson, parse: JSON.parse },
  timestamptz: { to: 1184, from: [1184], serialize: asText, parse: toIso },
  timestamp: { to: 1114, from: [1114], serialize: asText, parse: toIso },
  numeric: { to: 1700, from: [1700], serialize: asText, parse: toNumber },
};
