import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { googleAuthorisation } from '#copy/admin/google-authorisation.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';

/** How long a button says that it has copied (specification, section 9). */
const CONFIRMATION_MS = 2000;

/** Copies a text and says so, in a toast and for two seconds on the button. */
export function CopyButton({
  text,
  label,
  sentences,
  size = 'md',
}: {
  text: string;
  label: string;
  /** Of the toasts. */
  sentences: { copied: string; failed: string };
  size?: 'sm' | 'md';
}) {
  const [copies, setCopies] = useState(0);

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
    } catch (error) {
      console.warn('The clipboard is closed to this page', error);
      toast.error(sentences.failed, { id: 'copy' });
      return;
    }
    setCopies((count) => count + 1);
    toast.success(sentences.copied, { id: 'copy' });
  }

  const Icon = copies > 0 ? Check : Copy;
  return (
    <Button variant="secondary" size={size} onClick={() => void copy()}>
      <Icon className={size === 'sm' ? 'size-4' : 'size-4.5'} aria-hidden="true" />
      {copies > 0 ? googleAuthorisation.callback.copied : label}
    </Button>
  );
}
