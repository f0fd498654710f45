import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { site } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';
import { isolate } from '#lib/isolate.tsx';
import { OfflineBar } from './messages/offline-bar.tsx';
import { PlainMessages } from './messages/plain-messages.tsx';

/** How a dialog is opened and closed, and where the focus goes afterwards. */
export interface DialogOpening {
  isOpen: boolean;
  /** Called when the person closes it by Escape, the backdrop or the close button. */
  onClose: () => void;
  /**
   * Where the focus goes afterwards, if the dialog's opener may be gone by then; `false` if another dialog replaces
   * this one and takes the focus.
   */
  returnFocus?: (() => HTMLElement | false | null) | undefined;
}

interface DialogProps extends DialogOpening {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, most important last. */
  actions?: ReactNode;
  /** Refuses closing while an action is running. */
  isLocked?: boolean;
  /**
   * `center` is for decisions, `wide` for those with much content. `bottom` rises from the lower edge on phones.
   * `panel` slides in, for details beside a list.
   */
  placement?: 'center' | 'wide' | 'bottom' | 'panel';
}

const MIDDLE =
  'inset-x-4 top-1/2 mx-auto max-h-[calc(100dvh-2rem)] -translate-y-1/2 rounded-card ' +
  'data-ending-style:scale-98 data-starting-style:scale-98';

const POPUP = {
  center: `${MIDDLE} max-w-md`,
  wide: `${MIDDLE} max-w-2xl`,
  bottom:
    'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-card pb-[env(safe-area-inset-bottom)] ' +
    'data-ending-style:translate-y-full data-starting-style:translate-y-full sm:mx-auto sm:bottom-6 ' +
    'sm:max-w-lg sm:rounded-card',
  panel:
    'inset-y-0 right-0 w-[min(34rem,100vw)] data-ending-style:translate-x-full data-starting-style:translate-x-full',
};

/** A modal dialog: focus moves in and returns, Escape closes, the page behind is inert. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  children,
  actions,
  isLocked = false,
  placement = 'center',
  returnFocus,
}: DialogProps) {
  const [hasMessage, setHasMessage] = useState(false);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && !isLocked && onClose()}>
      <Base.Portal>
        <Base.Backdrop
          className={
            'fixed inset-0 z-40 bg-black/45 transition-opacity duration-200 data-ending-style:opacity-0 ' +
            'data-starting-style:opacity-0'
          }
        />
        <Base.Popup
          finalFocus={returnFocus}
          className={cn(
            '@container fixed z-50 flex flex-col overflow-y-auto border border-line bg-surface text-ink shadow-float ' +
              'transition-all duration-200 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0',
            POPUP[placement],
          )}
        >
          <OfflineBar />
          <div className="flex items-start gap-3 px-5 pt-5">
            <Base.Title className="min-w-0 flex-1 text-xl font-semibold">{isolate(title)}</Base.Title>
            <Base.Close
              disabled={isLocked}
              className={
                '-mr-3 -mt-2 grid size-11 shrink-0 place-items-center rounded-control text-muted ' +
                'hover:bg-sunken hover:text-ink disabled:opacity-40'
              }
              aria-label={site.close}
            >
              <X className="size-5" aria-hidden="true" />
            </Base.Close>
          </div>
          {description && (
            <Base.Description className="text-balance px-5 text-muted">{isolate(description)}</Base.Description>
          )}
          <div
            // Content without controls must get the focus, so that keys can scroll it. A message leaves less room, so
            // it may scroll too.
            tabIndex={placement === 'wide' || placement === 'panel' || hasMessage ? 0 : undefined}
            className={cn(
              'min-h-0 flex-1 overflow-y-auto px-5 focus-visible:-outline-offset-2',
              children ? 'py-4' : 'pb-5',
              // With large text title and buttons may fill the screen: then all of it scrolls.
              placement === 'panel' ? 'min-h-60' : '@max-tight:flex-none @max-tight:overflow-visible',
            )}
          >
            {children}
          </div>
          <PlainMessages isOpen={isOpen} onShow={setHasMessage} className="grid gap-2 px-5 pb-4" />
          {actions && (
            <div className="@container border-t border-line">
              <div className="flex flex-wrap justify-end gap-3 px-5 py-4 max-sm:[&>*]:flex-1 @max-tight:flex-col @max-tight:[&>*]:long-label">
                {actions}
              </div>
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
