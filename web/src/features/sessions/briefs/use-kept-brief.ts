import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { forgetKept, keep, readKept } from '#lib/drafts.ts';
import type { Brief } from '#rules/sessions/brief.ts';
import {
  type BriefErrors,
  type BriefText,
  checkBrief,
  EMPTY_TEXT,
  isEmptyText,
  keptName,
  textOf,
} from './brief-form.ts';
import { readLastBrief } from './briefs.data.ts';

/** What a visitor typed is the person's who logs in. Another person's, whose session ended here, is forgotten. */
function takeKept(name: string, userId: string): BriefText {
  const kept = readKept(name);
  if (kept?.of && kept.of !== userId) {
    forgetKept(name);
    return EMPTY_TEXT;
  }
  if (kept) keep(name, { ...kept, of: userId });
  return textOf(kept);
}

/**
 * The fields of the dialog "Confirm Booking". What is typed is kept in this browser, for this mentor, until the order is
 * made; else it begins with the latest text that led to no booking.
 */
export function useKeptBrief(mentorId: string, userId: string) {
  const id = useId();
  const name = keptName(mentorId);
  const [text, setText] = useState<BriefText>(() => takeKept(name, userId));
  const [errors, setErrors] = useState<BriefErrors>({});
  const isTouched = useRef(!isEmptyText(text));

  useEffect(() => {
    if (isTouched.current) return;
    readLastBrief(mentorId).then(
      (brief) => {
        if (!isTouched.current && brief) setText(textOf(brief));
      },
      (error: unknown) => console.warn('The last text could not be read', error),
    );
  }, [mentorId]);

  const change = (changed: BriefText) => {
    isTouched.current = true;
    setText(changed);
    setErrors({});
    if (isEmptyText(changed)) forgetKept(name);
    else keep(name, { ...changed, of: userId });
  };

  return {
    id,
    text,
    errors,
    change,
    clear: () => change(EMPTY_TEXT),
    /** The brief as it is sent, null where nobody said anything; 'wrong' where a field is, which gets the focus. */
    check: (): Brief | null | 'wrong' => {
      if (!isTouched.current && isEmptyText(text)) return null;
      const checked = checkBrief(text);
      if ('brief' in checked) return checked.brief;
      setErrors(checked.errors);
      document.getElementById(`${id}-${checked.first}`)?.focus();
      return 'wrong';
    },
    /** The order has it: nothing is kept here any more. */
    forget: useCallback(() => forgetKept(name), [name]),
  };
}
