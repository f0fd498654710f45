import { Check, Copy, ExternalLink, Mail, MessageCircle, Share } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { toast } from '#lib/toast.ts';
import { Button, ButtonAnchor } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { emailShareUrl, linkedinShareUrl, shareLink, whatsappShareUrl } from './share-links.ts';
import { ShortLink } from './short-link.tsx';

/** How long the button says that the link was copied (docs/product/mentors.md#addresses-and-sharing). */
const COPIED_MS = 2000;

/**
 * On a phone the system's own sheet reaches the messengers that people share with.
 * Older browsers: without "share" the dialog's own links and its copy button are there.
 */
function hasShareSheet(): boolean {
  return typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;
}

interface ShareDialogProps {
  isOpen: boolean;
  onClose: () => void;
  profileUrl: string;
  /** What the system's share sheet names the link. */
  title: string;
  slug: string;
}

/**
 * Sharing a profile: a read-only link, Copy Link, WhatsApp, LinkedIn and e-mail
 * (docs/product/mentors.md#addresses-and-sharing).
 */
export function ShareDialog({ isOpen, onClose, profileUrl, title, slug }: ShareDialogProps) {
  const { share } = mentorProfile;
  const [copies, setCopies] = useState(0);
  const [hasCopyFailed, setHasCopyFailed] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const link = shareLink(profileUrl, 'copy_link');

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setHasCopyFailed(false);
      setCopies((count) => count + 1);
      toast.success(share.linkCopied);
    } catch (error) {
      console.warn('The link could not be copied', error);
      setHasCopyFailed(true);
      // Focus selects the whole link, see below.
      field.current?.querySelector('input')?.focus();
      toast.error(share.copyFailed);
    }
  };

  const shareElsewhere = async () => {
    try {
      await navigator.share({ title, url: shareLink(profileUrl, 'share_sheet') });
    } catch (error) {
      // Closing the sheet without choosing is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      console.warn('The share sheet did not open', error);
      await copy();
    }
  };

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={share.title}
      actions={
        <>
          <ButtonAnchor variant="secondary" href={whatsappShareUrl(profileUrl, title)}>
            <MessageCircle className="size-4.5" aria-hidden="true" />
            {share.whatsapp}
          </ButtonAnchor>
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
          <ButtonAnchor variant="secondary" href={emailShareUrl(profileUrl, title)}>
            <Mail className="size-4.5" aria-hidden="true" />
            {share.email}
          </ButtonAnchor>
          {hasShareSheet() && (
            <Button variant="secondary" onClick={() => void shareElsewhere()}>
              <Share className="size-4.5" aria-hidden="true" />
              {share.more}
            </Button>
          )}
        </>
      }
    >
      <div ref={field} className="flex flex-col gap-3 sm:flex-row sm:items-end">
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
      <ShortLink slug={slug} className="mt-4 text-sm" />
      {hasCopyFailed && <p className="mt-3 text-sm text-muted">{share.copyByHand}</p>}
    </Dialog>
  );
}
