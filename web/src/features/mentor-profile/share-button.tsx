import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { mentorProfile } from '#copy/mentor-profile.ts';
import { Button } from '#ui/button.tsx';

const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
);

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
        <Suspense>
          <ShareDialog
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            profileUrl={profileUrl}
            title={title}
          />
        </Suspense>
      )}
    </>
  );
}
