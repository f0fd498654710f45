import { Circle, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { healthCopy as copy } from '#copy/office/system-health.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import type { HealthLevel } from './health.ts';

const LOOKS: Record<HealthLevel, { tone: Tone; icon: ReactNode }> = {
  good: { tone: 'success', icon: <CircleCheck aria-hidden="true" /> },
  idle: { tone: 'neutral', icon: <Circle aria-hidden="true" /> },
  watch: { tone: 'accent', icon: <CircleAlert aria-hidden="true" /> },
  act: { tone: 'danger', icon: <TriangleAlert aria-hidden="true" /> },
};

/** A light, in a word and a shape beside the colour. */
export function Light({ level }: { level: HealthLevel }) {
  return <Badge {...LOOKS[level]}>{copy.levels[level]}</Badge>;
}

/** One thing that is checked: its light, how it stands, and the way to where it is put right. */
export function CheckRow({
  title,
  level,
  children,
  facts = [],
  action,
}: {
  title: string;
  level: HealthLevel;
  /** How it stands and what to do, in sentences. */
  children: ReactNode;
  facts?: (string | false | null)[];
  action?: ReactNode;
}) {
  const shown = facts.filter((fact) => typeof fact === 'string');
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-4 md:px-5">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base font-semibold">{title}</h3>
          <Light level={level} />
        </div>
        <div className="nums mt-1 max-w-prose break-words">{children}</div>
        {shown.length > 0 && <p className="nums mt-1 break-words text-sm text-muted">{shown.join(' · ')}</p>}
      </div>
      {action}
    </li>
  );
}
