import { queryOptions } from '@tanstack/react-query';
import { adminPartnerLogos as copy } from '#copy/admin/partner-logos.ts';
import { FunctionError } from '#lib/functions/functions.ts';
import { storePicture } from '#lib/functions/store-picture.data.ts';
import { refetchOnReturn } from '#lib/query/refetch-on-return.ts';
import { AdminRefusal } from '#lib/session/admin-refusal-error.ts';
import { supabase } from '#lib/supabase.ts';

export interface Partner {
  id: string;
  name: string;
  imageUrl: string;
}

/** The partners in the order of the home page. Other administrators change it, so it is always read anew. */
export const partnersQuery = queryOptions({
  queryKey: ['partner-list'],
  queryFn: async ({ signal }): Promise<Partner[]> => {
    const { data, error } = await supabase()
      .from('partner_logos')
      .select('id, name, image_url')
      .order('order_index')
      .order('created_at')
      .order('id')
      .abortSignal(signal);
    if (error) throw error;
    return data.map(({ id, name, image_url }) => ({ id, name, imageUrl: image_url }));
  },
  staleTime: 0,
  refetchOnMount: true,
  refetchOnWindowFocus: refetchOnReturn,
  meta: { silent: true },
});

/** The order is not as the screen showed it: somebody added, deleted or moved a logo meanwhile. */
export class OrderChanged extends Error {
  override readonly name = 'OrderChanged';
}

/** The server was not there to answer. */
class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

interface Answer {
  error: { code: string; message: string } | null;
  status: number;
}

function settle({ error, status }: Answer): void {
  if (!error) return;
  if (status === 0) throw new Unreachable(undefined, { cause: error });
  throw error;
}

/** As `settle`; besides, a row that was not there, or that the database hid, is no success. */
function settleOne(answer: Answer & { data: unknown[] | null }): void {
  settle(answer);
  if (answer.data?.length === 0) throw new AdminRefusal();
}

/** Adds a logo, as the last. Sent again with the same id it does not add another one. */
export async function addPartner({ id, name, imageUrl }: Partner): Promise<void> {
  const answer = await supabase().from('partner_logos').insert({ id, name, image_url: imageUrl });
  // The first try had arrived; only its answer was lost.
  if (answer.error?.code === '23505') await changePartner({ id, name, imageUrl });
  else settle(answer);
}

export async function changePartner({ id, name, imageUrl }: Partner): Promise<void> {
  settleOne(
    await supabase().from('partner_logos').update({ name, image_url: imageUrl }).eq('id', id).select('id'),
  );
}

export async function deletePartner(id: string): Promise<void> {
  settleOne(await supabase().from('partner_logos').delete().eq('id', id).select('id'));
}

/**
 * Gives all logos another order.
 *
 * @param ids in the order wanted
 * @param seen in the order that the screen showed before
 * @throws OrderChanged
 */
export async function reorderPartners(ids: readonly string[], seen: readonly string[]): Promise<void> {
  const answer = await supabase().rpc('reorder_partner_logos', { p_ids: [...ids], p_seen: [...seen] });
  if (answer.error && /^partner_logos_/.test(answer.error.message)) {
    throw new OrderChanged(undefined, { cause: answer.error });
  }
  settle(answer);
}

/** Stores a logo's picture and answers its address. Throws FunctionError with the server's sentence. */
export function uploadLogo(file: File): Promise<string> {
  return storePicture({ kind: 'logo' }, 'partner_logos', file);
}

/** Why something failed, for the administrator. */
export function reasonOf(error: unknown): string {
  if (error instanceof AdminRefusal) return copy.reasons.gone;
  if (error instanceof Unreachable) return copy.reasons.unreachable;
  if (!(error instanceof FunctionError)) return copy.reasons.unknown;
  const { kind } = error.failure;
  if (kind === 'network' || kind === 'timeout') return copy.reasons.unreachable;
  return error.message;
}
