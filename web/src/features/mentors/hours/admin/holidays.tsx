import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { createContext, use, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { adminHolidays as copy } from '#copy/mentors/holidays.ts';
import { tableCopy } from '#copy/office/table.ts';
import { site } from '#copy/shell/site.ts';
import { reasonFor } from '#lib/api-error.ts';
import { fieldOf } from '#lib/field-of.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { formatDateFull, isIstDate, istToday } from '#rules/shell/ist.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';
import { Button } from '#ui/button.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { columnsOf } from '#ui/data-table/columns.ts';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type Holiday, listedHolidaysQuery, saveHoliday } from '../hours.data.ts';

const NAME_LENGTH = 80;
const HOLIDAYS = ['holidays'];

const column = columnsOf<Holiday>();

const COLUMNS = [
  column.accessor('date', {
    header: copy.columns.date,
    meta: { card: 'title', className: 'nums @rows:whitespace-nowrap @max-rows:mb-0 @max-rows:font-semibold' },
    cell: ({ getValue }) => formatDateFull(getValue()),
  }),
  column.accessor('name', { header: copy.columns.name, meta: { card: 'aside', className: '@max-rows:mb-0' } }),
  column.display({
    id: 'actions',
    header: copy.columns.actions,
    meta: { card: 'actions', className: '@rows:w-px' },
    cell: ({ row }) => <RemoveCell holiday={row.original} />,
  }),
];

/** The public holidays to come: administrators add and remove them. */
export function AdminHolidays() {
  const [today] = useState(() => istToday(serverNow()));
  const holidays = useQuery(listedHolidaysQuery(today));
  const { opened, open, heading, dialog } = useOpened<{ holiday: Holiday | null }>();
  return (
    <AskToRemove value={(holiday) => open({ holiday })}>
      <AdminList
        labels={{ table: tableCopy }}
        title={copy.title}
        query={holidays}
        header={{
          count: holidays.data && copy.count(holidays.data.length),
          headingRef: heading,
          refreshLabel: copy.refresh,
          children: (
            <Button size="sm" onClick={() => open({ holiday: null })}>
              <Plus aria-hidden className="size-4" />
              {copy.addTitle}
            </Button>
          ),
        }}
        filters={<p className="max-w-prose text-sm text-muted">{copy.hint}</p>}
        layout={{ columns: COLUMNS, rowLabel: ({ name, date }) => `${name}, ${formatDateFull(date)}` }}
        failure={copy.loadFailed}
        empty={{ text: copy.empty }}
      />
      {opened &&
        (opened.holiday ? (
          <RemoveDialog key={opened.turn} holiday={opened.holiday} {...dialog} />
        ) : (
          <AddDialog key={opened.turn} today={today} {...dialog} />
        ))}
    </AskToRemove>
  );
}

function RemoveCell({ holiday }: { holiday: Holiday }) {
  const askToRemove = use(AskToRemove);
  return (
    <Button
      variant="danger"
      size="sm"
      className="@max-rows:w-full"
      aria-label={copy.removeOf(holiday.name, formatDateFull(holiday.date))}
      onClick={() => askToRemove(holiday)}
    >
      {copy.remove}
    </Button>
  );
}

function RemoveDialog({ holiday, ...dialog }: DialogOpening & { holiday: Holiday }) {
  return (
    <DeleteDialog
      {...dialog}
      title={copy.removeDialog.title(holiday.name, formatDateFull(holiday.date))}
      description={copy.removeDialog.description}
      labels={{ keep: copy.removeDialog.keep, confirm: copy.removeDialog.confirm }}
      onDelete={() => saveHoliday(holiday, true)}
      queryKey={HOLIDAYS}
      deleted={{ sentence: copy.removed }}
      failureOf={(error) => ({ title: copy.removeFailed, text: reasonFor(error, copy.reasons) })}
    />
  );
}

const holidaySchema = z.object({
  date: z.string().refine(isIstDate, copy.dateRequired),
  name: z
    .string()
    .transform(cleanLine)
    .refine((name) => name !== '', copy.nameRequired)
    .refine((name) => countCharacters(name) <= NAME_LENGTH, copy.nameTooLong),
});

type TypedHoliday = z.output<typeof holidaySchema>;

function AddDialog({ today, ...dialog }: DialogOpening & { today: string }) {
  const client = useQueryClient();
  const form = useForm<TypedHoliday>({ resolver: zodResolver(holidaySchema), defaultValues: { date: '', name: '' } });
  const add = useMutation({
    networkMode: 'always',
    mutationFn: (holiday: TypedHoliday) => saveHoliday(holiday, false),
    onSuccess: () => {
      toast.success(copy.added);
      void client.invalidateQueries({ queryKey: HOLIDAYS });
      dialog.onClose();
    },
    onError: (error) => console.warn('The holiday was not added', error),
  });
  return (
    <FormDialog
      {...dialog}
      title={copy.addTitle}
      labels={{ keep: site.cancel, submit: copy.form.add }}
      isBusy={add.isPending}
      onSubmit={form.handleSubmit((holiday) => add.mutate(holiday))}
    >
      <TextField
        label={copy.form.date}
        type="date"
        min={today}
        max="2099-12-31"
        value={form.watch('date')}
        {...fieldOf(form, 'date')}
      />
      <TextField label={copy.form.name} autoComplete="off" {...fieldOf(form, 'name')} />
      {add.isError && !add.isPending && (
        <Alert tone="danger" title={copy.addFailed}>
          {reasonFor(add.error, copy.reasons)}
        </Alert>
      )}
    </FormDialog>
  );
}

/** What the cells need of the list around them; columns stand outside of components. */
const AskToRemove = createContext<(holiday: Holiday) => void>(() => {});
