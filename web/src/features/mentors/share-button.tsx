import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { mentorProfile } from '#copy/mentor-profile.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { Button } from '#ui/button.tsx';

const ShareDialog = lazyPart(() => import('./share-dialog.tsx').then((module) => module.ShareDialog));

/** Opens the share dialog, whose code arrives with the first press. */
export function ShareButton({ profileUrl, title }: { profileUrl: string; title: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [hasDialog, setHasDialog] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        onClick={() => {
          setHasDialog(true);
          setIsOpen(true);
        }}
      >
        <Share2 className="size-4.5" aria-hidden="true" />
        {mentorProfile.share.open}
      </Button>
      {hasDialog && (
        <ShareDialog isOpen={isOpen} onClose={() => setIsOpen(false)} profileUrl={profileUrl} title={title} />
      )}
    </>
  );
}
