import { Check, Copy, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { mentorProfile } from '#copy/mentor-profile.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { linkedinShareUrl, shareLink } from './share-links.ts';

/** How long the button says that the link was copied (spec section 9). */
const COPIED_MS = 2000;

/** Sharing a profile: a read-only link, Copy Link, and LinkedIn (spec section 2). */
export function ShareDialog({
  isOpen,
  onClose,
  profileUrl,
}: {
  isOpen: boolean;
  onClose: () => void;
  profileUrl: string;
}) {
  const { share } = mentorProfile;
  const [copies, setCopies] = useState(0);
  const link = shareLink(profileUrl, 'copy_link');

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopies((count) => count + 1);
      toast.success(share.linkCopied);
    } catch (error) {
      console.warn('The link could not be copied', error);
      toast.error(share.copyFailed);
    }
  };

  return (
    <Dialog
      closeLabel={site.close}
      isOpen={isOpen}
      onClose={onClose}
      title={share.title}
      actions={
        <Button
          variant="secondary"
          onClick={() => {
            toast.info(share.openingLinkedin);
            window.open(linkedinShareUrl(profileUrl), '_blank', 'noopener,noreferrer');
          }}
        >
          <ExternalLink className="size-4.5" aria-hidden="true" />
          {share.linkedin}
        </Button>
      }
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
        <TextField
          label={share.link}
          value={link}
          readOnly
          className="flex-1"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button className="min-w-34" onClick={() => void copy()}>
          {copies > 0 ? (
            <Check className="size-4.5" aria-hidden="true" />
          ) : (
            <Copy className="size-4.5" aria-hidden="true" />
          )}
          {copies > 0 ? share.copied : share.copy}
        </Button>
      </div>
    </Dialog>
  );
}
