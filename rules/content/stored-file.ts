/** Names and addresses of stored files (docs/product/site.md#stored-files). */

const NAME_MAX_LENGTH = 80;

/** Buckets that pages show files of. */
export type FileBucket = 'mentor_images' | 'video_testimonials' | 'partner_logos';

/** A file's name in an address: no ending, only English letters, digits and dashes; 'file' when none is left. */
export function sanitisedName(fileName: string): string {
  const [, stem = ''] = /([^/\\]*?)(?:\.[a-z0-9]{1,5})?$/i.exec(fileName) ?? [];
  return (
    stem
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\s/g, '-')
      .replace(/[^a-z0-9_-]/g, '')
      .replace(/-+/g, '-')
      .replace(/^[-_]+/, '')
      .slice(0, NAME_MAX_LENGTH)
      .replace(/[-_]+$/, '') || 'file'
  );
}

/** The name of an uploaded video: the time, then its sanitised name. The policy of its bucket asks for the same. */
export function videoFileName(fileName: string, now: Date): string {
  return `${now.getTime()}-${sanitisedName(fileName)}.mp4`;
}

const PUBLIC_PATH = '/storage/v1/object/public/';

/** A stored file's address in rows: a path for the site's own files, so that the site can move. */
export function fileAddress(
  file: { bucket: FileBucket; name: string },
  { apiUrl, siteUrl }: { apiUrl: string; siteUrl: string },
): string {
  const path = `${PUBLIC_PATH}${file.bucket}/${file.name}`;
  const { origin } = new URL(apiUrl);
  return origin === new URL(siteUrl).origin ? path : origin + path;
}

/** The file in bucket `bucket` that an address names, on any host; null when it names none. */
export function storedName(address: string, bucket: FileBucket): string | null {
  const path = /^(?:https?:\/\/[^/?#]+)?(\/[^?#]*)/i.exec(address)?.[1] ?? '';
  const prefix = `${PUBLIC_PATH}${bucket}/`;
  const name = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  return /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/.test(name) && !/(^|\/)\.\.?(\/|$)/.test(name) ? name : null;
}
