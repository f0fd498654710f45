/** The player that sets no cookie before somebody plays; the page's security policy permits this host alone. */
const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com';
const YOUTUBE_HOSTS = /(^|\.)(youtube\.com|youtube-nocookie\.com|ytimg\.com|youtu\.be|ggpht\.com)$/;

/** The player of a video, which begins at once: it is only loaded when somebody has pressed play. */
export function youtubePlayerUrl(videoId: string): string {
  return `${PLAYER_ORIGIN}/embed/${encodeURIComponent(videoId)}?autoplay=1&rel=0`;
}

/**
 * The still of a video to show before it plays; null where there is none, or only one at YouTube's: fetching that would
 * tell YouTube of every visitor, also of those who play nothing.
 */
export function privateStill(thumbnailUrl: string | null): string | null {
  if (!thumbnailUrl || !URL.canParse(thumbnailUrl, 'https://self.invalid')) return null;
  const { hostname } = new URL(thumbnailUrl, 'https://self.invalid');
  return YOUTUBE_HOSTS.test(hostname) ? null : thumbnailUrl;
}
