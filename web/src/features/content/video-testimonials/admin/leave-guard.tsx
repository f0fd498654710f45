import { type Location, useBeforeUnload, useBlocker } from 'react-router';
import { videoTestimonials } from '#copy/content/admin-video-testimonials.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

const { leave: copy } = videoTestimonials;

/**
 * Asks before a video's upload is broken off. What was entered is kept for who leaves the tab, but not for who
 * closes the page.
 */
export function LeaveGuard({ isUploading, isTouched }: { isUploading: boolean; isTouched: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUploading && !isSameTab(currentLocation, nextLocation),
  );
  useBeforeUnload((event) => {
    if (isUploading || isTouched) event.preventDefault();
  });
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={copy.title}
      description={copy.description}
      actions={
        <>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            {copy.go}
          </Button>
          <Button onClick={() => blocker.reset?.()}>{copy.stay}</Button>
        </>
      }
    />
  );
}

function isSameTab(one: Location, other: Location): boolean {
  const tab = ({ pathname, search }: Location) => `${pathname}?${new URLSearchParams(search).get('tab')}`;
  return tab(one) === tab(other);
}
