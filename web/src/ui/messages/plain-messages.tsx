import { X } from 'lucide-react';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { site } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';
import { type PlainMessage, plainMessages } from '#lib/toast.ts';
import { TechnicalDetails } from './technical-details.tsx';

const { addPlace, close, subscribe } = plainMessages;
const ON_SERVER: readonly PlainMessage[] = [];

interface PlainMessagesProps {
  className: string;
  isOpen?: boolean;
  /** Called with whether there is a message. */
  onShow?: (isShowing: boolean) => void;
}

/**
 * Messages that are shown without the toaster: its code has not arrived, or a dialog is open. The innermost place on
 * the page shows them.
 */
export function PlainMessages({ className, isOpen = true, onShow }: PlainMessagesProps) {
  const place = useId();
  useEffect(() => (isOpen ? addPlace(place) : undefined), [place, isOpen]);
  const messages = useSyncExternalStore(
    subscribe,
    () => plainMessages.in(place),
    () => ON_SERVER,
  );
  const isShowing = messages.length > 0;
  useEffect(() => onShow?.(isShowing), [isShowing, onShow]);
  // A live region announces only changes in it, so it is there before the first message.
  return (
    <div aria-live="polite" className={isShowing ? className : undefined}>
      {messages.map(({ key, kind, message, options }) => (
        <div
          key={key}
          className={cn(
            'flex items-start gap-3 rounded-card border bg-surface py-3 pl-4 pr-2 text-sm shadow-float',
            kind === 'error' ? 'border-danger' : 'border-line-strong',
          )}
        >
          <div className="min-w-0 flex-1">
            <p className="font-medium">{message}</p>
            {typeof options.description === 'string' && <p>{options.description}</p>}
            <TechnicalDetails>{options.details}</TechnicalDetails>
          </div>
          <PlainAction action={options.action} onDone={() => close(key)} />
          <button type="button" aria-label={site.close} className="tap-area -mt-0.5 p-1" onClick={() => close(key)}>
            <X className="size-4" aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  );
}

type ActionProps = { action: PlainMessage['options']['action']; onDone: () => void };

function PlainAction({ action, onDone }: ActionProps) {
  if (!action || typeof action !== 'object' || !('onClick' in action)) return null;
  return (
    <button
      type="button"
      className="tap-area font-semibold text-accent-text underline underline-offset-4"
      onClick={(event) => {
        action.onClick(event);
        onDone();
      }}
    >
      {action.label}
    </button>
  );
}
