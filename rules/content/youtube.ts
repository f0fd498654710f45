import { parseUrl } from '#rules/shell/parse-url.ts';

/** The player that sets no cookie before a video plays; the page's security policy permits only this host. */
const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com';
/** Where YouTube's stills are; the page's security policy permits no other foreign pictures. */
export const YOUTUBE_STILLS_ORIGIN = 'https://img.youtube.com';
const YOUTUBE_HOSTS = /(^|\.)(youtube\.com|youtube-nocookie\.com|ytimg\.com|youtu\.be|ggpht\.com)$/;

/** The player of a video, which begins at once: it is only loaded after a press on play. */
export function youtubePlayerUrl(videoId: string): string {
  return `${PLAYER_ORIGIN}/embed/${encodeURIComponent(videoId)}?autoplay=1&rel=0`;
}

/**
 * The still of a video before it plays; null when only YouTube has one: loading it would show YouTube every visitor.
 */
export function privateStill(thumbnailUrl: string | null): string | null {
  const url = thumbnailUrl && parseUrl(thumbnailUrl, 'https://self.invalid');
  return !url || YOUTUBE_HOSTS.test(url.hostname) ? null : thumbnailUrl;
}

/**
 * The accepted shapes (docs/product/content.md#podcasts), as private.youtube_id() in the database. YouTube's own words
 * after embed/, and eleven letters after u/ (a channel), are no video.
 */
const VIDEO = new RegExp(
  '^https?://(?:(?:www|m|music)\\.)?(?:youtu\\.be/|youtube(?:-nocookie)?\\.com/(?:watch/?\\?(?:[^#\\s]*&)?v=' +
    '|embed/(?!(?:videoseries|live_stream)(?![a-z0-9_-]))|v/|e/|u/(?:[^/?#\\s]+/|(?![a-z]{11}(?![a-z0-9_-])))))' +
    '([a-z0-9_-]{11})(?![a-z0-9_-])',
  'i',
);
const YOUTUBE = /^https?:\/\/(?:(?:www|m|music)\.)?(?:youtu\.be|youtube(?:-nocookie)?\.com)\/\S*$/i;

/** The id of a video in one of the accepted shapes: short links, watch?v=, embed/, v/, e/ and u/; null in any other. */
export function youtubeVideoId(url: string): string | null {
  return VIDEO.exec(url)?.[1] ?? null;
}

/** Whether an address leads to YouTube, to a video or anything else. */
export function isYoutubeAddress(url: string): boolean {
  return YOUTUBE.test(url);
}

/** An address as it is stored: people copy them without the scheme. */
export function withScheme(address: string): string {
  return address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
}

/** YouTube's still of a video, 480 by 360. For administrators: see privateStill. */
export function youtubeStill(videoId: string): string {
  return `${YOUTUBE_STILLS_ORIGIN}/vi/${videoId}/hqdefault.jpg`;
}
