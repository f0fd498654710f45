import { queryOptions } from '@tanstack/react-query';
import { publicApi } from '#lib/public-api.ts';

export interface PartnerLogo {
  id: string;
  name: string;
  imageUrl: string;
}

/** All partners, in the administrators' order (administrator side, section 5). Kept as general queries are (section 9). */
export function partnerLogosQuery() {
  return queryOptions({
    queryKey: ['partner-logos'],
    queryFn: async ({ signal }): Promise<PartnerLogo[]> => {
      const { data, error } = await publicApi()
        .from('partner_logos')
        .select('id, name, image_url')
        .order('order_index')
        .order('created_at')
        .abortSignal(signal);
      if (error) throw error;
      return data.map(({ id, name, image_url }) => ({ id, name, imageUrl: image_url }));
    },
  });
}
