import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';

/** How long a button shows that it has copied. */
const CONFIRMATION_MS = 2000;

/** Of the toasts. */
type Sentences = { copied: string; failed: string };

interface CopyButtonProps {
  text: string;
  /** Before and just after copying. */
  labels: { copy: string; copied: string };
  sentences: Sentences;
  size?: 'sm' | 'md';
}

/** Copies a text and says so, in a toast and for two seconds on the button. */
export function CopyButton({ text, labels, sentences, size = 'md' }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(text, sentences);
  return (
    <Button variant="secondary" size={size} onClick={() => void copy()}>
      <CopyMark isCopied={isCopied} className={size === 'sm' ? 'size-4' : 'size-4.5'} />
      {isCopied ? labels.copied : labels.copy}
    </Button>
  );
}

/** A short text that is its own copy button, for a line among other facts. `label` begins the button's name. */
export function CopyableText({ text, label, sentences }: { text: string; label: string; sentences: Sentences }) {
  const { isCopied, copy } = useCopy(text, sentences);
  return (
    <button
      type="button"
      aria-label={`${label} ${text}`}
      translate="no"
      onClick={() => void copy()}
      className="tap-line nums inline-flex max-w-full items-center gap-1.5 text-left font-medium text-ink wrap-anywhere"
    >
      {text}
      <CopyMark isCopied={isCopied} className={cn('size-4', isCopied ? 'text-success' : 'text-accent-text')} />
    </button>
  );
}

function CopyMark({ isCopied, className }: { isCopied: boolean; className: string }) {
  const Icon = isCopied ? Check : Copy;
  return <Icon className={cn('shrink-0', className)} aria-hidden="true" />;
}

function useCopy(text: string, sentences: Sentences) {
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

  return { isCopied: copies > 0, copy };
}
