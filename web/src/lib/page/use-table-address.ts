import { useSearchParams } from 'react-router';
import { toSearchTerm } from '#rules/shell/search-term.ts';

export type TableAddress = ReturnType<typeof useTableAddress>;

type Sort = { id: string; desc: boolean };

/**
 * What a table shows, kept in the address, so that Back, a reload and a shared link restore it: ?q=, ?sort=, ?order=,
 * ?page= (from 1) and one parameter for each filter. Any change but that of the page leads to the first page. A column
 * that is not in `sortable` counts as not set.
 */
export function useTableAddress({ defaultSort, sortable }: { defaultSort: Sort; sortable: readonly string[] }) {
  const [params, setParams] = useSearchParams();
  const column = params.get('sort');
  const page = Number(params.get('page'));
  return {
    search: toSearchTerm(params.get('q') ?? ''),
    /** Filters by name; '' is none. */
    filter: (name: string) => params.get(name) ?? '',
    sort: column && sortable.includes(column) ? { id: column, desc: params.get('order') === 'desc' } : defaultSort,
    /** From 0. */
    page: Number.isInteger(page) && page > 1 && page < 1_000_000 ? page - 1 : 0,
    set: ({
      search,
      sort,
      page,
      filters,
    }: {
      search?: string;
      sort?: Sort;
      page?: number;
      filters?: Record<string, string>;
    }) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          const put = (name: string, value: string) => (value ? next.set(name, value) : next.delete(name));
          if (search !== undefined) put('q', search);
          for (const [name, value] of Object.entries(filters ?? {})) put(name, value);
          if (sort) {
            const isDefault = sort.id === defaultSort.id && sort.desc === defaultSort.desc;
            put('sort', isDefault ? '' : sort.id);
            put('order', isDefault || !sort.desc ? '' : 'desc');
          }
          put('page', page ? String(page + 1) : '');
          return next;
        },
        // Typing and sorting do not fill the history. Only a new page adds an entry, to which Back returns.
        { replace: page === undefined, preventScrollReset: true },
      ),
  };
}
