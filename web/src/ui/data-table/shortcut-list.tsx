import { Keyboard } from 'lucide-react';
import { createContext, type ReactNode, use, useRef } from 'react';
import { cn } from '#lib/class-names.ts';
import { useShortcutsSetting } from '#lib/keys/shortcuts-setting.ts';
import { useShortcuts } from '#lib/keys/use-shortcuts.ts';
import { Button } from '../button.tsx';
import { enterRow, focusedRow, moveRowFocus, type RowPlace, rowId } from './row-cursor.ts';
import { type RowKey, type ShortcutLabels, ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useOpened } from './use-opened.ts';

type Help = { labels: ShortcutLabels; open: () => void };

const HelpContext = createContext<Help | null>(null);

interface ShortcutListProps {
  labels: ShortcutLabels;
  rowKeys?: readonly RowKey[];
  /** What Enter does to a row; without it Enter goes to the row's buttons. */
  onOpenRow?: ((rowId: string) => void) | undefined;
  children: ReactNode;
}

/**
 * A list with keys: j and k, or the arrows on a row, move between rows; Enter goes into one; / goes to the search; ?
 * lists the keys.
 */
export function ShortcutList({ labels, rowKeys = [], onOpenRow, children }: ShortcutListProps) {
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<RowPlace | null>(null);
  const { open, dialog } = useOpened();

  const move = (step: 1 | -1) => () => {
    if (!list.current) return false;
    place.current = moveRowFocus(list.current, step, place.current) ?? place.current;
    return true;
  };
  const onRow = (act: (row: HTMLElement) => boolean) => () => {
    const row = list.current && focusedRow(list.current);
    return row !== null && act(row);
  };

  /** Only on a row: elsewhere the arrows scroll. */
  const moveFromRow = (step: 1 | -1) => onRow((row) => row === document.activeElement && move(step)());
  const openRow = (row: HTMLElement) => {
    if (!onOpenRow) return enterRow(row);
    onOpenRow(rowId(row));
    return true;
  };

  useShortcuts({
    j: move(1),
    k: move(-1),
    ArrowDown: moveFromRow(1),
    ArrowUp: moveFromRow(-1),
    // A link or button that has the focus itself handles Enter as usual.
    Enter: onRow((row) => row === document.activeElement && openRow(row)),
    '/': () => {
      const box = list.current?.querySelector<HTMLInputElement>('input[type=search]');
      box?.focus();
      box?.select();
      return box != null;
    },
    '?': () => {
      open({});
      return true;
    },
    ...Object.fromEntries(
      rowKeys.map(({ key, run, isForList }) => [
        key,
        (event: KeyboardEvent) => {
          const act = (id: string) => {
            // A key that is held down must not act twice.
            if (!event.repeat) run(id);
            return true;
          };
          return isForList ? act('') : onRow((row) => act(rowId(row)))();
        },
      ]),
    ),
  });

  return (
    <HelpContext value={{ labels, open: () => open({}) }}>
      <div ref={list}>{children}</div>
      {dialog.isOpen && <ShortcutsDialog labels={labels} rowKeys={rowKeys} {...dialog} />}
    </HelpContext>
  );
}

/** Opens the list of shortcuts, where they can also be turned off and on. */
export function ShortcutsButton() {
  const help = use(HelpContext);
  const [isOn] = useShortcutsSetting();
  if (!help) throw new Error('ShortcutsButton stands in a ShortcutList');
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-label={help.labels.title}
      title={help.labels.title}
      // A phone has no keys. But a person who has turned the shortcuts off must find the switch again.
      className={cn('w-9 px-0! text-muted pointer-coarse:w-11', isOn && 'max-sm:pointer-coarse:hidden')}
      onClick={help.open}
    >
      <Keyboard aria-hidden="true" className="size-5" />
    </Button>
  );
}
