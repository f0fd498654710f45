import { createContext, use } from 'react';

const ScriptMarkContext = createContext<string | undefined>(undefined);

export const ScriptMarkProvider = ScriptMarkContext.Provider;

/** The `nonce` for inline scripts of ours while the server renders; the host takes it off again and hashes them. */
export function useScriptMark(): string | undefined {
  return use(ScriptMarkContext);
}
