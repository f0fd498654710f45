/** The shape of the policy matrix, and the words that its entries share. */
import type { Persona } from '#tests/kit/personas.ts';

export type Value = string | number | boolean;

export interface TablePolicies {
  table: string;
  /** Column that names a row in what follows. */
  key: string;
  /** Only rows for which this holds are looked at; for tables that have other rows as well. */
  within?: { column: string; value: Value };
  /** Keys of the rows that each persona sees, out of the fixtures. */
  reads: Record<Persona, Value[]>;
  /** Its one row exists, and the table takes no other. */
  hasOneRow?: true;
  inserts: [what: string, values: Record<string, Value>, by: Persona[]][];
  updates: [what: string, row: Value, set: Record<string, Value>, by: Persona[]][];
  deletes: [row: Value, by: Persona[]][];
}

export const administrator: Persona[] = ['administrator'];
export const noPersona: Persona[] = [];

export function toAll(keys: Value[]): Record<Persona, Value[]> {
  return { visitor: keys, founder: keys, otherFounder: keys, mentor: keys, otherMentor: keys, administrator: keys };
}

/** Nothing for the personas that are not named. */
export function toThese(keys: Partial<Record<Persona, Value[]>>): Record<Persona, Value[]> {
  return { ...toAll([]), ...keys };
}

export function toAdministrator(keys: Value[], toOthers: Value[] = []): Record<Persona, Value[]> {
  return { ...toAll(toOthers), administrator: keys };
}
