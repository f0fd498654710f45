import { Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { shareTargets } from './share-links.ts';

const ShareDialog = lazyPart(() => import('./share-dialog.tsx').then((module) => module.ShareDialog));

interface ShareProps {
  profileUrl: string;
  /** What the link is called. */
  title: string;
  slug: string;
}

/** Before scripts it opens links to share by; then the dialog, whose code arrives with the first press. */
export function Share({ profileUrl, title, slug }: ShareProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isLive, setIsLive] = useState(false);
  const links = useRef<HTMLDetailsElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const takeOver = () => {
    if (links.current?.open) return;
    const hadFocus = links.current?.contains(document.activeElement);
    setIsLive(true);
    if (hadFocus) requestAnimationFrame(() => button.current?.focus());
  };
  // Links that are open stay until they are closed.
  useEffect(takeOver, []);

  const label = (
    <>
      <Share2 className="size-4.5" aria-hidden="true" />
      {mentorProfile.share.open}
    </>
  );
  return isLive ? (
    <>
      <Button ref={button} variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <ShareDialog isOpen={isOpen} onClose={() => setIsOpen(false)} profileUrl={profileUrl} title={title} slug={slug} />
    </>
  ) : (
    // The height of its button: a page may be drawn between the two, and the row would move.
    <details ref={links} className="relative h-11" onToggle={takeOver}>
      <summary className={buttonClass('secondary', 'md', 'w-full list-none [&::-webkit-details-marker]:hidden')}>
        {label}
      </summary>
      <ul className="absolute right-0 z-40 mt-2 w-max rounded-card border border-line bg-surface p-1 shadow-float">
        {shareTargets(profileUrl, title).map(({ id, label: name, href }) => (
          <li key={id}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className="flex min-h-11 items-center rounded-control px-4 font-medium hover:bg-sunken"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
