import { zodResolver } from '@hookform/resolvers/zod';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldErrors, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { clearDraft, readDraft, saveDraft } from './drafts.ts';
import { refusalOf } from './refusals.ts';
import { useSession } from './session/session.ts';
import { listOf } from './shape.ts';

interface FormMutationOptions<Typed extends FieldValues, Checked, Result>
  extends Pick<UseMutationOptions<Result, Error, Checked>, 'onSettled'> {
  schema: z.ZodType<Checked, Typed>;
  /** When fields are first checked; else when the form is sent. */
  mode?: 'onChange';
  defaultValues: DefaultValues<Typed>;
  send: (values: Checked) => Promise<Result>;
  onSent: (result: Result, values: Checked) => unknown;
  onFailed?: (error: Error) => unknown;
  /** Of fields that are not registered, which the form focuses itself. */
  onWrong?: (errors: FieldErrors<Typed>) => unknown;
  /** The sentence for a failure; null where something else than the form says it. */
  say: (error: Error) => string | null;
  /** The field that a refusal is about, by the refusal's word; else it is about `field`. */
  fields?: Readonly<Record<string, FieldPath<Typed>>>;
  /** The one field that failures are about; without it they are about the whole form. */
  field?: FieldPath<Typed>;
  /** The name under which this tab keeps what was typed until it is sent; a new log-in loses nothing. */
  draft?: string;
}

/** A draft holds texts: rows of fields are kept as JSON. */
function toTexts(values: FieldValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]),
  );
}

/** What a draft holds for a form. Rows that are none, as another version may have kept them, are left out. */
function keptValues(texts: Record<string, string>, defaults: FieldValues): FieldValues {
  const values: FieldValues = {};
  for (const [name, text] of Object.entries(texts)) {
    const value = Array.isArray(defaults[name]) ? rowsIn(text) : text;
    if (value === text || isRows(value)) values[name] = value;
  }
  return values;
}

function rowsIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isRows = listOf(
  (row): row is Record<string, string> =>
    typeof row === 'object' && row !== null && Object.values(row).every((text) => typeof text === 'string'),
);

/**
 * The one way to send a form: checks it, focuses the first fault, sends once however often it is pressed, keeps what
 * was typed, and says what went wrong at the field or as `failure`.
 */
export function useFormMutation<Typed extends FieldValues, Checked, Result>({
  schema,
  mode,
  defaultValues,
  send,
  onSent,
  onFailed,
  onWrong,
  say,
  fields = {},
  field,
  draft,
  onSettled,
}: FormMutationOptions<Typed, Checked, Result>) {
  const userId = useSession().localUser?.id ?? '';
  const [kept] = useState(() => (draft === undefined ? {} : keptValues(readDraft(draft, userId), defaultValues)));
  const form = useForm<Typed, unknown, Checked>({
    resolver: zodResolver(schema),
    ...(mode && { mode }),
    defaultValues: { ...defaultValues, ...kept },
  });
  const isSending = useRef(false);
  const forgetDraft = () => {
    if (draft !== undefined) clearDraft(draft, userId);
  };

  useEffect(() => {
    if (draft === undefined) return;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(draft, userId, toTexts(values)),
    });
  }, [form, draft, userId]);

  const mutation = useMutation<Result, Error, Checked>({
    // Without a network it fails at once and says so, instead of waiting.
    networkMode: 'always',
    mutationFn: send,
    onSuccess: async (result, values) => {
      forgetDraft();
      await onSent(result, values);
    },
    onError: async (error) => {
      console.warn('A form was not sent', error);
      const message = say(error);
      const place = fields[refusalOf(error).word] ?? field ?? 'root';
      if (message !== null) form.setError(place, { type: 'server', message }, { shouldFocus: true });
      await onFailed?.(error);
    },
    ...(onSettled && { onSettled }),
  });

  const check = form.handleSubmit(async (values) => {
    // A second press may come before the first one is drawn.
    if (isSending.current) return;
    isSending.current = true;
    try {
      // `onError` tells of a failure.
      await mutation.mutateAsync(values).catch(() => null);
    } finally {
      isSending.current = false;
    }
  }, onWrong);
  return {
    form,
    submit: (event?: Parameters<typeof check>[0]) => void check(event),
    isBusy: mutation.isPending,
    /** What is said about the whole form. */
    failure: form.formState.errors.root?.message,
    error: mutation.isPending ? null : mutation.error,
    forgetDraft,
  };
}
