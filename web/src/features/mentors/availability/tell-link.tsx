import type { MouseEvent } from 'react';
import { slotAlerts as copy } from '#copy/mentors/slot-alerts.ts';
import { TELL } from '#rules/mentors/slots.ts';
import { buttonClass } from '#ui/button.tsx';

export interface TellMeProps {
  mentor: { id: string; slug: string; name: string };
  /** There are times, but perhaps none that fits. */
  hasTimes?: boolean;
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
