import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export type Tab = { id: string; label: string; content: ReactNode };

/** Tabs with arrow-key movement. Every panel stays in the page, so that it reads whole without JavaScript. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  return (
    <Base.Root defaultValue={tabs[0]?.id}>
      <Base.List aria-label={label} className="flex gap-6 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className={
              '-mb-px whitespace-nowrap border-b-2 border-transparent py-3 font-medium text-muted ' +
              'transition-colors hover:text-ink data-active:border-accent data-active:text-ink'
            }
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} keepMounted className="py-6">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
