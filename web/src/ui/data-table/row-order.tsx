import { Accessibility, PointerActivationConstraints } from '@dnd-kit/dom';
import {
  type DragDropEventHandlers,
  DragDropProvider,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  KeyboardSensor,
  PointerSensor,
} from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { Button } from '../button.tsx';

/** Makes a sentence about a row at a place, counted from 1. */
type Say = (name: string, place: number, count: number) => string;

export interface RowOrderLabels {
  moveUp: (name: string) => string;
  moveDown: (name: string) => string;
  /** Where a row is after a move. */
  atPlace: Say;
  handle: (name: string) => string;
  role: string;
  /** How a row is dragged by keys. */
  instructions: string;
  pickedUp: Say;
  over: Say;
  cancelled: Say;
}

type NamedRow = { id: string; name: string };

interface RowOrderValue {
  labels: Pick<RowOrderLabels, 'moveUp' | 'moveDown' | 'handle' | 'role'>;
  count: number;
  /** Moves a row to another place, both counted from 0, and announces it. */
  step: (from: number, to: number) => void;
}

const RowOrderContext = createContext<RowOrderValue>({
  labels: { moveUp: String, moveDown: String, handle: String, role: '' },
  count: 0,
  step: () => {},
});

const SENSORS = [
  PointerSensor.configure({
    // The handle does not scroll, so that a finger drags at once, as a mouse does; a tap is no drag.
    activationConstraints: [new PointerActivationConstraints.Distance({ value: 4 })],
  }),
  KeyboardSensor,
];

/**
 * Lets people order the rows of a table inside it: with a `DragHandle` by mouse, finger and keys, or with `MoveButtons`
 * step by step.
 */
export function RowOrder({
  rows,
  labels,
  onMove,
  children,
}: {
  rows: readonly NamedRow[];
  labels: RowOrderLabels;
  /** Places are counted from 0. */
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}) {
  const [accessibility] = useState(() => spoken(labels));
  const [said, setSaid] = useState('');
  const count = rows.length;
  const step = (from: number, to: number) => {
    const name = rows[from]?.name;
    if (name) setSaid(labels.atPlace(name, to + 1, count));
    onMove(from, to);
  };
  const drop: DragDropEventHandlers['onDragEnd'] = ({ operation, canceled }) => {
    const { source } = operation;
    if (!canceled && isSortable(source)) onMove(source.initialIndex, source.index);
  };
  return (
    <RowOrderContext value={{ labels, count, step }}>
      <p role="status" className="sr-only">
        {said}
      </p>
      <DragDropProvider sensors={SENSORS} plugins={(defaults) => [...defaults, accessibility]} onDragEnd={drop}>
        {/* A dragged row is no part of a table, so the styles of a card must not apply to it. */}
        <div
          className={
            '@rows:[&_[data-dnd-dragging]]:p-0 [&_[data-dnd-dragging]]:cursor-grabbing ' +
            '[&_[data-dnd-dragging]]:rounded-card [&_[data-dnd-dragging]]:bg-surface ' +
            '[&_[data-dnd-dragging]]:outline-2 [&_[data-dnd-dragging]]:outline-accent ' +
            '[&_[data-dnd-dragging]]:shadow-float'
          }
        >
          {children}
        </div>
      </DragDropProvider>
    </RowOrderContext>
  );
}

/** What a screen reader says while a row is dragged. */
function spoken(labels: RowOrderLabels) {
  const tell = ({ operation }: DragStartEvent | DragOverEvent | DragEndEvent, place: number, say: Say) => {
    const { name, count } = operation.source?.data ?? {};
    return name && say(name, place + 1, count);
  };
  return Accessibility.configure({
    screenReaderInstructions: { draggable: labels.instructions },
    announcements: {
      dragstart(event: DragStartEvent) {
        const { source } = event.operation;
        return isSortable(source) ? tell(event, source.index, labels.pickedUp) : undefined;
      },
      dragover(event: DragOverEvent) {
        const { source, target } = event.operation;
        // Once the rows have made room, the row is over its own place.
        if (!isSortable(target) || source?.id === target.id) return;
        return tell(event, target.index, labels.over);
      },
      dragend(event: DragEndEvent) {
        const { source } = event.operation;
        if (!isSortable(source)) return;
        return event.canceled
          ? tell(event, source.initialIndex, labels.cancelled)
          : tell(event, source.index, labels.atPlace);
      },
    },
  });
}

/** Drags the table's row that contains it. */
export function DragHandle({ row: { id, name }, place }: { row: NamedRow; place: number }) {
  const { labels, count } = use(RowOrderContext);
  const { ref, handleRef } = useSortable({ id, index: place, data: { name, count } });
  const attach = useCallback(
    (handle: HTMLButtonElement | null) => {
      handleRef(handle);
      ref(handle?.closest('tr') ?? null);
    },
    [handleRef, ref],
  );
  return (
    <button
      ref={attach}
      type="button"
      aria-label={labels.handle(name)}
      aria-roledescription={labels.role}
      className={
        'grid h-11 w-8 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted ' +
        'hover:bg-sunken hover:text-ink active:cursor-grabbing pointer-coarse:w-11'
      }
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  );
}

/** Move the row one place up or down. */
export function MoveButtons({ name, place }: { name: string; place: number }) {
  const { labels, count, step } = use(RowOrderContext);
  const steps = [
    { label: labels.moveUp(name), to: place - 1, Icon: ArrowUp },
    { label: labels.moveDown(name), to: place + 1, Icon: ArrowDown },
  ];
  return steps.map(({ label, to, Icon }) => {
    const isInList = to >= 0 && to < count;
    return (
      <Button
        key={label}
        variant="secondary"
        size="sm"
        aria-label={label}
        title={label}
        // At an end of the list it does nothing, but keeps the focus.
        aria-disabled={!isInList}
        onClick={isInList ? () => step(place, to) : undefined}
        className="w-9 px-0! aria-disabled:cursor-not-allowed pointer-coarse:w-11"
      >
        <Icon aria-hidden="true" className="size-4" />
      </Button>
    );
  });
}
