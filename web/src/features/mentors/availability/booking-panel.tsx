import { X } from 'lucide-react';
import { bookingPanel as panel } from '#copy/mentors/booking-panel.ts';
import { site } from '#copy/shell/site.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SessionPrice } from './session-price.tsx';
import { SlotPicker } from './slot-picker.tsx';
import { FORM_ID, PANEL_ID, type SlotSelection } from './use-slot-selection.ts';

const HeldButtons = lazyPart(() => import('./held-slot.tsx').then((module) => module.HeldButtons), {
  fallback: <div className="h-19" />,
});

const CLOSE =
  'absolute right-2 top-1.5 grid size-11 place-items-center rounded-control text-muted hover:bg-sunken md:hidden';

/**
 * The sticky panel beside a profile on wide screens (docs/product/bookings.md#choosing-a-slot). On phones it is a sheet
 * that the bar opens: a popover, so that it opens before scripts. Days are links and the slots a form, for the same
 * reason.
 */
export function BookingPanel({ selection }: { selection: SlotSelection }) {
  const { mentor, isWide, isOpenByAddress } = selection;
  const path = mentorPath(mentor);
  return (
    <section
      ref={selection.panel}
      id={PANEL_ID}
      popover="auto"
      data-open={isOpenByAddress || undefined}
      role={isWide ? 'complementary' : 'dialog'}
      tabIndex={-1}
      aria-labelledby="booking-title"
      onToggle={({ target, currentTarget, newState }) => {
        if (target === currentTarget && newState === 'open') currentTarget.focus({ preventScroll: true });
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The page lies behind the sheet: what gets the focus there would be covered.
        if (!isWide && relatedTarget && !currentTarget.contains(relatedTarget)) selection.closeSheet();
      }}
      className={
        'group/panel booking-panel flex-col border-line bg-surface text-ink outline-none md:sticky md:top-20 ' +
        'md:max-h-[calc(100dvh-11.75rem)] md:min-h-80 md:scroll-mt-20 md:rounded-card md:border'
      }
    >
      <form
        id={FORM_ID}
        // No form library: the browser itself sends the chosen slot before the page's code runs.
        action={path}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          selection.confirm();
        }}
        className="flex min-h-0 flex-1 flex-col"
      >
        {selection.date && <input type="hidden" name="day" value={selection.date} />}
        <div className="relative flex flex-wrap items-center justify-between gap-x-3 border-b border-line py-3.5 pl-5 pr-15 md:py-3 md:pr-5">
          <h2 id="booking-title" tabIndex={-1} className="text-lg outline-none">
            {panel.title}
          </h2>
          <p className="whitespace-nowrap text-sm text-muted">
            <SessionPrice mentor={mentor} className="text-lg" />
          </p>
          {isOpenByAddress ? (
            <a href={path} aria-label={site.close} className={CLOSE}>
              <X className="size-5" aria-hidden="true" />
            </a>
          ) : (
            <button
              type="button"
              popoverTarget={PANEL_ID}
              popoverTargetAction="hide"
              aria-label={site.close}
              className={CLOSE}
            >
              <X className="size-5" aria-hidden="true" />
            </button>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 lg:px-5">
          <SlotPicker selection={selection} />
        </div>
        {mentor.price > 0 && (
          <div className="border-t border-line p-4">
            <ConfirmButton selection={selection} />
          </div>
        )}
      </form>
    </section>
  );
}

/** The panel to come, as tall as it will be. */
export function BookingPanelSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="skeleton h-[36rem] max-h-[calc(100dvh-11.75rem)] min-h-80 rounded-card! max-md:hidden"
    />
  );
}

/** 'Select a Time Slot' until a slot is picked, then 'Confirm Booking'; a held slot is continued or given back; the way
 * to others where the mentor takes no bookings. */
function ConfirmButton({ selection }: { selection: SlotSelection }) {
  const { slot, hold, isLive } = selection;
  if (selection.isAway) {
    return (
      <ButtonLink size="lg" variant="secondary" className="w-full" to={paths.mentors}>
        {panel.otherMentors}
      </ButtonLink>
    );
  }
  if (hold) return <HeldButtons selection={selection} hold={hold} />;
  return (
    <Button
      type="submit"
      name="step"
      value="confirm"
      size="lg"
      className="w-full"
      // Before scripts the browser itself asks for a time.
      disabled={isLive && !slot}
    >
      {isLive || slot ? (
        slot ? (
          panel.confirm
        ) : (
          panel.selectSlot
        )
      ) : (
        <>
          <span className="group-has-[[name=slot]:checked]/panel:hidden">{panel.selectSlot}</span>
          <span className="not-group-has-[[name=slot]:checked]/panel:hidden">{panel.confirm}</span>
        </>
      )}
    </Button>
  );
}
