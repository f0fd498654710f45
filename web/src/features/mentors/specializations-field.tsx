import { X } from 'lucide-react';
import { useState } from 'react';
import { mentorEditor as copy } from '#copy/admin/mentor-editor.ts';
import { addSpecialization } from '#rules/mentor-profile.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';

/** The specialization that is being typed; saving takes it along. */
export interface PendingSpecialization {
  typed: string;
  problem: string | undefined;
  type: (typed: string) => void;
  /** Puts it into the list; false where the list cannot take it. */
  commit: () => boolean;
}

export function usePendingSpecialization(
  read: () => readonly string[],
  write: (list: string[]) => void,
): PendingSpecialization {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  return {
    typed,
    problem,
    type: (text) => {
      setTyped(text);
      setProblem(undefined);
    },
    commit: () => {
      const added = addSpecialization(read(), typed);
      setProblem(added.problem);
      if (added.problem !== undefined) return false;
      if (typed.trim() !== '') write(added.list);
      setTyped('');
      return true;
    },
  };
}

/** Narrower subjects, as chips that can be removed. */
export function SpecializationsField({
  id,
  value,
  error,
  pending,
  onChange,
  isDisabled = false,
  className,
}: {
  id: string;
  value: readonly string[];
  error: string | undefined;
  pending: PendingSpecialization;
  onChange: (list: string[]) => void;
  isDisabled?: boolean;
  className?: string;
}) {
  return (
    <div className={className}>
      <div className="flex items-start gap-2">
        <TextField
          className="min-w-0 flex-1"
          id={id}
          label={copy.specializations}
          hint={copy.specializationsHint}
          error={pending.problem ?? error}
          disabled={isDisabled}
          autoComplete="off"
          enterKeyHint="done"
          value={pending.typed}
          onChange={(event) => pending.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            pending.commit();
          }}
        />
        <Button variant="secondary" className="mt-6.5" disabled={isDisabled} onClick={() => pending.commit()}>
          {copy.addSpecialization}
        </Button>
      </div>
      {value.length > 0 && (
        <ul aria-label={copy.specializations} className="mt-3 flex flex-wrap gap-2">
          {value.map((name) => (
            <li
              key={name}
              className="flex max-w-full items-center rounded-full border border-line bg-sunken pl-3 text-sm"
            >
              <span className="truncate">{name}</span>
              <button
                type="button"
                disabled={isDisabled}
                aria-label={copy.removeSpecialization(name)}
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
