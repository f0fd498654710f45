import type { MouseEvent } from 'react';
import { slotAlerts as copy } from '#copy/mentors/slot-alerts.ts';
import { latePart, useLatePart } from '#lib/late-part.ts';
import { TELL } from '#rules/mentors/slots.ts';
import { buttonClass } from '#ui/button.tsx';

const lateAlert = latePart(() => import('./slot-alert.tsx').then((module) => module.SlotAlert));

export interface TellMeProps {
  mentor: { id: string; name: string };
  /** There are times, but perhaps none that fits. */
  hasTimes?: boolean;
}

/** Asks to be told of new times (docs/product/favourites.md#alerts). Before scripts it is a link to the log-in. */
export function TellMe(props: TellMeProps) {
  const SlotAlert = useLatePart(lateAlert);
  return SlotAlert ? <SlotAlert {...props} /> : <TellLink {...props} />;
}

export function TellLink({ hasTimes, onClick }: TellMeProps & { onClick?: (event: MouseEvent) => void }) {
  return (
    <a
      href={`?${TELL}=1`}
      rel="nofollow"
      onClick={onClick}
      className={
        hasTimes ? 'tap-line mt-1 inline-block text-sm text-accent-text underline' : buttonClass('secondary', 'md')
      }
    >
      {hasTimes ? copy.other : copy.tell}
    </a>
  );
}
