import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { mentorProfile } from '#copy/mentor-profile.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { buttonClass } from '#ui/button.tsx';
import { shareTargets } from './share-links.ts';

const ShareDialog = lazyPart(() => import('./share-dialog.tsx').then((module) => module.ShareDialog));

interface ShareProps {
  profileUrl: string;
  /** What the link is called. */
  title: string;
}

/** Opens links to share by. Where scripts run, it opens the dialog instead, whose code arrives with the first press. */
export function Share({ profileUrl, title }: ShareProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <details className="relative">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is pressed by keys as well */}
        <summary
          className={buttonClass('secondary', 'md', 'w-full list-none [&::-webkit-details-marker]:hidden')}
          onClick={(event) => {
            // The links that were opened before scripts are closed by the same press.
            if (event.currentTarget.closest('details')?.open) return;
            event.preventDefault();
            setIsOpen(true);
          }}
        >
          <Share2 className="size-4.5" aria-hidden="true" />
          {mentorProfile.share.open}
        </summary>
        <ul className="absolute right-0 z-40 mt-2 w-max rounded-card border border-line bg-surface p-1 shadow-float">
          {shareTargets(profileUrl, title).map(({ id, label, href }) => (
            <li key={id}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                className="flex min-h-11 items-center rounded-control px-4 font-medium hover:bg-sunken"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </details>
      <ShareDialog isOpen={isOpen} onClose={() => setIsOpen(false)} profileUrl={profileUrl} title={title} />
    </>
  );
}
