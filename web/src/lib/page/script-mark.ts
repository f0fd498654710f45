import { createContext, use } from 'react';

const ScriptMarkContext = createContext<string | undefined>(undefined);

export const ScriptMarkProvider = ScriptMarkContext.Provider;

/**
 * The `nonce` for inline scripts of ours while the server renders; the host removes it and hashes the scripts instead.
 */
export function useScriptMark(): string | undefined {
  return use(ScriptMarkContext);
}
