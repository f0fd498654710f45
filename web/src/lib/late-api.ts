import type { PublicApi } from './public-api.ts';

/** The visitor's data API. The first answers come with the page, so the client that asks for others arrives when it is used. */
export async function latePublicApi(): Promise<PublicApi> {
  const { publicApi } = await import('./public-api.ts');
  return publicApi();
}

/** The present by the server's clock, as far as the answers told it. */
export async function lateServerNow(): Promise<Date> {
  const { serverNow } = await import('./server-time.ts');
  return serverNow();
}
