import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { mentorDrafts } from '#copy/mentors/drafts.ts';
import { refusalSentence } from '#features/people/mentor-accounts/mentor-call.ts';
import { ApiError, isApiError } from '#lib/api-error.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { mergeVersions } from '#lib/three-way-merge.ts';
import {
  changedFields,
  PROFILE_FIELDS,
  PROFILE_LIST_KEYS,
  type ProfileForm,
  type ProfileValues,
  profileFormOf,
  profileFormSchema,
} from '#rules/mentors/profile.ts';
import { type DraftPage, saveDraftFields } from './drafts.data.ts';

const { save: words } = mentorDrafts;

/** After the last key. */
const SAVE_AFTER_MS = 2000;

export type SaveState = { kind: 'idle' | 'saving' | 'saved' } | { kind: 'failed'; sentence: string; isStale: boolean };

/** The form of the profile as it would be; it saves itself, one save after the other. */
export function useDraft({ mentorId, userId, page }: { mentorId: string; userId: string; page: DraftPage }) {
  const name = `profile-${mentorId}`;
  const [opened] = useState(() => profileFormOf({ ...page.profile, ...page.draft?.fields }));
  const form = useForm<ProfileForm>({
    resolver: zodResolver(profileFormSchema),
    defaultValues: opened,
    shouldFocusError: false,
  });
  const [draft, setDraft] = useState(page.draft);
  /** Since the last save began. */
  const [isEdited, setIsEdited] = useState(false);
  /** What the database has, for the next save; outside of the state, because saves follow each other. */
  const known = useRef({ form: opened, seenAt: page.draft?.updated_at ?? null });
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const unsaved = () => changedFields(form.getValues(), known.current.form, page.profile);
  const hasUnsaved = () => Object.keys(unsaved()).length > 0;

  const save = useMutation({
    networkMode: 'always',
    mutationFn: (changed: ProfileValues) => saveDraftFields(mentorId, changed, known.current.seenAt),
    onError: (error) => console.warn('The changes of the profile were not saved', error),
  });

  async function saveOnce(): Promise<boolean> {
    const [sent, changed] = [form.getValues(), unsaved()];
    setIsEdited(false);
    if (Object.keys(changed).length === 0) return true;
    try {
      const saved = await save.mutateAsync(changed);
      known.current = { form: sent, seenAt: saved.updated_at };
      setDraft(saved);
    } catch {
      // `state` tells of it.
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

  /** Puts what was changed since `base` upon the stored version, and saves it. */
  function mergeInto(theirs: ProfileForm, base: ProfileForm, mine: ProfileForm): void {
    const { merged } = mergeVersions({ base, mine, theirs }, PROFILE_LIST_KEYS);
    for (const field of PROFILE_FIELDS) form.setValue(field, merged[field]);
    save.reset();
    void flush();
  }

  /** What another page has saved, with what was changed here on top of it. */
  function takeLatest(read: DraftPage): void {
    const theirs = profileFormOf({ ...read.profile, ...read.draft?.fields });
    const base = known.current.form;
    known.current = { form: theirs, seenAt: read.draft?.updated_at ?? null };
    setDraft(read.draft);
    mergeInto(theirs, base, form.getValues());
  }

  const restore = useEffectEvent(() => {
    const { typed } = readDraft(name, userId);
    if (!typed || draft?.state === 'submitted') return;
    try {
      const { base, mine }: { base: ProfileForm; mine: ProfileForm } = JSON.parse(typed);
      mergeInto(opened, base, mine);
    } catch (error) {
      console.warn('The kept changes of the profile could not be read', error);
    }
  });
  const keep = useEffectEvent(() => {
    setIsEdited(true);
    // Through a reload, a lost connection and a new log-in.
    saveDraft(name, userId, { typed: JSON.stringify({ base: known.current.form, mine: form.getValues() }) });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS);
  });
  const retry = useEffectEvent(() => {
    if (hasUnsaved()) void flush();
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => keep() }), [form]);
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
    state: stateOf(save, isEdited),
    flush,
    takeLatest,
    forget: () => {
      clearTimeout(timer.current);
      known.current.form = form.getValues();
      clearDraft(name, userId);
    },
    seenAt: () => known.current.seenAt,
  };
}

function stateOf(save: { error: Error | null; isPending: boolean; isSuccess: boolean }, isEdited: boolean): SaveState {
  const { error } = save;
  if (error) {
    const isOffline = isApiError(error, 'unreachable');
    const sentence = isOffline ? words.reasons.offline : refusalSentence(error, words.reasons.other, words.reasons);
    const isStale = error instanceof ApiError && /^draft_/.test(error.reason ?? '');
    return { kind: 'failed', sentence, isStale };
  }
  return { kind: save.isPending ? 'saving' : save.isSuccess && !isEdited ? 'saved' : 'idle' };
}
