import { expect, test } from 'vitest';
import { functionTypesOf } from './database-types.ts';

const ALL = `// Generated.

export type Json = string | Json[];

export type Database = {
  public: {
    Tables: {
      bookings: {
        Row: { id: string };
      };
      mentors: {
        Row: { id: string };
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      cancel: { Args: { p_id: string }; Returns: Json };
      expire: { Args: never; Returns: undefined } | { Args: { p_id: string }; Returns: undefined };
      overview: { Args: never; Returns: Json };
    };
  };
};

export type Tables<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name];
`;

test('the types of the functions are the tables and procedures that a source names, as they stand in the whole file', () => {
  const sources = [
    "client.from('bookings').select(); storage.from('mentor_images'); await ask(client.rpc('cancel', { p_id: 'mentors' }));",
    "type Step = 'expire'; const call = (step: Step) => client.rpc(step); // 'overview'",
  ];
  expect(functionTypesOf(ALL, sources).replace(/^.*\n\n/, '')).toBe(`export type Json = string | Json[];

export type Database = {
  public: {
    Tables: {
      bookings: {
        Row: { id: string };
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      cancel: { Args: { p_id: string }; Returns: Json };
      expire: { Args: never; Returns: undefined } | { Args: { p_id: string }; Returns: undefined };
    };
  };
};
`);
});

test('a file of another shape is not cut', () => {
  expect(() => functionTypesOf(ALL.replace('Functions', 'Procedures'), [])).toThrow('have no Functions');
  expect(() => functionTypesOf('', [])).toThrow('have no Json');
});
