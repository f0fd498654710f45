import { expect, test } from 'vitest';
import { toJsonLd } from './json-ld.tsx';

test('a name cannot end the data block', () => {
  const name = '</script><script>alert(1)</script><!--';
  const json = toJsonLd({ '@type': 'Person', name });
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual({ '@context': 'https://schema.org', '@type': 'Person', name });
});
