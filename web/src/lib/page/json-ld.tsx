/** Facts for search engines, in the words of schema.org. A data block: it is never executed. */
export function JsonLd({ facts }: { facts: Record<string, unknown> }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with "<" escaped, so that it cannot end the element
      dangerouslySetInnerHTML={{ __html: toJsonLd(facts) }}
      // Some facts are known only on the server.
      suppressHydrationWarning
    />
  );
}

/** The JSON of a data block inside HTML. */
export function toJsonLd(facts: Record<string, unknown>): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', '\\u003c');
}
