import { queryOptions } from '@tanstack/react-query';
import { adminCategories as copy } from '#copy/mentors/categories.ts';
import { ApiError, requireRow, requireSuccess, savedOrLatest } from '#lib/api-error.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import type { CategoryForm } from './category-form.ts';

async function readCategories(signal: AbortSignal) {
  const { data, error } = await supabase()
    .rpc('list_categories')
    .select('id, name, description, icon, updated_at, mentorCount:mentor_count')
    .abortSignal(signal);
  if (error) throw error;
  return data;
}

export type Category = Omit<Awaited<ReturnType<typeof readCategories>>[number], 'mentorCount'>;
export type ListedCategory = Category & { mentorCount: number };

/** The categories in their order, each with the number of its mentors. Other administrators change them. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories-admin'],
  queryFn: ({ signal }): Promise<ListedCategory[]> => readCategories(signal),
  ...FRESH_ON_RETURN,
  ...SILENT,
});

/** The unique name; other conflicts are none of the form's. */
function requireFreeName(answer: Parameters<typeof requireSuccess>[0]): void {
  if (answer.error?.code !== '23505') return;
  throw new ApiError('invalid', { problems: [{ field: 'name', sentence: copy.nameTaken }], cause: answer.error });
}

/**
 * Adds a category, as the last. Sent again with the same id it does not add another one.
 *
 * @throws ApiError `invalid` where another category has the name
 */
export async function addCategory(id: string, form: CategoryForm): Promise<void> {
  const answer = await supabase()
    .from('categories')
    .insert({ id, ...form });
  if (answer.error?.message.includes('categories_pkey')) {
    // The first try had arrived; only its answer was lost.
    const again = await supabase().from('categories').update(form).eq('id', id).select('id');
    requireFreeName(again);
    return requireRow(again);
  }
  requireFreeName(answer);
  requireSuccess(answer);
}

/**
 * Changes a category that nobody has changed since it was read; else answers what it is now.
 *
 * @throws ApiError `invalid` where another category has the name, `gone` where it is deleted
 */
export async function changeCategory(was: Category, form: CategoryForm): Promise<Category | null> {
  const answer = await supabase()
    .from('categories')
    .update(form)
    .eq('id', was.id)
    .eq('updated_at', was.updated_at)
    .select('id');
  requireFreeName(answer);
  return savedOrLatest(answer, () =>
    supabase().from('categories').select('id, name, description, icon, updated_at').eq('id', was.id),
  );
}

/** @throws ApiError `refused` with the sentence that names how many mentors have it */
export async function deleteCategory(id: string): Promise<void> {
  const answer = await supabase().from('categories').delete().eq('id', id).select('id');
  if (answer.error?.message === 'category_in_use') {
    const sentence = copy.inUse(Number(answer.error.details));
    throw new ApiError('refused', { sentence, cause: answer.error });
  }
  requireRow(answer);
}

/**
 * Gives all categories another order.
 *
 * @param ids in the order wanted
 * @param seen in the order that the screen showed before
 * @throws ApiError `changed`: another administrator has added, deleted or moved one
 */
export async function reorderCategories(ids: readonly string[], seen: readonly string[]): Promise<void> {
  const answer = await supabase().rpc('reorder_categories', { p_ids: [...ids], p_seen: [...seen] });
  if (answer.error && /^categories_/.test(answer.error.message)) throw new ApiError('changed', { cause: answer.error });
  requireSuccess(answer);
}
