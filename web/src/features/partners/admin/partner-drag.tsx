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
import { GripVertical } from 'lucide-react';
import { type ReactNode, use, useCallback } from 'react';
import { adminPartnerLogos } from '#copy/admin/partner-logos.ts';
import { PartnerContext } from './partner-context.ts';
import type { Partner } from './partners.data.ts';

const { drag: copy } = adminPartnerLogos;

type Say = (name: string, place: number, count: number) => string;

/** What a screen reader says of the logo that is being dragged, at a place counted from 0. */
function tell({ operation }: DragStartEvent | DragOverEvent | DragEndEvent, place: number, say: Say) {
  const { name, count } = operation.source?.data ?? {};
  return name && say(name, place + 1, count);
}

const ACCESSIBILITY = Accessibility.configure({
  screenReaderInstructions: { draggable: copy.instructions },
  announcements: {
    dragstart(event: DragStartEvent) {
      const { source } = event.operation;
      return isSortable(source) ? tell(event, source.index, copy.pickedUp) : undefined;
    },
    dragover(event: DragOverEvent) {
      const { source, target } = event.operation;
      // Once the rows have made room, the logo is over its own place.
      if (!isSortable(target) || source?.id === target.id) return;
      return tell(event, target.index, copy.over);
    },
    dragend(event: DragEndEvent) {
      const { source } = event.operation;
      if (!isSortable(source)) return;
      return event.canceled
        ? tell(event, source.initialIndex, copy.cancelled)
        : tell(event, source.index, adminPartnerLogos.atPlace);
    },
  },
});

const SENSORS = [
  PointerSensor.configure({
    // The handle does not scroll, so that a finger drags at once, as a mouse does; a tap is no drag.
    activationConstraints: [new PointerActivationConstraints.Distance({ value: 4 })],
  }),
  KeyboardSensor,
];

/** Within, rows with a `DragHandle` can be dragged to another place, by mouse, finger and keys. */
export function PartnerDrag({ children }: { children: ReactNode }) {
  const { move } = use(PartnerContext);
  const drop: DragDropEventHandlers['onDragEnd'] = ({ operation, canceled }) => {
    const { source } = operation;
    if (!canceled && isSortable(source)) move(source.initialIndex, source.index);
  };
  return (
    <DragDropProvider sensors={SENSORS} plugins={(defaults) => [...defaults, ACCESSIBILITY]} onDragEnd={drop}>
      {/* While a row is dragged it is no part of a table: what makes it a card must not show. */}
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
  );
}

/** Drags the table's row that it stands in. */
export function DragHandle({ partner, place }: { partner: Partner; place: number }) {
  const { count } = use(PartnerContext);
  const { ref, handleRef } = useSortable({ id: partner.id, index: place, data: { name: partner.name, count } });
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
      aria-label={copy.handle(partner.name)}
      aria-roledescription={copy.role}
      className={
        'grid h-11 w-8 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted ' +
        'hover:bg-sunken hover:text-ink active:cursor-grabbing pointer-coarse:w-11'
      }
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  );
}
