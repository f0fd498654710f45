import { useCallback, useEffect, useRef, useState } from 'react';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { storedUserId } from '#lib/session/stored-user.ts';
import { NOTE_LIMIT } from '#rules/sessions/session-page.ts';
import { countCharacters } from '#rules/shell/text.ts';
import type { Note, Written } from './session-page.data.ts';

/** After the last key. */
const PAUSE_MS = 2000;
const RETRY_MS = 5000;

export type NoteState = 'resting' | 'waiting' | 'saving' | 'saved' | 'failed' | 'tooLong' | 'changed' | 'left';

/** Saves a note by itself: after a pause, and when the page is left. What is not saved yet stays in this tab. */
export function useNote({
  name,
  userId,
  note,
  save,
  readLatest,
}: {
  /** Of the draft in this tab. */
  name: string;
  userId: string;
  note: Note;
  save: (body: string, revision: number) => Promise<Written<{ revision: number }>>;
  readLatest: () => Promise<Note | null>;
}) {
  const [draft] = useState(() => readDraft(name, userId));
  const [text, setText] = useState(draft.body ?? note.body);
  const [state, setState] = useState<NoteState>('resting');
  const [theirs, setTheirs] = useState<Note | null>(null);
  // What the timers and the page's end look at.
  const now = useRef({
    text,
    saved: note.body,
    revision: draft.body === undefined ? note.revision : Number(draft.revision) || 0,
    isSaving: false,
    isBlocked: false,
    isHere: true,
  });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const calls = useRef({ save, readLatest });
  useEffect(() => {
    calls.current = { save, readLatest };
  });

  useEffect(() => {
    const it = now.current;
    if (note.revision <= it.revision || it.text !== it.saved || it.isSaving || it.isBlocked) return;
    // Another tab saved it, and nothing was typed here upon the older text.
    it.saved = note.body;
    it.text = note.body;
    it.revision = note.revision;
    setText(note.body);
  }, [note]);

  const saveNow = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const it = now.current;
    const show = (next: NoteState) => {
      if (it.isHere) setState(next);
    };
    if (it.isSaving || it.isBlocked || it.text === it.saved) return;
    const present = storedUserId();
    // Another person has logged in: the draft keeps it for its writer.
    if (present !== null && present !== userId) return;
    if (countCharacters(it.text) > NOTE_LIMIT) return show('tooLong');
    it.isSaving = true;
    show('saving');
    const body = it.text;
    try {
      const answer = await calls.current.save(body, it.revision);
      if (answer.refusal === null) {
        it.saved = body;
        it.revision = answer.row.revision;
        if (it.text === body) clearDraft(name, userId);
        else keepTyped();
        show('saved');
      } else if (answer.refusal === 'changed_meanwhile') {
        const latest = await calls.current.readLatest();
        it.isBlocked = true;
        if (it.isHere) setTheirs(latest ?? { body: '', revision: 0 });
        show('changed');
      } else {
        it.isBlocked = true;
        show(answer.refusal === 'mentor_left' ? 'left' : 'tooLong');
      }
    } catch (error) {
      console.warn('A note was not saved', error);
      show('failed');
      // After a log-out, or once the session has ended, the draft alone keeps it.
      if (it.isHere || storedUserId() === userId) timer.current = setTimeout(() => void saveNow(), RETRY_MS);
    } finally {
      it.isSaving = false;
    }
    // What was typed while it was being saved.
    if (it.text !== body && !it.isBlocked) timer.current = setTimeout(() => void saveNow(), PAUSE_MS);

    function keepTyped() {
      saveDraft(name, userId, { body: it.text, revision: String(it.revision) });
    }
  }, [name, userId]);

  useEffect(() => {
    const it = now.current;
    it.isHere = true;
    const leave = () => void saveNow();
    const hide = () => document.visibilityState === 'hidden' && leave();
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', leave);
    document.addEventListener('visibilitychange', hide);
    // What a reload left in this tab.
    if (it.text !== it.saved) leave();
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', leave);
      document.removeEventListener('visibilitychange', hide);
      it.isHere = false;
      leave();
    };
  }, [saveNow]);

  const change = (typed: string) => {
    const it = now.current;
    it.text = typed;
    setText(typed);
    saveDraft(name, userId, { body: typed, revision: String(it.revision) });
    if (it.isBlocked && theirs !== null) return;
    it.isBlocked = false;
    setState(countCharacters(typed) > NOTE_LIMIT ? 'tooLong' : 'waiting');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void saveNow(), PAUSE_MS);
  };

  return {
    text,
    state,
    theirs,
    change,
    /** When the field is left. */
    saveNow: () => void saveNow(),
    keepMine: () => {
      const it = now.current;
      it.isBlocked = false;
      it.revision = theirs?.revision ?? 0;
      it.saved = theirs?.body ?? '';
      setTheirs(null);
      if (it.text === it.saved) setState('saved');
      else void saveNow();
    },
    takeTheirs: () => {
      const it = now.current;
      it.isBlocked = false;
      it.revision = theirs?.revision ?? 0;
      it.saved = theirs?.body ?? '';
      it.text = it.saved;
      setText(it.saved);
      clearDraft(name, userId);
      setTheirs(null);
      setState('saved');
    },
  };
}
