/** The podcast on the home page (founder-side specification, section 2, "Home", 6). */
export const podcastsCopy = {
  title: 'Outreach Unplugged',
  intro: 'Conversations with mentors, recorded where founders work. Half an hour each.',
  carousel: 'Podcast episodes',
  play: (title: string) => `Play: ${title}`,
  player: (title: string) => `${title} (YouTube)`,
  watchOnYoutube: 'Watch on YouTube',
  opensInNewTab: (title: string) => `Watch on YouTube: ${title} (opens in a new tab)`,
  privacy: 'Plays from YouTube, which learns of your visit only when you press play.',
} as const;
