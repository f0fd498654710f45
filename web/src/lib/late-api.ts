import type { PublicApi } from './public-api.ts';

/** The visitor's data API. The first answers come with the page, so the client that asks for others arrives when it is used. */
export async function latePublicApi(): Promise<PublicApi> {
  const { publicApi } = await import('./public-api.ts');
  return publicApi();
}

/** The present by the server's clock, which the answers to that client tell. */
export const lateServerNow = async (): Promise<Date> => (await import('./server-time.ts')).serverNow();
