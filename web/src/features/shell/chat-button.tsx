import { MessageCircle } from 'lucide-react';
import { shell } from '#copy/shell.ts';
import { site } from '#copy/site.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';

/** Opens the support chat in a new tab. */
export function ChatButton() {
  const env = usePublicEnv();
  return (
    <aside aria-label={shell.chat} className="print:hidden">
      <a
        href={env.supportChatUrl}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`${shell.chatTooltip} (${site.opensInNewTab})`}
        className={
          'group fixed bottom-5 right-5 z-20 grid size-13 place-items-center rounded-full border ' +
          'border-accent-line bg-accent text-on-accent shadow-float transition-transform duration-150 ' +
          'hover:scale-105 [body:has([data-bottom-bar])_&]:max-md:-translate-y-(--bottom-bar,4.75rem)'
        }
      >
        <MessageCircle className="size-6" aria-hidden="true" />
        <span
          aria-hidden="true"
          className={
            'pointer-events-none absolute right-full mr-3 whitespace-nowrap rounded-control bg-ink ' +
            'px-3 py-1.5 text-sm text-canvas opacity-0 transition-opacity duration-150 ' +
            'group-hover:opacity-100 group-focus-visible:opacity-100'
          }
        >
          {shell.chatTooltip}
        </span>
      </a>
    </aside>
  );
}
