import { type ReactNode, type Ref, useRef } from 'react';
import { cn } from '#lib/class-names.ts';
import { Button } from '../button.tsx';

interface Press {
  label: string;
  /** Its full name, if the label alone does not say what it is for. */
  name?: string;
}

/** The button that opens the system's file chooser, and the one that clears it. The caller shows the choice. */
export function FileChooser({
  id,
  focusRef,
  accept,
  icon,
  choose,
  undo,
  noteId,
  size = 'sm',
  isDisabled = false,
  onFile,
}: {
  /** The id of the button that chooses, for links to it. */
  id?: string;
  /** The same button, for a form that leads to its first problem. */
  focusRef?: Ref<HTMLButtonElement>;
  accept: string;
  icon: ReactNode;
  choose: Press;
  undo?: (Press & { run: () => void }) | false | null | undefined;
  /** The id of the text that describes the choice, or its problem. */
  noteId?: string | undefined;
  size?: 'sm' | 'md';
  isDisabled?: boolean;
  onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  return (
    <div ref={buttons} className="flex flex-wrap gap-2">
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // So that the same file can be chosen again after it was corrected.
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button
        id={id}
        ref={focusRef}
        variant="secondary"
        size={size}
        // With large text its words take two lines.
        className={cn('h-auto! max-w-full shrink! whitespace-normal!', size === 'sm' ? 'min-h-9' : 'min-h-11')}
        aria-label={choose.name}
        aria-describedby={noteId}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {icon}
        {choose.label}
      </Button>
      {undo && (
        <Button
          variant="quiet"
          size={size}
          aria-label={undo.name}
          disabled={isDisabled}
          onClick={() => {
            undo.run();
            // This button disappears with the choice.
            buttons.current?.querySelector('button')?.focus();
          }}
        >
          {undo.label}
        </Button>
      )}
    </div>
  );
}
