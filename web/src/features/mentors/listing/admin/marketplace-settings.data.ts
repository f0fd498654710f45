import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { marketplaceSettings as copy } from '#copy/sessions/admin-requests.ts';
import { apiFailure } from '#lib/api-error.ts';
import { NEVER_CACHED, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { knownRefusal } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';

export const APPROVALS = ['administrator', 'mentor', 'automatic'] as const;

const settingsShape = z.object({
  approval: z.enum(APPROVALS),
  default_fee_bps: z.number(),
  default_min_notice_minutes: z.number(),
});
export type MarketplaceSettings = z.output<typeof settingsShape>;

export const marketplaceSettingsQuery = queryOptions({
  queryKey: [OFFICE, 'marketplace-settings'],
  queryFn: async () => {
    const { data, error } = await supabase().rpc('marketplace_settings');
    if (error) throw error;
    return settingsShape.parse(data);
  },
  ...NEVER_CACHED,
  ...SILENT,
});

/** Saves what was changed, and leaves the rest as another administrator may have set it. Throws ApiError with a sentence. */
export async function saveMarketplaceSettings(was: MarketplaceSettings, now: MarketplaceSettings): Promise<void> {
  const changed = <Name extends keyof MarketplaceSettings>(name: Name) =>
    now[name] === was[name] ? undefined : now[name];
  const { error, status } = await supabase().rpc('save_marketplace_settings', {
    p_approval: changed('approval'),
    p_default_fee_bps: changed('default_fee_bps'),
    p_default_min_notice_minutes: changed('default_min_notice_minutes'),
    p_seen: was,
  });
  if (!error) return;
  const say = (reason: string) => knownRefusal(error, copy.refusals) ?? `${copy.failed} ${reason}`;
  throw apiFailure(error, status, say);
}
