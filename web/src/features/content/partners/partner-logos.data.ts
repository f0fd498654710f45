import { queryOptions } from '@tanstack/react-query';
import { type PublicApi, publicApi } from '#lib/public-api.ts';
import { HOME_CONTENT } from '#lib/query/public-content.ts';

export type PartnerLogo = { id: string; name: string; imageUrl: string };

/** All partners, in the administrators' order (docs/product/content.md#partners). */
export function partnerLogosQuery(api?: PublicApi) {
  return queryOptions({
    ...HOME_CONTENT,
    queryKey: ['partner-logos'],
    queryFn: async ({ signal }): Promise<PartnerLogo[]> => {
      const { data, error } = await (api ?? publicApi())
        .from('partner_logos')
        .select('id,name,imageUrl:image_url')
        .order('order_index')
        .order('id')
        .abortSignal(signal);
      if (error) throw error;
      return data;
    },
  });
}
