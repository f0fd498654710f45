/** Shown where there is no photo, or none that loads (docs/product/site.md#pictures). */
export const PLACEHOLDER = '/placeholder.svg';

const WIDTHS = [160, 320, 640];
const RESPONSIVE = /^(?<stem>[^?#]+)-640\.webp(?<query>\?[^#]*)?$/;
const STORED = /\/(?:[\w-]*uploads?|storage)\//i;

/** Seconds that a stored photo may be kept (docs/product/site.md#stored-files). */
const CACHE_SECONDS = '3600';

/** The address of a photo. An address below an upload or storage path gets `cache=3600`. */
export function pictureAddress(src: string): string {
  const address = src.trim();
  if (address === '') return PLACEHOLDER;
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  if (/^(data|blob):/i.test(path) || !STORED.test(path)) return address;
  if (new URLSearchParams(query).has('cache')) return address;
  return `${path}${query.length > 1 ? `${query}&` : '?'}cache=${CACHE_SECONDS}${fragment}`;
}

/** A photo's widths for `srcset`; undefined if it has only one. Uploads have no AVIF, which takes seconds to make. */
export function pictureSet(address: string, format: 'avif' | 'webp'): string | undefined {
  const { stem, query = '' } = RESPONSIVE.exec(address)?.groups ?? {};
  if (format === 'avif' && STORED.test(address)) return;
  return stem && WIDTHS.map((width) => `${stem}-${width}.${format}${query} ${width}w`).join(', ');
}
