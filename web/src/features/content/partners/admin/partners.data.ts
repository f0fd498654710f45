import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { adminPartnerLogos as copy } from '#copy/content/admin-partners.ts';
import { ApiError, reasonFor, requireRow, requireSuccess, savedOrLatest } from '#lib/api-error.ts';
import { FunctionError } from '#lib/functions/functions.ts';
import { storePicture } from '#lib/functions/store-picture.data.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';

/** What an administrator enters of a partner. */
export interface PartnerFields {
  name: string;
  imageUrl: string;
}

export interface Partner extends PartnerFields {
  id: string;
  updated_at: string;
}

/** Characters; the table partner_logos holds the same. */
const NAME_MAX_LENGTH = 120;

/** The name of a partner (docs/product/content.md#partners); the picture's rules are rules/content/picture.ts. */
export const partnerNameSchema = z
  .string()
  .transform(cleanLine)
  .refine((name) => name !== '', copy.nameRequired)
  .refine((name) => countCharacters(name) <= NAME_MAX_LENGTH, copy.nameTooLong);

const COLUMNS = 'id, name, imageUrl:image_url, updated_at';

/** The partners in the order of the home page. Other administrators change it, so it is always read anew. */
export const partnersQuery = queryOptions({
  queryKey: ['partners-admin'],
  queryFn: async ({ signal }): Promise<Partner[]> => {
    const { data, error } = await supabase()
      .from('partner_logos')
      .select(COLUMNS)
      .order('order_index')
      .order('id')
      .abortSignal(signal);
    if (error) throw error;
    return data;
  },
  ...FRESH_ON_RETURN,
  ...SILENT,
});

/** Adds a logo, as the last. Sent again with the same id it does not add another one. */
export async function addPartner(id: string, { name, imageUrl }: PartnerFields): Promise<void> {
  const answer = await supabase().from('partner_logos').insert({ id, name, image_url: imageUrl });
  if (answer.error?.code !== '23505') return requireSuccess(answer);
  // The first try had arrived; only its answer was lost.
  requireRow(await supabase().from('partner_logos').update({ name, image_url: imageUrl }).eq('id', id).select('id'));
}

/** Changes a logo that nobody has changed since it was read; else answers what it is now. */
export async function changePartner(was: Partner, { name, imageUrl }: PartnerFields): Promise<Partner | null> {
  const answer = await supabase()
    .from('partner_logos')
    .update({ name, image_url: imageUrl })
    .eq('id', was.id)
    .eq('updated_at', was.updated_at)
    .select('id');
  return savedOrLatest(answer, () => supabase().from('partner_logos').select(COLUMNS).eq('id', was.id));
}

export async function deletePartner(id: string): Promise<void> {
  requireRow(await supabase().from('partner_logos').delete().eq('id', id).select('id'));
}

/**
 * Gives all logos another order.
 *
 * @param ids in the order wanted
 * @param seen in the order that the screen showed before
 * @throws ApiError `changed`: another administrator has added, deleted or moved a logo
 */
export async function reorderPartners(ids: readonly string[], seen: readonly string[]): Promise<void> {
  const answer = await supabase().rpc('reorder_partner_logos', { p_ids: [...ids], p_seen: [...seen] });
  if (answer.error && /^partner_logos_/.test(answer.error.message)) {
    throw new ApiError('changed', { cause: answer.error });
  }
  requireSuccess(answer);
}

/** Stores a logo's picture and answers its address. Throws FunctionError with the server's sentence. */
export function uploadLogo(file: File): Promise<string> {
  return storePicture({ kind: 'logo' }, 'partner_logos', file);
}

/** Why something failed, for the administrator. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof FunctionError)) return reasonFor(error, copy.reasons);
  const { kind } = error.failure;
  if (kind === 'network' || kind === 'timeout') return copy.reasons.unreachable;
  return error.message;
}
