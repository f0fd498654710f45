import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { createContext, use, useState } from 'react';
import { useForm } from 'react-hook-form';
import { searchWords as copy } from '#copy/mentors/search-words.ts';
import { tableCopy } from '#copy/office/table.ts';
import { site } from '#copy/shell/site.ts';
import { isApiError, reasonFor } from '#lib/api-error.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { columnsOf } from '#ui/data-table/columns.ts';
import { SearchBox } from '#ui/data-table/search-box.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import {
  deleteSynonym,
  type Synonym,
  type SynonymForm,
  saveSynonym,
  synonymsQuery,
  triedSearchQuery,
} from './search-words.data.ts';

const PAGE_SIZE = 20;
const column = columnsOf<Synonym>();

const COLUMNS = [
  column.accessor('term', { header: copy.columns.term, meta: { card: 'title' } }),
  column.accessor('means', {
    header: copy.columns.means,
    cell: ({ row: { original } }) => (
      <>
        {original.means}
        {original.is_both_ways && <span className="ml-2 text-sm text-muted">{copy.bothWays}</span>}
      </>
    ),
  }),
  column.display({
    id: 'actions',
    header: copy.columns.actions,
    meta: { card: 'actions', className: '@rows:w-px' },
    cell: ({ row }) => <ActionsCell synonym={row.original} />,
  }),
];

/** What founders' words mean in the words of profiles: administrators add, change, delete and try entries. */
export function SearchWords() {
  const synonyms = useQuery(synonymsQuery);
  const address = useTableAddress({ defaultSort: { id: 'term', desc: false }, sortable: [] });
  const { search } = address;
  const setSearch = (term: string) => address.set({ search: term });
  const { opened, open, heading, dialog } = useOpened<Opened>();
  const needle = search.toLowerCase();
  const rows = synonyms.data?.filter(({ term, means }) => `${term}\n${means}`.toLowerCase().includes(needle));
  // The last page may go with its last entry.
  const page = Math.min(address.page, Math.max(0, Math.ceil((rows?.length ?? 0) / PAGE_SIZE) - 1));
  return (
    <Open value={open}>
      <AdminList
        labels={{ table: tableCopy }}
        title={copy.title}
        query={{ ...synonyms, data: rows?.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE) }}
        address={address}
        header={{
          count: synonyms.data && copy.count(synonyms.data.length),
          headingRef: heading,
          refreshLabel: copy.refresh,
          children: (
            <Button size="sm" onClick={() => open({ synonym: null, isDelete: false })}>
              <Plus aria-hidden className="size-4" />
              {copy.addTitle}
            </Button>
          ),
        }}
        intro={
          <>
            <p className="mb-4 max-w-prose text-sm text-muted">{copy.hint}</p>
            <TryIt version={synonyms.dataUpdatedAt} />
          </>
        }
        filters={<SearchBox label={copy.search} clearLabel={copy.clearSearch} applied={search} onSearch={setSearch} />}
        layout={{ columns: COLUMNS, rowLabel: ({ term, means }) => `${term}: ${means}` }}
        failure={copy.loadFailed}
        empty={{ text: copy.empty }}
        emptyNarrowed={{ text: copy.emptyNarrowed, clearLabel: copy.clearSearch }}
        narrowed={{ isNarrowed: search !== '', onClear: () => setSearch('') }}
        pagination={rows && { page, pageSize: PAGE_SIZE, total: rows.length }}
      />
      {opened &&
        (opened.isDelete && opened.synonym ? (
          <DeleteSynonymDialog key={opened.turn} synonym={opened.synonym} {...dialog} />
        ) : (
          <SynonymDialog key={opened.turn} synonym={opened.synonym} {...dialog} />
        ))}
    </Open>
  );
}

function ActionsCell({ synonym }: { synonym: Synonym }) {
  const open = use(Open);
  const { term, means } = synonym;
  return (
    <div className="flex gap-2 @max-rows:*:flex-1">
      <Button
        variant="secondary"
        size="sm"
        aria-label={copy.editOf(term, means)}
        onClick={() => open({ synonym, isDelete: false })}
      >
        {copy.edit}
      </Button>
      <Button
        variant="danger"
        size="sm"
        aria-label={copy.deleteOf(term, means)}
        onClick={() => open({ synonym, isDelete: true })}
      >
        {copy.delete}
      </Button>
    </div>
  );
}

/** The first five mentors of a search, each with the reason why it is found. */
function TryIt({ version }: { version: number }) {
  const [search, setSearch] = useState('');
  const { data, isError, isPending } = useQuery(triedSearchQuery(search, version));
  const { tryIt } = copy;
  return (
    <section aria-label={tryIt.title} className="mb-4 max-w-prose rounded-card border border-line p-4">
      <h3 className="text-base font-semibold">{tryIt.title}</h3>
      <p className="mt-1 mb-3 text-sm text-muted">{tryIt.hint}</p>
      <SearchBox label={tryIt.label} clearLabel={tryIt.clearLabel} applied={search} onSearch={setSearch} />
      <div aria-live="polite" className="mt-3">
        {search !== '' &&
          (isError ? (
            <p>{tryIt.failed}</p>
          ) : isPending ? (
            <p className="text-muted">{tryIt.searching}</p>
          ) : data.length === 0 ? (
            <p>{tryIt.nobody}</p>
          ) : (
            <ol className="list-decimal space-y-1 pl-6">
              {data.map((mentor) => (
                <li key={mentor.id}>
                  {mentor.name} <span className="text-sm text-muted">{tierOf(mentor, search)}</span>
                </li>
              ))}
            </ol>
          ))}
      </div>
    </section>
  );
}

function tierOf(found: { match: string; matched: string; corrected: string }, search: string): string {
  const { word, related, typo, part } = copy.tryIt;
  if (found.match === 'word') return word;
  if (found.match === 'related') return related(found.matched);
  return found.match === 'typo' ? typo(found.corrected) : part(search);
}

/** What was typed stays wherever it fails. */
function SynonymDialog({ synonym, ...dialog }: DialogOpening & { synonym: Synonym | null }) {
  const client = useQueryClient();
  const { term, means, is_both_ways } = synonym ?? { term: '', means: '', is_both_ways: false };
  const form = useForm<SynonymForm>({ reValidateMode: 'onSubmit', defaultValues: { term, means, is_both_ways } });
  const { errors } = form.formState;
  const save = useMutation({
    networkMode: 'always',
    mutationFn: (typed: SynonymForm) => saveSynonym(synonym, typed),
    onSuccess: () => {
      toast.success(copy.saved);
      dialog.onClose();
    },
    onError: (error) => {
      console.warn('The search word was not saved', error);
      const problem = isApiError(error, 'invalid') ? error.problems[0] : undefined;
      if (problem?.field === 'term' || problem?.field === 'means') {
        form.setError(problem.field, { message: problem.sentence }, { shouldFocus: true });
      }
    },
    onSettled: () => client.invalidateQueries(synonymsQuery),
  });
  const failure =
    save.isError && !save.isPending && !errors.term && !errors.means
      ? isApiError(save.error, 'invalid')
        ? save.error.message
        : reasonFor(save.error, copy.reasons)
      : null;
  return (
    <FormDialog
      {...dialog}
      title={synonym ? copy.editTitle : copy.addTitle}
      labels={{ keep: site.cancel, submit: synonym ? copy.form.save : copy.form.add }}
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((typed) => save.mutate(typed))}
    >
      <TextField
        label={copy.form.term}
        hint={copy.form.termHint}
        autoComplete="off"
        maxLength={100}
        error={errors.term?.message}
        {...form.register('term', { onChange: () => form.clearErrors('term') })}
      />
      <TextField
        label={copy.form.means}
        hint={copy.form.meansHint}
        autoComplete="off"
        maxLength={100}
        error={errors.means?.message}
        {...form.register('means', { onChange: () => form.clearErrors('means') })}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5 shrink-0 accent-accent" {...form.register('is_both_ways')} />
        {copy.form.isBothWays}
      </label>
      {failure && (
        <Alert tone="danger" title={copy.saveFailed}>
          {failure}
        </Alert>
      )}
    </FormDialog>
  );
}

function DeleteSynonymDialog({ synonym, ...dialog }: DialogOpening & { synonym: Synonym }) {
  return (
    <DeleteDialog
      {...dialog}
      title={copy.deleteDialog.title(synonym.term, synonym.means)}
      description={copy.deleteDialog.description}
      labels={{ keep: copy.deleteDialog.keep, confirm: copy.deleteDialog.confirm }}
      onDelete={() => deleteSynonym(synonym.id)}
      queryKey={synonymsQuery.queryKey}
      deleted={{ sentence: copy.deleted }}
      failureOf={(error) => ({ title: copy.deleteFailed, text: reasonFor(error, copy.reasons) })}
    />
  );
}

interface Opened {
  /** Null for a new one. */
  synonym: Synonym | null;
  isDelete: boolean;
}

/** What the cells need of the list around them; columns stand outside of components. */
const Open = createContext<(opened: Opened) => void>(() => {});
