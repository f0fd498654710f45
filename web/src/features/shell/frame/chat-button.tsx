import { MessageCircle } from 'lucide-react';
import { useLocation } from 'react-router';
import { shell } from '#copy/shell/frame.ts';
import { site } from '#copy/shell/site.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';

/** Forms, the ways in, and the payment: nothing distracts there. "Contact Us" has the chat among its ways. */
const WITHOUT: readonly string[] = [
  paths.login,
  paths.signup,
  paths.resetPassword,
  paths.adminLogin,
  paths.account,
  paths.accountAlert,
  paths.mentorInvitation,
  paths.mentorAnswer,
  paths.joinAsMentor,
  paths.shareStory,
  paths.contact,
];

const PROCESSING = paths.bookingProcessing('').slice(0, -1);

/** Whether a page has the chat button. */
function hasChat(pathname: string): boolean {
  const page = pathname.replace(/(?<=.)\/$/, '');
  return !(WITHOUT.includes(page) || page.startsWith(PROCESSING));
}

/**
 * Opens the support chat in a new tab. A tab in the page's margin, beside its texts and controls, while the page
 * moves and where it would cover something; `data-clear` says that it covers nothing (chat-room.ts).
 */
export function ChatButton() {
  const env = usePublicEnv();
  const { pathname } = useLocation();
  if (!hasChat(pathname)) return null;
  return (
    <aside
      data-chat
      aria-label={shell.chat}
      className={
        'pointer-events-none fixed right-[20px] bottom-[20px] z-20 flex size-[52px] items-center ' +
        'print:hidden [body:has([data-bottom-bar])_&]:max-md:-translate-y-(--bottom-bar,4.75rem)'
      }
    >
      <a
        href={env.supportChatUrl}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`${shell.chatTooltip} (${site.opensInNewTab})`}
        className="chat peer border border-accent-line bg-accent text-on-accent shadow-float hover:bg-accent-hover"
      >
        <MessageCircle aria-hidden="true" />
      </a>
      <span
        aria-hidden="true"
        className={
          'absolute right-full mr-3 whitespace-nowrap rounded-control bg-ink px-3 py-1.5 text-sm text-canvas opacity-0 ' +
          'transition-opacity duration-150 peer-hover:opacity-100 peer-focus-visible:opacity-100'
        }
      >
        {shell.chatTooltip}
      </span>
    </aside>
  );
}
