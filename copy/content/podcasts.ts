/** The podcast's episodes on the home page (docs/product/content.md#podcasts). */
export const podcastsCopy = {
  carousel: 'Podcast episodes',
  play: (title: string) => `Play: ${title}`,
  player: (title: string) => `${title} (YouTube)`,
  watchOnYoutube: 'Watch on YouTube',
  opensInNewTab: (title: string) => `Watch on YouTube: ${title} (opens in a new tab)`,
} as const;
