import { useQuery } from '@tanstack/react-query';
import { CalendarX2, CircleAlert, Plus } from 'lucide-react';
import { createContext, use, useEffect, useEffectEvent } from 'react';
import { adminMentorAccounts } from '#copy/admin/mentor-accounts.ts';
import { adminMentors as copy } from '#copy/admin/mentors.ts';
import { listLabels } from '#copy/admin/table.ts';
import { AccountCell } from '#features/mentor-accounts/admin/account-cell.tsx';
import { ApiError } from '#lib/api-error.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { paths } from '#lib/paths.ts';
import { isAway } from '#rules/bookable-mentor.ts';
import { formatDateShort, istToday } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { columnsOf } from '#ui/data-table/columns.ts';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { ShortcutsButton } from '#ui/data-table/shortcut-list.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { Picture } from '#ui/picture.tsx';
import { HomepageCell } from './homepage-cell.tsx';
import { MarketplaceSettingsButton } from './marketplace-settings.tsx';
import {
  type AdminMentor,
  deleteMentor,
  featuredQuery,
  MENTORS_KEY,
  mentorsQuery,
  PAGE_SIZE,
  SORTABLE,
} from './mentors.data.ts';

const column = columnsOf<AdminMentor>();

/** A column of words is as wide as its longest one: none is broken while the table has the width. */
const WORDS = '@rows:max-w-60 @rows:wrap-break-word';

const COLUMNS = [
  column.accessor('name', {
    header: copy.columns.name,
    meta: { card: 'title' },
    cell: ({ row }) => <NameCell mentor={row.original} />,
  }),
  column.accessor('title', { header: copy.columns.title, meta: { className: WORDS } }),
  column.accessor('expertise', { header: copy.columns.expertise, meta: { className: WORDS } }),
  column.accessor('price', {
    header: copy.columns.price,
    meta: { isNumeric: true },
    sortDescFirst: false,
    cell: ({ getValue }) => formatInr(getValue()),
  }),
  column.accessor('isFeatured', {
    id: 'homepage',
    header: copy.columns.homepage,
    sortDescFirst: false,
    cell: ({ row }) => <HomepageCell mentor={row.original} />,
  }),
  column.display({
    id: 'account',
    header: adminMentorAccounts.column,
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.account && (
        <AccountCell key={original.id} mentor={{ ...original, account: original.account }} queryKey={MENTORS_KEY} />
      ),
  }),
  column.display({
    id: 'actions',
    header: copy.columns.actions,
    enableSorting: false,
    meta: { card: 'actions' },
    cell: ({ row }) => <ActionsCell mentor={row.original} />,
  }),
];

/** The mentors of the marketplace: who is on the home page, and the ways to add, change and delete one. */
export function AdminMentors() {
  const address = useTableAddress({ defaultSort: { id: 'name', desc: false }, sortable: SORTABLE });
  const { search, sort, page } = address;
  const list = useQuery(mentorsQuery({ search, sort, page }));
  const featured = useQuery(featuredQuery);
  const { opened, open, heading, dialog } = useOpened<{ mentor: AdminMentor }>();

  const isPastEnd = page > 0 && list.data?.rows.length === 0 && !list.isPlaceholderData;
  const goToStart = useEffectEvent(() => address.set({ page: 0 }));
  useEffect(() => {
    if (isPastEnd) goToStart();
  }, [isPastEnd]);

  const refresh = () => {
    void list.refetch();
    void featured.refetch();
  };

  return (
    <AskToDelete value={(mentor) => open({ mentor })}>
      <AdminList
        labels={listLabels}
        title={copy.title}
        query={{ ...list, isPending: isPastEnd || list.isPending }}
        header={{
          whole: (
            <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
              <div className="min-w-0 flex-1 basis-48">
                <h2 ref={heading} tabIndex={-1} className="text-xl">
                  {copy.title}
                </h2>
                <p className="nums min-h-5 text-sm text-muted" aria-live="polite">
                  {featured.data && copy.homepageCount(featured.data.length)}
                </p>
              </div>
              <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
                <MarketplaceSettingsButton />
                <ShortcutsButton />
                <RefreshButton label={copy.refresh} isBusy={list.isRefetching} onRefresh={refresh} />
                <ButtonLink size="sm" to={paths.adminNewMentor}>
                  <Plus aria-hidden className="size-4" />
                  {copy.addNew}
                </ButtonLink>
              </div>
            </div>
          ),
        }}
        address={address}
        search={{ label: copy.searchLabel, clearLabel: copy.clearSearch }}
        layout={{ columns: COLUMNS, isSortable: true }}
        keepsRowsOnFailure
        failure={copy.loadFailed}
        onRetry={refresh}
        empty={{ text: copy.empty }}
        emptyNarrowed={{ text: copy.noMatch(search) }}
        pagination={{ page, pageSize: PAGE_SIZE, total: list.data?.total ?? 0 }}
      />
      {opened && (
        <DeleteDialog
          key={opened.mentor.id}
          {...dialog}
          title={copy.deleteDialog.title(opened.mentor.name)}
          description={copy.deleteDialog.description}
          labels={{ keep: copy.deleteDialog.keep, confirm: copy.deleteDialog.confirm }}
          onDelete={() => deleteMentor(opened.mentor.id)}
          queryKey={MENTORS_KEY}
          deleted={{ sentence: copy.deleted }}
          // The gate leads out a person who is no longer an administrator.
          failureOf={(error) => (error instanceof ApiError ? { text: copy.deleteFailed(error.message) } : null)}
          insteadOf={(error) =>
            error instanceof ApiError && error.reason === 'mentor_has_open_bookings' ? (
              <ButtonLink to={paths.adminMentorBookings(opened.mentor.id)}>{copy.deleteDialog.toBookings}</ButtonLink>
            ) : undefined
          }
        />
      )}
    </AskToDelete>
  );
}

function NameCell({ mentor }: { mentor: AdminMentor }) {
  return (
    <div className="flex items-center gap-3">
      <Picture
        src={mentor.image}
        alt=""
        sizes="40px"
        width={40}
        height={40}
        className="size-10 shrink-0 rounded-full border border-line"
      />
      <div className="min-w-0">
        <p className="break-words font-semibold">{mentor.name}</p>
        {mentor.listingState !== 'listed' && (
          <Badge tone={mentor.listingState === 'draft' ? 'info' : 'neutral'} className="mt-1">
            {copy.listing[mentor.listingState === 'draft' ? 'draft' : 'left']}
          </Badge>
        )}
        <Availability mentor={mentor} />
        {mentor.cancellations > 0 && (
          <p className="mt-0.5 flex items-start gap-1.5 text-xs font-medium text-danger">
            <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden="true" />
            {copy.cancelled(mentor.cancellations)}
          </p>
        )}
      </div>
    </div>
  );
}

/** Why nobody can book the mentor soon, where that is so. */
function Availability({ mentor }: { mentor: AdminMentor }) {
  const { takingBookingsFrom: from, hasNoTimes } = mentor;
  const awayText = from === null ? copy.notTaking : copy.notTakingUntil(formatDateShort(from));
  if (mentor.listingState !== 'listed') return null;
  const text = isAway(mentor, istToday(new Date())) ? awayText : hasNoTimes && copy.noTimes;
  if (!text) return null;
  return (
    <p className="mt-0.5 flex items-start gap-1.5 text-xs font-medium text-accent-text">
      <CalendarX2 className="mt-px size-3.5 shrink-0" aria-hidden="true" />
      {text}
    </p>
  );
}

function ActionsCell({ mentor }: { mentor: AdminMentor }) {
  const askToDelete = use(AskToDelete);
  return (
    <div className="flex gap-2 @max-rows:[&>*]:flex-1">
      <ButtonLink variant="secondary" size="sm" to={paths.adminMentor(mentor.id)} aria-label={copy.editOf(mentor.name)}>
        {copy.edit}
      </ButtonLink>
      <Button variant="danger" size="sm" aria-label={copy.deleteOf(mentor.name)} onClick={() => askToDelete(mentor)}>
        {copy.delete}
      </Button>
    </div>
  );
}

/** What the cells need of the list around them; columns stand outside of components. */
const AskToDelete = createContext<(mentor: AdminMentor) => void>(() => {});
