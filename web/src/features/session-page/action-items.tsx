import { addDays } from 'date-fns/addDays';
import { CalendarDays, CircleCheck, Plus, User } from 'lucide-react';
import { useId, useState } from 'react';
import { sessionPage } from '#copy/session-page.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { formatDateLong, formatDateShort, type IstDate, istToday } from '#rules/ist.ts';
import { ITEM_DAYS_AHEAD, ITEM_LENGTH, MOST_ITEMS } from '#rules/session-page.ts';
import { cleanLine, countCharacters } from '#rules/text.ts';
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
  type Side,
  saveItem,
  type WriteProblem,
  writeProblemSentence,
} from './session-page.data.ts';

const { items: copy } = sessionPage;

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
            <p className="text-sm text-muted">{copy.tooMany}</p>
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

  const run = async (what: 'mark' | 'remove', work: () => Promise<{ refusal: WriteProblem | null }>) => {
    setBusy(what);
    try {
      const { refusal } = await work();
      if (refusal)
        toast.warning(refusal === 'invalid' ? copy.textLength : writeProblemSentence(refusal), { id: 'action-item' });
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
      <p className={isDone ? 'break-words text-muted line-through decoration-line-strong' : 'font-medium break-words'}>
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
            {copy.doneOn(formatDateLong(istToday(new Date(item.done_at))))}
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

type Fields = { text: string; owner: Side; due: string };

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
  const fieldId = useId();
  // One that is sent twice is one.
  const [ownId] = useState(() => item?.id ?? crypto.randomUUID());
  const [revision, setRevision] = useState(item?.revision ?? 0);
  const [fields, setFields] = useState<Fields>({
    text: item?.text ?? '',
    owner: item?.owner ?? (page.role === 'mentor' ? 'mentor' : 'founder'),
    due: item?.due_on ?? '',
  });
  const [errors, setErrors] = useState<{ text?: string; due?: string }>({});
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  /** As it is now; undefined while there is no conflict. */
  const [theirs, setTheirs] = useState<ActionItem | null | undefined>(undefined);
  const today = istToday(serverNow());
  const latest = istToday(addDays(serverNow(), ITEM_DAYS_AHEAD));

  const set = (changed: Partial<Fields>) => {
    setFields((all) => ({ ...all, ...changed }));
    setErrors({});
    setProblem('');
  };

  const save = async (id: string, from: number) => {
    const text = cleanLine(fields.text);
    const length = countCharacters(text);
    const isDayWrong = fields.due !== '' && fields.due !== item?.due_on && (fields.due < today || fields.due > latest);
    const wrong = {
      ...((length < ITEM_LENGTH.min || length > ITEM_LENGTH.max) && { text: copy.textLength }),
      ...(isDayWrong && { due: copy.day }),
    };
    setErrors(wrong);
    if (wrong.text || wrong.due) {
      document.getElementById(`${fieldId}-${wrong.text ? 'text' : 'due'}`)?.focus();
      return;
    }
    setIsBusy(true);
    setProblem('');
    try {
      const due_on = fields.due === '' ? null : (fields.due as IstDate);
      const { refusal } = await saveItem(page.booking.id, { id, text, owner: fields.owner, due_on, revision: from });
      if (refusal === null) {
        await reload();
        onClose();
      } else if (refusal === 'changed') {
        const now = await reload();
        setTheirs(now?.items.find((one) => one.id === ownId) ?? null);
      } else if (refusal === 'invalid') setErrors({ text: copy.textLength });
      else if (refusal === 'day') setErrors({ due: writeProblemSentence(refusal) });
      else setProblem(writeProblemSentence(refusal));
    } catch (error) {
      console.warn('An action item was not saved', error);
      setProblem(sessionPage.failed);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save(ownId, revision);
      }}
    >
      {theirs !== undefined && (
        <Conflict
          theirs={theirs ? copy.theirs(theirs.text) : copy.gone}
          isBusy={isBusy}
          onKeepMine={() => {
            setTheirs(undefined);
            setRevision(theirs?.revision ?? 0);
            void save(theirs ? ownId : crypto.randomUUID(), theirs?.revision ?? 0);
          }}
          onTakeTheirs={onClose}
        />
      )}
      <TextField
        id={`${fieldId}-text`}
        label={copy.text}
        value={fields.text}
        error={errors.text}
        disabled={isBusy}
        autoFocus
        onChange={(event) => set({ text: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={copy.who}
          value={fields.owner}
          disabled={isBusy}
          onChange={(event) => set({ owner: event.target.value === 'mentor' ? 'mentor' : 'founder' })}
        >
          {(['founder', 'mentor'] as const).map((side) => (
            <option key={side} value={side}>
              {names[side]}
            </option>
          ))}
        </SelectField>
        <TextField
          id={`${fieldId}-due`}
          type="date"
          label={copy.by}
          value={fields.due}
          min={today}
          max={latest}
          error={errors.due}
          disabled={isBusy}
          onChange={(event) => set({ due: event.target.value })}
        />
      </div>
      {problem && (
        <Alert tone="danger">
          <p>{problem}</p>
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
