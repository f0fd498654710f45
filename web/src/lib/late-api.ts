import type { PublicApi } from './public-api.ts';

/** The visitor's data API. The page contains the first answers, so the client is loaded only when others are needed. */
export async function latePublicApi(): Promise<PublicApi> {
  const { publicApi } = await import('./public-api.ts');
  return publicApi();
}

/** The present by the server's clock, which that client learns from its answers. */
export const lateServerNow = async (): Promise<Date> => (await import('./server-time.ts')).serverNow();
