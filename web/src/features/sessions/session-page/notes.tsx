import { useQueryClient } from '@tanstack/react-query';
import { sessionPage } from '#copy/sessions/session-page.ts';
import { cn } from '#lib/class-names.ts';
import { NOTE_LIMIT } from '#rules/sessions/session-page.ts';
import { countCharacters } from '#rules/shell/text.ts';
import { TextAreaField } from '#ui/forms/field.tsx';
import { Block, Conflict } from './block.tsx';
import { type Note, readSessionAgain, saveNote, sessionPageQuery } from './session-page.data.ts';
import { type NoteState, useNote } from './use-note.ts';

const { notes: copy, conflict } = sessionPage;

const STATES: Partial<Record<NoteState, string>> = { saving: copy.saving, saved: copy.saved, failed: copy.failed };

/** From here on the field counts its characters. */
const COUNTED_FROM = 4500;

/** What one notes for oneself, saved as one types. */
export function Notes({ bookingId, userId, note }: { bookingId: string; userId: string; note: Note }) {
  const client = useQueryClient();
  const query = sessionPageQuery(bookingId, userId);
  const it = useNote({
    name: `note:${bookingId}`,
    userId,
    note,
    save: async (body, revision) => {
      const answer = await saveNote(bookingId, body, revision);
      // Without it, the page would begin with the text that it read first when it is opened again.
      if (answer.refusal === null) {
        const { row } = answer;
        client.setQueryData(query.queryKey, (page) => page && { ...page, note: { body, revision: row.revision } });
      }
      return answer;
    },
    readLatest: async () => (await readSessionAgain(client, bookingId, userId))?.note ?? null,
  });
  const length = countCharacters(it.text);
  return (
    <Block
      title={copy.title}
      aside={
        <p role="status" className={cn('min-h-5 text-sm', it.state === 'failed' ? 'text-danger' : 'text-muted')}>
          {STATES[it.state]}
        </p>
      }
    >
      <div className="grid gap-4">
        {it.theirs && (
          <Conflict theirs={it.theirs.body || conflict.empty} onKeepMine={it.keepMine} onTakeTheirs={it.takeTheirs} />
        )}
        <TextAreaField
          label={copy.label}
          isLabelHidden
          hint={it.state === 'left' ? sessionPage.refusals.mentor_left : copy.hint}
          error={it.state === 'tooLong' ? sessionPage.refusals.note_too_long : undefined}
          value={it.text}
          rows={6}
          counter={{ text: length >= COUNTED_FROM ? copy.count(length) : '', isOver: length > NOTE_LIMIT }}
          onChange={(event) => it.change(event.target.value)}
          onBlur={it.saveNow}
        />
      </div>
    </Block>
  );
}
