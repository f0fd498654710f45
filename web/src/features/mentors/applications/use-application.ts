import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { mentorApplication as copy } from '#copy/mentors/applications.ts';
import { site } from '#copy/shell/site.ts';
import { clearDraft, readDraft, saveDraft, VISITOR } from '#lib/drafts.ts';
import type { PostedForm } from '#lib/functions/posted-form.ts';
import { toast } from '#lib/toast.ts';
import { useIdle } from '#lib/use-idle.ts';
import { boxOf, EMPTY_APPLICATION, FIELDS, type Field, type Problems, readFields } from './application-fields.ts';

const DRAFT = 'mentor-application';
const SUBMITTED_TOAST_MS = 8_000;

type LazySubmit = typeof import('./submit-application.ts');

let lazySubmit: LazySubmit | null = null;

/** Null while it cannot be fetched. A browser remembers an import that failed, so none begins offline. */
async function loadSubmit(): Promise<LazySubmit | null> {
  if (lazySubmit || !navigator.onLine) return lazySubmit;
  try {
    lazySubmit = await import('./submit-application.ts');
  } catch (error) {
    console.warn('What checks and sends the application could not be loaded', error);
  }
  return lazySubmit;
}

/**
 * Checks and sends an application; `posted` is what came of one that the browser posted itself. Not react-hook-form: people type before the page's code runs, and neither that
 * library nor zod is in the first load. The fields keep their own text; it survives a reload in this tab, as does the
 * id that makes one application of one sent twice.
 */
export function useApplication(
  form: RefObject<HTMLFormElement | null>,
  { posted, onSubmitted }: { posted: PostedForm<Field> | undefined; onSubmitted: () => void },
) {
  const [problems, setProblems] = useState<Problems>(posted?.problems ?? {});
  const [failure, setFailure] = useState<string | null>(posted?.failure ?? null);
  const [isSending, setIsSending] = useState(false);
  const isBusy = useRef(false);
  const id = useRef<string>(null);
  const isIdle = useIdle();

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
    // A network that is lost later finds it here.
    if (isIdle) void loadSubmit();
  }, [isIdle]);

  const keep = (fields: Record<Field, string>) => {
    const { name, phone, email, linkedin } = fields;
    saveDraft(DRAFT, VISITOR, { name, phone, email, linkedin, ...(id.current && { id: id.current }) });
  };

  const refuse = (found: Problems) => {
    // The sentence is there when the focus comes to its box, and is read with it.
    flushSync(() => setProblems(found));
    const first = FIELDS.find((field) => found[field]);
    if (first && form.current) boxOf(form.current, first)?.focus();
  };

  /** Keeps what is typed; a field with a problem is checked again. */
  const onInput = async (changed: string) => {
    if (!form.current) return;
    const fields = readFields(form.current);
    keep(fields);
    const field = FIELDS.find((each) => each === changed);
    if (!field || !problems[field]) return;
    const application = await loadSubmit();
    const sentence = form.current && application?.checkApplication(readFields(form.current))[field];
    setProblems((present) => ({ ...present, [field]: sentence ?? undefined }));
  };

  /** Whether it was taken. */
  const send = async (fields: ReturnType<typeof readFields>): Promise<boolean> => {
    const application = await loadSubmit();
    if (!application) {
      setFailure(navigator.onLine ? copy.failed : site.offline);
      return false;
    }
    const found = application.checkApplication(fields);
    if (hasProblem(found)) {
      refuse(found);
      return false;
    }
    setProblems({});
    id.current ??= crypto.randomUUID();
    keep(fields);
    const refusal = await application.sendApplication({ ...fields, id: id.current });
    if (!refusal) return true;
    if (hasProblem(refusal.problems)) refuse(refusal.problems);
    else setFailure(refusal.message);
    return false;
  };

  const submit = async () => {
    if (!form.current || isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    setFailure(null);
    const isTaken = await send(readFields(form.current));
    isBusy.current = false;
    setIsSending(false);
    if (!isTaken) return;
    clearDraft(DRAFT, VISITOR);
    toast.success(copy.submitted, { id: DRAFT, duration: SUBMITTED_TOAST_MS });
    // A person who has gone to another page stays there.
    if (form.current) onSubmitted();
  };

  return { problems, failure, isSending, onInput, submit };
}

function hasProblem(problems: Problems): boolean {
  return FIELDS.some((field) => problems[field]);
}
