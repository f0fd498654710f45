/** The podcast's episodes on the home page (founder-side specification, section 2, "Home", 6). */
export const podcastsCopy = {
  carousel: 'Podcast episodes',
  play: (title: string) => `Play: ${title}`,
  player: (title: string) => `${title} (YouTube)`,
  watchOnYoutube: 'Watch on YouTube',
  opensInNewTab: (title: string) => `Watch on YouTube: ${title} (opens in a new tab)`,
} as const;
