import { useRef, useState } from 'react';
import type { DialogOpening } from '../dialog.tsx';

/**
 * What a list has open over itself, such as a question about one of its rows. It keeps what it shows while it
 * closes, and the focus goes back to what opened it, or to the list's heading when that has gone with its row.
 */
export function useOpened<What extends object>() {
  /** `turn` makes each opening a new one. */
  const [opened, setOpened] = useState<(What & { turn: number }) | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const open = (what: What) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setOpened((last) => ({ ...what, turn: (last?.turn ?? 0) + 1 }));
    setIsOpen(true);
  };
  const dialog: DialogOpening = {
    isOpen,
    onClose: () => setIsOpen(false),
    returnFocus: () => (opener.current?.isConnected ? opener.current : heading.current),
  };
  return { opened, open, heading, dialog };
}
