import { WifiOff } from 'lucide-react';
import { site } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';
import { useOnline } from '#lib/use-online.ts';

/**
 * Says at once that there is no network. A live region announces only changes in it, so it is there before the message.
 */
export function OfflineBar({ className }: { className?: string }) {
  const isOnline = useOnline();
  return (
    <div aria-live="polite" className={cn('print:hidden', className)}>
      {!isOnline && (
        <p
          className={
            'flex items-center justify-center gap-2 border-b border-danger/30 bg-danger-soft px-4 py-2 ' +
            'text-center text-sm font-medium text-danger'
          }
        >
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          {site.offline}
        </p>
      )}
    </div>
  );
}
