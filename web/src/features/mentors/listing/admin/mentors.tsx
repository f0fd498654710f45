import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing, CalendarX2, CircleAlert, Eye, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';
import { adminMentors as copy } from '#copy/mentors/admin-mentors.ts';
import { listLabels } from '#copy/office/table.ts';
import { adminMentorAccounts } from '#copy/people/admin-mentor-accounts.ts';
import { AccountCell } from '#features/people/mentor-accounts/admin/account-cell.tsx';
import { ApiError } from '#lib/api-error.ts';
import { cn } from '#lib/class-names.ts';
import { isolate } from '#lib/isolate.tsx';
import { officePaths } from '#lib/office-paths.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { isAway } from '#rules/mentors/bookable-mentor.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { columnsOf, SHARE } from '#ui/data-table/columns.ts';
import { Line } from '#ui/data-table/line.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { ROW_ACTION, RowAction } from '#ui/data-table/row-action.tsx';
import { ShortcutsButton } from '#ui/data-table/shortcut-list.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
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
  setListing,
} from './mentors.data.ts';

/** What a dialog asks about. */
interface Question {
  about: 'deletion' | 'listing';
  mentor: AdminMentor;
}

const column = columnsOf<AdminMentor>();

const COLUMNS = [
  column.accessor('name', {
    header: copy.columns.name,
    meta: { card: 'title', className: `${SHARE} @rows:w-[30%]` },
    cell: ({ row }) => <NameCell mentor={row.original} />,
  }),
  column.accessor('title', {
    header: copy.columns.title,
    meta: { className: `${SHARE} @rows:w-[17%]` },
    cell: ({ getValue }) => <Line>{getValue()}</Line>,
  }),
  column.accessor('expertise', {
    header: copy.columns.expertise,
    meta: { className: `${SHARE} @rows:w-[18%]` },
    cell: ({ getValue }) => <Line>{getValue()}</Line>,
  }),
  column.accessor('price', {
    header: copy.columns.price,
    meta: { isNumeric: true },
    sortDescFirst: false,
    cell: ({ row }) => <Price mentor={row.original} />,
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
  const { opened, open, heading, dialog } = useOpened<Question>();

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
    <Ask value={open}>
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
                <ButtonLink size="sm" to={officePaths.newMentor}>
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
      {opened?.about === 'listing' && <ListingDialog key={opened.turn} mentor={opened.mentor} dialog={dialog} />}
      {opened?.about === 'deletion' && (
        <DeleteDialog
          key={opened.turn}
          {...dialog}
          title={copy.deleteDialog.title(opened.mentor.name)}
          description={copy.deleteDialog.description}
          labels={{ keep: copy.deleteDialog.keep, confirm: copy.deleteDialog.confirm }}
          onDelete={() => deleteMentor(opened.mentor.id)}
          queryKey={MENTORS_KEY}
          deleted={{ sentence: copy.deleted }}
          // The gate leads out a person who is no longer an administrator.
          failureOf={(error) => failureOf(error, copy.deleteFailed)}
          insteadOf={(error) => {
            if (!(error instanceof ApiError)) return undefined;
            if (error.reason === 'mentor_has_open_bookings') return <ToBookings mentor={opened.mentor} />;
            if (error.reason !== 'mentor_has_earnings') return undefined;
            if (opened.mentor.listingState !== 'listed') return null;
            return <Button onClick={() => open({ ...opened, about: 'listing' }, null)}>{copy.unlist}</Button>;
          }}
        />
      )}
    </Ask>
  );
}

/** What a dialog says about a failure; nothing where the gate leads out a person who is no longer an administrator. */
function failureOf(error: Error, sentenceOf: (message: string) => string) {
  if (!(error instanceof ApiError)) return null;
  return { text: error.code === 'invalid' ? error.message : sentenceOf(error.message) };
}

function ToBookings({ mentor }: { mentor: AdminMentor }) {
  return <ButtonLink to={officePaths.mentorBookings(mentor.id)}>{copy.deleteDialog.toBookings}</ButtonLink>;
}

/** Asks before a mentor is listed or unlisted (docs/product/mentors.md#listing-states). */
function ListingDialog({ mentor: current, dialog }: { mentor: AdminMentor; dialog: DialogOpening }) {
  const client = useQueryClient();
  // The list is read anew while the dialog closes: it goes on about what it was opened for.
  const [mentor] = useState(current);
  const isListed = mentor.listingState === 'listed';
  const change = useMutation({
    mutationFn: () => setListing(mentor.id, !isListed),
    onSuccess: () => {
      toast.success((isListed ? copy.unlisted : copy.listed)(mentor.name), { id: `listing-${mentor.id}` });
      dialog.onClose();
    },
    onError: (error) => console.warn('The listing was not changed', error),
    onSettled: () => {
      // Other pages that this tab has seen show the mentor as before.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries({ queryKey: MENTORS_KEY });
    },
    meta: { silent: true },
  });
  const words = isListed ? copy.unlistDialog : copy.listDialog;
  const isDraft = mentor.listingState === 'draft';
  const { error } = change;
  const reason = error instanceof ApiError ? error.reason : undefined;
  return (
    <ConfirmDialog
      {...dialog}
      title={words.title(mentor.name)}
      description={isDraft ? copy.listDialog.descriptionOfDraft : words.description}
      labels={words}
      {...(!isListed && { button: { variant: 'primary' } })}
      isBusy={change.isPending}
      onConfirm={() => change.mutate()}
      failure={error && failureOf(error, isListed ? copy.unlistFailed : copy.listFailed)}
      {...(reason === 'mentor_has_open_bookings' && { instead: <ToBookings mentor={mentor} /> })}
      {...(reason === 'mentor_incomplete' && {
        instead: <ButtonLink to={officePaths.mentor(mentor.id)}>{isolate(copy.editOf(mentor.name))}</ButtonLink>,
      })}
    />
  );
}

/** What a session costs, and how long it is. */
function Price({ mentor: { price, sessionMinutes } }: { mentor: AdminMentor }) {
  return (
    <span className="whitespace-nowrap">
      {formatInr(price)}
      {sessionMinutes !== null && <span className="text-muted"> · {copy.length(sessionMinutes)}</span>}
    </span>
  );
}

function NameCell({ mentor }: { mentor: AdminMentor }) {
  return (
    <div className="flex min-w-0 items-center gap-3 @rows:gap-2">
      <Picture
        src={mentor.image}
        alt=""
        sizes="40px"
        width={40}
        height={40}
        className="size-10 shrink-0 rounded-full border border-line @rows:size-8"
      />
      <div className="min-w-0 @rows:flex @rows:items-center @rows:gap-1.5">
        <Line className="font-semibold">{mentor.name}</Line>
        {mentor.listingState !== 'listed' && (
          <Badge tone={mentor.listingState === 'draft' ? 'info' : 'neutral'} className="@max-rows:mt-1">
            {copy.listing[mentor.listingState === 'draft' ? 'draft' : 'left']}
          </Badge>
        )}
        <Availability mentor={mentor} />
        {mentor.cancellations > 0 && (
          <Mark icon={<CircleAlert aria-hidden="true" />} className="text-danger">
            {copy.cancelled(mentor.cancellations)}
          </Mark>
        )}
        {mentor.waiting > 0 && (
          <Mark icon={<BellRing aria-hidden="true" />} className="text-muted">
            {copy.waiting(mentor.waiting)}
          </Mark>
        )}
      </div>
    </div>
  );
}

/** A sign beside the name in a table, with its words under the pointer and for screen readers; a card shows the words. */
function Mark({ icon, className, children }: { icon: ReactNode; className: string; children: string }) {
  return (
    <span
      title={children}
      className={cn(
        'mt-0.5 flex items-start gap-1.5 text-xs font-medium @rows:mt-0 @rows:shrink-0',
        '[&>svg]:mt-px [&>svg]:size-3.5 [&>svg]:shrink-0 @rows:[&>svg]:mt-0 @rows:[&>svg]:size-4',
        className,
      )}
    >
      {icon}
      <span className="@rows:sr-only">{children}</span>
    </span>
  );
}

/** Why nobody can book the mentor soon, where that is so. */
function Availability({ mentor }: { mentor: AdminMentor }) {
  const { takingBookingsFrom: from, hasNoTimes } = mentor;
  const awayText = from === null ? copy.notTaking : copy.notTakingUntil(formatDateShort(from));
  if (mentor.listingState !== 'listed') return null;
  const text = isAway(mentor, istToday(serverNow())) ? awayText : hasNoTimes && copy.noTimes;
  if (!text) return null;
  return (
    <Mark icon={<CalendarX2 aria-hidden="true" />} className="text-accent-text">
      {text}
    </Mark>
  );
}

function ActionsCell({ mentor }: { mentor: AdminMentor }) {
  const ask = use(Ask);
  const isListed = mentor.listingState === 'listed';
  return (
    <div className="flex gap-2 @rows:gap-1 @max-rows:flex-wrap @max-rows:[&>*]:flex-1">
      <ButtonLink
        variant="secondary"
        size="sm"
        className={ROW_ACTION}
        to={officePaths.mentor(mentor.id)}
        aria-label={copy.editOf(mentor.name)}
      >
        <RowAction icon={<Pencil />}>{copy.edit}</RowAction>
      </ButtonLink>
      <Button
        variant="secondary"
        size="sm"
        className={ROW_ACTION}
        aria-label={(isListed ? copy.unlistOf : copy.listOf)(mentor.name)}
        onClick={() => ask({ about: 'listing', mentor })}
      >
        <RowAction icon={isListed ? <EyeOff /> : <Eye />}>{isListed ? copy.unlist : copy.list}</RowAction>
      </Button>
      <Button
        variant="danger"
        size="sm"
        className={ROW_ACTION}
        aria-label={copy.deleteOf(mentor.name)}
        onClick={() => ask({ about: 'deletion', mentor })}
      >
        <RowAction icon={<Trash2 />}>{copy.delete}</RowAction>
      </Button>
    </div>
  );
}

/** What the cells need of the list around them; columns stand outside of components. */
const Ask = createContext<(question: Question) => void>(() => {});
