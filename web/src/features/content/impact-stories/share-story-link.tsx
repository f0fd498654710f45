import type { MouseEvent } from 'react';
import { impactStories } from '#copy/content/impact-stories.ts';
import { paths } from '#lib/paths.ts';
import { useIsHydrated } from '#lib/use-is-hydrated.ts';
import { ButtonLink } from '#ui/button.tsx';

interface ShareStoryLinkProps {
  size?: 'lg';
  className?: string;
  /** Loads the dialog before it is wanted. */
  onNear?: () => void;
  onOpen: () => void;
}

/** Leads to the page with the form; once the page's code runs it is a button that opens the dialog in its place. */
export function ShareStoryLink({ onNear, onOpen, ...look }: ShareStoryLinkProps) {
  const role = useIsHydrated() ? 'button' : undefined;
  const open = (event: MouseEvent) => {
    // In a tab of its own it is the page.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <ButtonLink
      to={paths.shareStory}
      role={role}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        // A button answers to the space bar; a page would scroll.
        event.preventDefault();
        event.currentTarget.click();
      }}
      {...look}
    >
      {impactStories.share}
    </ButtonLink>
  );
}
