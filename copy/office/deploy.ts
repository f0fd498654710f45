/** What the commands of a deployment say in the terminal. */
export const deployCopy = {
  missing: (file: string, names: readonly string[]) => `Missing in ${file}: ${names.join(', ')}. Nothing was pushed.`,
  pushed: 'The configuration was pushed.',
  noCli: 'The Supabase CLI is not installed. Run npm install --global supabase@3.1.0 first.',
} as const;
