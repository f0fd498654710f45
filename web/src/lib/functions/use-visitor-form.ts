import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { site } from '#copy/shell/site.ts';
import { clearDraft, readDraft, saveDraft, VISITOR } from '../drafts.ts';
import { useIdle } from '../use-idle.ts';
import type { PostedForm } from './posted-form.ts';
import type { SubmissionFailure } from './visitor-functions.ts';

export type Problems<F extends string> = Partial<Record<F, string>>;

/** What checks and sends a form: loaded after the page, and no part of its first load. */
export interface VisitorFormCode<F extends string> {
  /** What is wrong with the fields, a sentence each. */
  check: (fields: Record<F, string>) => Problems<F>;
  /** @returns why it was not taken, null when it was */
  send: (sent: Record<F | 'website' | 'id', string>) => Promise<SubmissionFailure | null>;
}

interface VisitorForm<F extends string> {
  /** The name under which this tab keeps what was typed. */
  draft: string;
  /** Each field with what stands in it at first, in the form's order. */
  empty: Readonly<Record<F, string>>;
  load: () => Promise<VisitorFormCode<F>>;
  failed: string;
  /** What came of a form that the browser posted itself. */
  posted: PostedForm<F> | undefined;
  /** `isThere`: the person is still on the page. */
  onSent: (fields: Record<F, string>, isThere: boolean) => void;
}

/**
 * Checks and sends a form that needs no log-in. Not react-hook-form: people type before the page's code runs, and neither
 * that library nor zod is in the first load. The fields keep their own text; it survives a reload in this tab, as does
 * the id that makes one of a form sent twice.
 */
export function useVisitorForm<F extends string>(
  form: RefObject<HTMLFormElement | null>,
  { draft: name, empty, load, failed, posted, onSent }: VisitorForm<F>,
) {
  const [problems, setProblems] = useState<Problems<F>>((posted?.problems ?? {}) as Problems<F>);
  const [failure, setFailure] = useState<string | null>(posted?.failure ?? null);
  const [isSending, setIsSending] = useState(false);
  const isBusy = useRef(false);
  const id = useRef<string>(null);
  /** What was sent under this id. */
  const sent = useRef<Record<string, string>>(null);
  const code = useRef<VisitorFormCode<F>>(null);
  const isIdle = useIdle();
  const names = Object.keys(empty) as F[];

  /** Null while it cannot be fetched. A browser remembers an import that failed, so none begins offline. */
  const loadCode = async (): Promise<VisitorFormCode<F> | null> => {
    if (code.current || !navigator.onLine) return code.current;
    try {
      code.current = await load();
    } catch (error) {
      console.warn('What checks and sends the form could not be loaded', error);
    }
    return code.current;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is there.
  useEffect(() => {
    if (!form.current) return;
    const draft = readDraft(name, VISITOR);
    id.current ??= draft.id ?? null;
    if (draft.id) sent.current ??= draft;
    for (const field of names) {
      const box = boxOf(form.current, field);
      const text = draft[field];
      // What was typed since the page opened is newer.
      if (box && text !== undefined && box.value === empty[field]) box.value = text;
    }
    // Counts and checks it. Only now: what is typed takes the draft's place.
    for (const field of names) {
      const box = boxOf(form.current, field);
      const isChanged = box && !box.readOnly && box.value !== (posted?.fields ?? empty)[field];
      if (isChanged) box.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, [form]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a network that is lost later finds it here.
  useEffect(() => {
    if (isIdle) void loadCode();
  }, [isIdle]);

  /** Its texts, those that people do not see included. */
  const read = (from: HTMLFormElement) => Object.fromEntries(new FormData(from)) as Record<F | 'website', string>;

  const keep = (fields: Record<F, string>) => {
    const typed = Object.fromEntries(names.map((field) => [field, fields[field]]));
    saveDraft(name, VISITOR, { ...typed, ...(id.current && { id: id.current }) });
  };

  const isWrong = (found: Problems<F>) => names.some((field) => found[field]);

  const refuse = (found: Problems<F>) => {
    // The sentence is there when the focus comes to its box, and is read with it.
    flushSync(() => setProblems(found));
    const first = names.find((field) => found[field]);
    if (first && form.current) boxOf(form.current, first)?.focus();
  };

  /** Keeps what is typed; a field with a problem is checked again. */
  const onInput = async (changed: string) => {
    if (!form.current) return;
    const fields = read(form.current);
    // It may have arrived as it was: once changed, it is another one.
    if (names.some((name) => sent.current && fields[name] !== sent.current[name])) id.current = sent.current = null;
    keep(fields);
    const field = names.find((each) => each === changed);
    if (!field || !problems[field]) return;
    const loaded = await loadCode();
    const sentence = form.current && loaded?.check(read(form.current))[field];
    setProblems((present) => ({ ...present, [field]: sentence ?? undefined }));
  };

  /** Whether it was taken. */
  const send = async (fields: ReturnType<typeof read>): Promise<boolean> => {
    const loaded = await loadCode();
    if (!loaded) {
      setFailure(navigator.onLine ? failed : site.offline);
      return false;
    }
    const found = loaded.check(fields);
    if (isWrong(found)) {
      refuse(found);
      return false;
    }
    setProblems({});
    id.current ??= crypto.randomUUID();
    sent.current = fields;
    keep(fields);
    const refusal = await loaded.send({ ...fields, id: id.current });
    if (!refusal) return true;
    const refused = refusal.problems as Problems<F>;
    if (isWrong(refused)) refuse(refused);
    else setFailure(refusal.message);
    return false;
  };

  const submit = async () => {
    if (!form.current || isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    setFailure(null);
    const fields = read(form.current);
    const isTaken = await send(fields);
    isBusy.current = false;
    setIsSending(false);
    if (!isTaken) return;
    clearDraft(name, VISITOR);
    onSent(fields, form.current !== null);
  };

  return { problems, failure, isSending, onInput, submit };
}

/** The box of a field. */
function boxOf(form: HTMLFormElement, field: string): HTMLInputElement | HTMLTextAreaElement | null {
  const box = form.elements.namedItem(field);
  return box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement ? box : null;
}
