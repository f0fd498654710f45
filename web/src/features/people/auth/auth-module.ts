type AuthModule = typeof import('./auth.data.ts');

let present: AuthModule | undefined;

/** Signed-in pages bring the auth client with their own files, so that nothing further is asked for (with-queries.tsx). */
export function bringAuth(module: AuthModule): void {
  present = module;
}

/** The auth client, which other pages load late. Rejects when its code does not arrive. */
export async function lateAuth(): Promise<AuthModule> {
  return present ?? import('./auth.data.ts');
}
