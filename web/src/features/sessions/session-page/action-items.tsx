import { addDays } from 'date-fns/addDays';
import { CalendarDays, CircleCheck, Plus, User } from 'lucide-react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { sessionPage } from '#copy/sessions/session-page.ts';
import { ApiError } from '#lib/api-error.ts';
import { fieldOf } from '#lib/field-of.ts';
import { knownRefusal } from '#lib/refusals.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { ITEM_DAYS_AHEAD, ITEM_LENGTH, MOST_ITEMS } from '#rules/sessions/session-page.ts';
import { textField } from '#rules/shell/form-fields.ts';
import { formatDateShort, type IstDate, istToday } from '#rules/shell/ist.ts';
import { cleanLine } from '#rules/shell/text.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { Block, Conflict } from './block.tsx';
import type { SessionNames } from './session-names.ts';
import {
  type ActionItem,
  deleteItem,
  markItem,
  type SessionPageData,
  saveItem,
  type WriteRefusal,
} from './session-page.data.ts';

const { items: copy, refusals } = sessionPage;

interface ItemsProps {
  page: SessionPageData;
  names: SessionNames;
  reload: () => Promise<SessionPageData | null | undefined>;
}

/** What both agreed to do: either side adds, changes and removes, the owner marks it done. */
export function ActionItems({ page, names, reload }: ItemsProps) {
  const [edited, setEdited] = useState<string | 'new' | null>(null);
  const { items } = page;
  const isFull = items.length >= MOST_ITEMS;
  return (
    <Block title={copy.title}>
      {items.length === 0 && edited !== 'new' && (
        <p className="text-muted">{page.role !== 'administrator' && !page.has_begun ? copy.before : copy.none}</p>
      )}
      {items.length > 0 && (
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <li key={item.id} className="py-4 first:pt-0 last:pb-0">
              {edited === item.id ? (
                <ItemForm item={item} page={page} names={names} reload={reload} onClose={() => setEdited(null)} />
              ) : (
                <Item item={item} page={page} names={names} reload={reload} onEdit={() => setEdited(item.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {page.can_write && (
        <div className={items.length > 0 || edited === 'new' ? 'mt-4 border-t border-line pt-4' : 'mt-4'}>
          {edited === 'new' ? (
            <ItemForm item={null} page={page} names={names} reload={reload} onClose={() => setEdited(null)} />
          ) : isFull ? (
            <p className="text-sm text-muted">{refusals.too_many_items}</p>
          ) : (
            <Button variant="secondary" size="sm" onClick={() => setEdited('new')}>
              <Plus className="size-4" aria-hidden="true" />
              {copy.add}
            </Button>
          )}
        </div>
      )}
    </Block>
  );
}

function Item({ item, page, names, reload, onEdit }: ItemsProps & { item: ActionItem; onEdit: () => void }) {
  const [busy, setBusy] = useState<'mark' | 'remove' | null>(null);
  const isDone = item.done_at !== null;
  const isOwn = page.role === item.owner;
  const { id } = page.booking;
  const other = names[page.role === 'founder' ? 'mentor' : 'founder'];
  const sentenceOf = (refusal: WriteRefusal) => (refusal === 'not_yours' ? copy.notYours(other) : refusals[refusal]);

  const run = async (what: 'mark' | 'remove', work: () => Promise<{ refusal: WriteRefusal | null }>) => {
    setBusy(what);
    try {
      const { refusal } = await work();
      if (refusal) toast.warning(sentenceOf(refusal), { id: 'action-item' });
      await reload();
    } catch (error) {
      console.warn('An action item was not changed', error);
      toast.error(sessionPage.failed, { id: 'action-item' });
    } finally {
      setBusy(null);
    }
  };

  return (
    <div>
      <p
        dir="auto"
        className={isDone ? 'break-words text-muted line-through decoration-line-strong' : 'font-medium break-words'}
      >
        {item.text}
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted [&_svg]:size-4 [&_svg]:shrink-0 [&>li]:flex [&>li]:min-w-0 [&>li]:items-center [&>li]:gap-1.5">
        <li>
          <User aria-hidden="true" />
          <span className="sr-only">{copy.who}</span> <span className="truncate">{names[item.owner]}</span>
        </li>
        {item.due_on && (
          <li>
            <CalendarDays aria-hidden="true" />
            {copy.byDate(formatDateShort(item.due_on))}
          </li>
        )}
        {item.done_at && (
          <li className="text-success">
            <CircleCheck aria-hidden="true" />
            {copy.doneOn(formatDateShort(istToday(new Date(item.done_at))))}
          </li>
        )}
      </ul>
      {(page.can_write || (page.can_mark && isOwn)) && (
        <div className="mt-2 flex flex-wrap gap-x-2 gap-y-2">
          {page.can_mark && isOwn && (
            <Button
              variant="secondary"
              size="sm"
              isBusy={busy === 'mark'}
              disabled={busy !== null}
              onClick={() => void run('mark', () => markItem(id, item, !isDone))}
            >
              {isDone ? copy.notDone : copy.markDone}
              <span className="sr-only">{copy.about(item.text)}</span>
            </Button>
          )}
          {page.can_write && (
            <>
              <Button variant="quiet" size="sm" disabled={busy !== null} onClick={onEdit}>
                {copy.edit}
                <span className="sr-only">{copy.about(item.text)}</span>
              </Button>
              <Button
                variant="quiet"
                size="sm"
                isBusy={busy === 'remove'}
                disabled={busy !== null}
                onClick={() => void run('remove', () => deleteItem(id, item))}
              >
                {copy.remove}
                <span className="sr-only">{copy.about(item.text)}</span>
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** `kept` is the day that the item has already, which may have passed. */
function itemSchema(kept: IstDate | null) {
  const today = istToday(serverNow());
  const latest = istToday(addDays(serverNow(), ITEM_DAYS_AHEAD));
  const isPossible = (day: string) => day === '' || day === kept || (day >= today && day <= latest);
  return z.object({
    text: textField(ITEM_LENGTH, refusals.item_text_length, cleanLine),
    owner: z.enum(['founder', 'mentor']),
    due: z.string().refine(isPossible, refusals.item_day_not_valid),
  });
}

function ItemForm({
  item,
  page,
  names,
  reload,
  onClose,
}: ItemsProps & {
  /** Null for a new one. */
  item: ActionItem | null;
  onClose: () => void;
}) {
  // One that is sent twice is one.
  const [ownId] = useState(() => item?.id ?? crypto.randomUUID());
  /** What is saved upon: the item, and the version of it that was read. */
  const base = useRef({ id: ownId, revision: item?.revision ?? 0 });
  /** As it is now; undefined while there is no conflict. */
  const [theirs, setTheirs] = useState<ActionItem | null | undefined>(undefined);
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: itemSchema(item?.due_on ?? null),
    defaultValues: {
      text: item?.text ?? '',
      owner: item?.owner ?? (page.role === 'mentor' ? 'mentor' : 'founder'),
      due: item?.due_on ?? '',
    },
    send: async ({ due, ...fields }) => {
      const due_on = due === '' ? null : (due as IstDate);
      const { refusal } = await saveItem(page.booking.id, { ...base.current, ...fields, due_on });
      if (refusal !== null && refusal !== 'changed_meanwhile') throw new ApiError('refused', { reason: refusal });
      return { isSaved: refusal === null, now: await reload() };
    },
    onSent: ({ isSaved, now }) => {
      if (isSaved) onClose();
      else setTheirs(now?.items.find((one) => one.id === ownId) ?? null);
    },
    say: (error) => knownRefusal(error, refusals) ?? sessionPage.failed,
    // Of a new one only: its text in a form is what shows that it is not saved yet.
    ...(item === null && { draft: `item:${page.booking.id}` }),
    fields: { item_text_length: 'text', item_owner_unknown: 'text', item_day_not_valid: 'due' },
  });

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {theirs !== undefined && (
        <Conflict
          theirs={theirs ? copy.theirs(theirs.text) : copy.gone}
          isBusy={isBusy}
          onKeepMine={() => {
            setTheirs(undefined);
            base.current = { id: theirs ? ownId : crypto.randomUUID(), revision: theirs?.revision ?? 0 };
            submit();
          }}
          onTakeTheirs={onClose}
        />
      )}
      <TextField label={copy.text} disabled={isBusy} autoFocus {...fieldOf(form, 'text')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={copy.who} disabled={isBusy} {...fieldOf(form, 'owner')}>
          {(['founder', 'mentor'] as const).map((side) => (
            <option key={side} value={side}>
              {names[side]}
            </option>
          ))}
        </SelectField>
        <TextField
          type="date"
          label={copy.by}
          min={istToday(serverNow())}
          max={istToday(addDays(serverNow(), ITEM_DAYS_AHEAD))}
          disabled={isBusy}
          {...fieldOf(form, 'due')}
        />
      </div>
      {failure && (
        <Alert tone="danger">
          <p>{failure}</p>
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" isBusy={isBusy} disabled={theirs !== undefined}>
          {copy.save}
        </Button>
        <Button variant="quiet" size="sm" disabled={isBusy} onClick={onClose}>
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}
