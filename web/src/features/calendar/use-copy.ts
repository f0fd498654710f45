import { useEffect, useState } from 'react';
import { toast } from '#lib/toast.ts';

/** How long a button says that it has copied (specification, section 9). */
const CONFIRMATION_MS = 2000;

/** Copies a text and says so, in a toast and for two seconds in `isCopied`. */
export function useCopy(sentences: { copied: string; failed: string }) {
  const [copies, setCopies] = useState(0);
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (copies === 0) return;
    setIsCopied(true);
    const timer = setTimeout(() => setIsCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy(text: string) {
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

  return { isCopied, copy };
}
