import { useId, useState } from 'react';
import { cn } from '#lib/class-names.ts';

interface ExpandableTextProps {
  text: string;
  shownLength?: number;
  /** How it is cut while it is closed. */
  lineClass?: string;
  more: string;
  less: string;
  /** The button's full name, when its word alone does not say whose text it shows. */
  labelOf: (word: string) => string;
}

/** A text with two lines shown. If it is longer than `shownLength` characters, a button shows the rest. */
export function ExpandableText({
  text,
  shownLength = 90,
  lineClass = 'line-clamp-2',
  more,
  less,
  labelOf,
}: ExpandableTextProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > shownLength || text.includes('\n');
  const word = isOpen ? less : more;
  return (
    <>
      <p id={id} className={cn('break-words', isOpen ? 'basis-full whitespace-pre-line' : lineClass)}>
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={labelOf(word)}
          onClick={() => setIsOpen(!isOpen)}
          className="tap-line text-sm font-medium text-accent-text underline-offset-4 hover:underline"
        >
          {word}
        </button>
      )}
    </>
  );
}
