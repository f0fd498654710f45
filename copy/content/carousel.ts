/** What a carousel's controls are called, and how it is read out. */
export const carouselCopy = {
  carousel: 'carousel',
  slide: 'slide',
  position: (number: number, count: number) => `${number} of ${count}`,
  previous: 'Previous',
  next: 'Next',
  pause: 'Pause the movement',
  play: 'Start the movement',
} as const;
