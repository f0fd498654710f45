import { useEffect, useRef, useState } from 'react';
import { SEARCH_MAX_LENGTH, toSearchTerm } from '#rules/shell/search-term.ts';

const TYPING_PAUSE_MS = 250;

/** The search box's text, and its term after a pause. The box follows when `applied` changes from outside. */
export function useTypedSearch(applied: string, onSearch: (term: string) => void) {
  const [text, setText] = useState(applied);
  const sent = useRef(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });

  useEffect(() => {
    if (applied === sent.current) return;
    clearTimeout(timer.current);
    sent.current = applied;
    setText(applied);
  }, [applied]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (typed: string) => {
    clearTimeout(timer.current);
    const term = toSearchTerm(typed);
    if (term === sent.current) return;
    sent.current = term;
    search.current(term);
  };

  return {
    text,
    /** Characters that the box takes. */
    maxLength: SEARCH_MAX_LENGTH,
    type: (typed: string) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send(typed), TYPING_PAUSE_MS);
    },
    /** Searches at once, as for the Enter key. */
    flush: () => send(text),
    clear: () => {
      setText('');
      send('');
    },
  };
}
