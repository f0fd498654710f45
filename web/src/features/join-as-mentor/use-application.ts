import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { mentorApplication as copy } from '#copy/content/mentor-application.ts';
import { callVisitorFunction, refusalOf } from '#lib/functions/visitor-functions.ts';
import { clearDraft, readDraft, saveDraft, VISITOR } from '#lib/session/drafts.ts';
import { toast } from '#lib/toast.ts';
import { useAtRest } from '#lib/use-at-rest.ts';
import { boxOf, EMPTY_APPLICATION, FIELDS, type Field, readFields } from './application-fields.ts';
import type { checkApplication, Problems } from './check-application.ts';

const DRAFT = 'mentor-application';
const SUBMITTED_TOAST_MS = 8_000;

let check: typeof checkApplication | null = null;

/** The check, null while it cannot be fetched: the server makes it too. A browser remembers an import that failed, so none begins offline. */
async function loadCheck(): Promise<typeof check> {
  if (check || !navigator.onLine) return check;
  try {
    check = (await import('./check-application.ts')).checkApplication;
  } catch (error) {
    console.warn('The check of the application could not be loaded', error);
  }
  return check;
}

/**
 * Checks and sends an application. The boxes keep their own text, so that what is typed before the page's code runs stays; it
 * also survives a reload in this tab, and so does the id that makes one application of one that is sent twice.
 */
export function useApplication(form: RefObject<HTMLFormElement | null>, onSubmitted: () => void) {
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isBusy = useRef(false);
  const id = useRef<string>(null);
  const isAtRest = useAtRest();

  useEffect(() => {
    if (!form.current) return;
    const draft = readDraft(DRAFT, VISITOR);
    id.current ??= draft.id ?? null;
    for (const field of FIELDS) {
      const box = boxOf(form.current, field);
      const text = draft[field];
      // What was typed since the page opened is newer.
      if (box && text !== undefined && box.value === EMPTY_APPLICATION[field]) box.value = text;
    }
  }, [form]);

  useEffect(() => {
    // A network that is lost later finds the check here.
    if (isAtRest) void loadCheck();
  }, [isAtRest]);

  const keep = (fields: Record<Field, string>) => {
    const { name, phone, linkedin } = fields;
    saveDraft(DRAFT, VISITOR, { name, phone, linkedin, ...(id.current && { id: id.current }) });
  };

  const refuse = (found: Problems) => {
    // The sentence is there when the focus comes to its box, and is read with it.
    flushSync(() => setProblems(found));
    const first = FIELDS.find((field) => found[field]);
    if (first && form.current) boxOf(form.current, first)?.focus();
  };

  /** Keeps what is typed; a sentence about a box is looked at anew with what now stands there. */
  const onInput = async (changed: string) => {
    if (!form.current) return;
    const fields = readFields(form.current);
    keep(fields);
    const field = FIELDS.find((each) => each === changed);
    if (!field || !problems[field]) return;
    const checkNow = await loadCheck();
    const sentence = form.current && checkNow?.(readFields(form.current))[field];
    setProblems((present) => ({ ...present, [field]: sentence ?? undefined }));
  };

  const submit = async () => {
    if (!form.current || isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    setFailure(null);
    try {
      const fields = readFields(form.current);
      const checkNow = await loadCheck();
      const found = checkNow?.(fields) ?? {};
      if (FIELDS.some((field) => found[field])) {
        refuse(found);
        return;
      }
      setProblems({});
      id.current ??= crypto.randomUUID();
      keep(fields);
      await callVisitorFunction('submit-mentor-application', { ...fields, id: id.current });
    } catch (error) {
      const refusal = refusalOf(error, copy.failed);
      const found: Problems = refusal.problems;
      if (FIELDS.some((field) => found[field])) refuse(found);
      else setFailure(refusal.message);
      return;
    } finally {
      isBusy.current = false;
      setIsSending(false);
    }
    clearDraft(DRAFT, VISITOR);
    toast.success(copy.submitted, { id: DRAFT, duration: SUBMITTED_TOAST_MS });
    onSubmitted();
  };

  return { problems, failure, isSending, onInput, submit };
}
