import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { mentorDrafts } from '#copy/mentor-drafts.ts';
import { refusalSentence } from '#features/mentor-accounts/mentor-call.ts';
import { ApiError, isApiError } from '#lib/api-error.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { mergeVersions } from '#lib/three-way-merge.ts';
import { changedFields, type ProfileForm, profileFormOf } from '#rules/mentor-profile.ts';
import { type Draft, type DraftPage, saveDraftFields } from './mentor-drafts.data.ts';

const { save: words } = mentorDrafts;

/** After the last key. */
const SAVE_AFTER_MS = 2000;

export type SaveState = { kind: 'idle' | 'saving' | 'saved' } | { kind: 'failed'; sentence: string; isStale: boolean };

/** The form of the profile as it would be; it saves itself, one save after the other. */
export function useDraft({ mentorId, userId, page }: { mentorId: string; userId: string; page: DraftPage }) {
  const name = `profile-${mentorId}`;
  const [draft, setDraft] = useState(page.draft);
  const [form, setForm] = useState<ProfileForm>(() => profileFormOf({ ...page.profile, ...page.draft?.fields }));
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  /** What the database has, for the next save; outside of the state, because saves follow each other. */
  const known = useRef({ form, seenAt: page.draft?.updated_at ?? null });
  const latest = useRef(form);
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hasUnsaved = () => Object.keys(changedFields(latest.current, known.current.form, page.profile)).length > 0;

  function set(changes: Partial<ProfileForm>): void {
    latest.current = { ...latest.current, ...changes };
    setForm(latest.current);
    setState((last) => (last.kind === 'saved' ? { kind: 'idle' } : last));
    // Through a reload, a lost connection and a new log-in.
    saveDraft(name, userId, { typed: JSON.stringify({ base: known.current.form, mine: latest.current }) });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS);
  }

  async function saveOnce(): Promise<boolean> {
    const sent = latest.current;
    const changed = changedFields(sent, known.current.form, page.profile);
    if (Object.keys(changed).length === 0) return true;
    setState({ kind: 'saving' });
    try {
      const saved = await saveDraftFields(mentorId, changed, known.current.seenAt);
      known.current = { form: sent, seenAt: saved.updated_at };
      setDraft(saved);
      setState({ kind: 'saved' });
    } catch (error) {
      console.warn('The changes of the profile were not saved', error);
      const isOffline = isApiError(error, 'unreachable');
      const sentence = isOffline ? words.reasons.offline : refusalSentence(error, words.reasons.other, words.reasons);
      const isStale = error instanceof ApiError && /^draft_/.test(error.reason ?? '');
      setState({ kind: 'failed', sentence, isStale });
      return false;
    }
    return hasUnsaved() ? saveOnce() : true;
  }

  /** Saves what is not saved yet, now; false where that failed. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer.current);
    running.current ??= saveOnce().finally(() => {
      running.current = null;
    });
    const isSaved = await running.current;
    if (isSaved && !hasUnsaved()) clearDraft(name, userId);
    return isSaved;
  }

  /** What another page has saved, with what was changed here on top of it. */
  function takeLatest(read: DraftPage): void {
    const theirs = profileFormOf({ ...read.profile, ...read.draft?.fields });
    latest.current = mergeVersions({ base: known.current.form, mine: latest.current, theirs }).merged;
    known.current = { form: theirs, seenAt: read.draft?.updated_at ?? null };
    setForm(latest.current);
    setDraft(read.draft);
    setState({ kind: 'idle' });
    void flush();
  }

  const restore = useEffectEvent(() => {
    const { typed } = readDraft(name, userId);
    if (!typed || draft?.state === 'submitted') return;
    try {
      const { base, mine }: { base: ProfileForm; mine: ProfileForm } = JSON.parse(typed);
      latest.current = mergeVersions({ base, mine, theirs: latest.current }).merged;
      setForm(latest.current);
      void flush();
    } catch (error) {
      console.warn('The kept changes of the profile could not be read', error);
    }
  });
  const retry = useEffectEvent(() => {
    if (hasUnsaved()) void flush();
  });
  useEffect(() => {
    restore();
    const goOn = () => retry();
    window.addEventListener('online', goOn);
    return () => {
      window.removeEventListener('online', goOn);
      // What was typed in the last two seconds.
      goOn();
    };
  }, []);

  return {
    draft,
    form,
    state,
    set,
    flush,
    takeLatest,
    forget: () => {
      clearTimeout(timer.current);
      latest.current = known.current.form;
      clearDraft(name, userId);
    },
    seenAt: () => known.current.seenAt,
  };
}

/** Which fields a draft changes, in the order of the form. */
export function hasChanges(draft: Draft | null): boolean {
  return draft !== null && Object.keys(draft.fields).length > 0;
}
