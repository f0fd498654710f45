import { X } from 'lucide-react';
import { useState } from 'react';
import { profileForm as copy } from '#copy/mentors/profile-fields.ts';
import { addName, isNamesField, type NamesField, PROFILE_FIELDS } from '#rules/mentors/profile.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';

const NAMES_FIELDS = PROFILE_FIELDS.filter(isNamesField);

/** The names that are being typed; saving takes them along. */
export type PendingNames = ReturnType<typeof usePendingNames>;

export function usePendingNames(
  read: (field: NamesField) => readonly string[],
  write: (field: NamesField, list: string[]) => void,
) {
  const [typed, setTyped] = useState<Partial<Record<NamesField, string>>>({});
  const [problems, setProblems] = useState<Partial<Record<NamesField, string | undefined>>>({});
  const type = (field: NamesField, text: string) => {
    setTyped((all) => ({ ...all, [field]: text }));
    setProblems((all) => ({ ...all, [field]: undefined }));
  };
  /** Puts it into the list; false where the list cannot take it. */
  const commit = (field: NamesField): boolean => {
    const text = typed[field] ?? '';
    const { list, problem } = addName(field, read(field), text);
    setProblems((all) => ({ ...all, [field]: problem }));
    if (list === undefined) return false;
    if (text.trim() !== '') write(field, list);
    setTyped((all) => ({ ...all, [field]: '' }));
    return true;
  };
  return {
    typed,
    problems,
    type,
    commit,
    hasTyped: Object.values(typed).some((text) => text.trim() !== ''),
    /** Puts all into their lists; answers the first field whose list cannot take it. */
    commitAll: () => NAMES_FIELDS.find((field) => !commit(field)),
  };
}

/** A list of names, as chips that can be removed. */
export function NamesInput({
  field,
  id,
  texts,
  value,
  error,
  pending,
  onChange,
  isDisabled,
  className,
}: {
  field: NamesField;
  id: string;
  texts: { label: string; hint?: string };
  value: readonly string[];
  error: string | undefined;
  pending: PendingNames;
  onChange: (list: string[]) => void;
  isDisabled: boolean;
  className: string;
}) {
  return (
    <div className={className}>
      <div className="flex flex-wrap items-start gap-x-2">
        <TextField
          className="min-w-0 flex-1 basis-40"
          id={id}
          {...texts}
          error={pending.problems[field] ?? error}
          disabled={isDisabled}
          autoComplete="off"
          enterKeyHint="done"
          value={pending.typed[field] ?? ''}
          onChange={(event) => pending.type(field, event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            pending.commit(field);
          }}
        />
        <Button variant="secondary" className="mt-6.5" disabled={isDisabled} onClick={() => pending.commit(field)}>
          {copy.addName}
        </Button>
      </div>
      {value.length > 0 && (
        <ul aria-label={texts.label} className="mt-3 flex flex-wrap gap-2">
          {value.map((name) => (
            <li
              key={name}
              className="flex max-w-full items-center rounded-full border border-line bg-sunken pl-3 text-sm"
            >
              <span className="truncate">{name}</span>
              <button
                type="button"
                disabled={isDisabled}
                aria-label={copy.removeName(name)}
                className="grid size-9 shrink-0 place-items-center pointer-coarse:size-11 rounded-full text-muted hover:text-ink"
                onClick={() => {
                  onChange(value.filter((one) => one !== name));
                  document.getElementById(id)?.focus();
                }}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
