import type { Frame, Page } from '@playwright/test';

/**
 * Has the browser lay out what is far below the view too (`laid-out-near` in styles/app.css). Until it does, Chrome tells
 * scripts the colours of such parts as they were in the theme before.
 */
export const layOutAll = (document: Page | Frame): Promise<void> =>
  document.evaluate(() => {
    // Not by a sheet: with one more, Chrome makes all fonts anew, and late ones come into use.
    for (const part of window.document.querySelectorAll<HTMLElement>('.laid-out-near')) {
      part.style.contentVisibility = 'visible';
    }
  });
