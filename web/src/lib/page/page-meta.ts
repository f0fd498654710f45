import type { MetaDescriptor } from 'react-router';
import { site } from '#copy/shell/site.ts';

/** The picture of a shared link whose page has none of its own. */
const SHARE_PICTURE = { path: '/og/default.png', width: 1200, height: 630 };

interface PageFacts {
  title: string;
  description: string;
  /** The page's canonical path, without a query that only filters it. */
  path: string;
  siteUrl: string;
  type?: 'website' | 'profile';
  /** Its address, on this site or elsewhere; the size where it is known. */
  image?: { path: string; width?: number; height?: number } | undefined;
}

/** For search engines and link previews: title, description, canonical address, Open Graph, Twitter. */
export function pageMeta({ title, description, path, siteUrl, type = 'website', image }: PageFacts): MetaDescriptor[] {
  const address = absoluteUrl(siteUrl, path);
  const picture: NonNullable<PageFacts['image']> = image ?? SHARE_PICTURE;
  const pictureUrl = absoluteUrl(siteUrl, picture.path);
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: site.productName },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: pictureUrl },
    ...(picture.width && picture.height
      ? [
          { property: 'og:image:width', content: String(picture.width) },
          { property: 'og:image:height', content: String(picture.height) },
        ]
      : []),
    { property: 'og:locale', content: 'en_IN' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: pictureUrl },
  ];
}

/** The `meta` of a page whose loader names the site's address. */
export function listedMeta(path: string, title: string, description: string) {
  return ({ loaderData }: { loaderData: { siteUrl: string } | undefined }) =>
    loaderData && pageMeta({ title, description, path, siteUrl: loaderData.siteUrl });
}

/**
 * The head of a page that search engines must not list: its title, the site's description
 * (docs/product/site.md#search-engines).
 */
export function unlistedMeta(title: string): MetaDescriptor[] {
  return [
    { title: site.pageTitle(title) },
    { name: 'description', content: site.siteDescription },
    { name: 'robots', content: 'noindex' },
  ];
}

export function absoluteUrl(siteUrl: string, path: string): string {
  return new URL(path, siteUrl).href;
}
