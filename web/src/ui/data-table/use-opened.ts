import { useCallback, useRef, useState } from 'react';
import type { DialogOpening } from '../dialog.tsx';

/** The open item of a list, kept while it closes. The focus returns to its opener, else to the list's heading. */
export function useOpened<What extends object, Heading extends HTMLElement = HTMLHeadingElement>() {
  /** `turn` makes each opening a new one. */
  const [opened, setOpened] = useState<(What & { turn: number }) | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  const heading = useRef<Heading>(null);

  const open = useCallback((what: What, button = document.activeElement) => {
    opener.current = button instanceof HTMLElement ? button : null;
    setOpened((last) => ({ ...what, turn: (last?.turn ?? 0) + 1 }));
    setIsOpen(true);
  }, []);
  const dialog: DialogOpening = {
    isOpen,
    onClose: () => setIsOpen(false),
    returnFocus: () => (opener.current?.isConnected ? opener.current : heading.current),
  };
  return { opened, open, heading, dialog };
}
