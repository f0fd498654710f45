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

/**
 * The fields of the dialog "Confirm Booking". What is typed is kept in this browser, for this mentor, until the order is
 * made; else it begins with the latest text that led to no booking.
 */
export function useKeptBrief(mentorId: string) {
  const id = useId();
  const name = keptName(mentorId);
  const [text, setText] = useState<BriefText>(() => textOf(readKept(name)));
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
    else keep(name, changed);
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
