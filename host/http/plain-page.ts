import { PLAIN_PAGE_POLICY } from './content-security-policy.ts';
import { OPENER_POLICY } from './secure-headers.ts';

/** The page to show when the web app cannot answer: one sentence, readable in light and dark, no script. */
export function plainPage(sentence: string, status: number, headers: Record<string, string> = {}): Response {
  const text = sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return new Response(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Point 0</title>
<style>
  body { display: grid; place-items: center; min-height: 90vh; margin: 0 1.5rem }
  p { font: 1.1rem/1.5 system-ui, sans-serif }
</style>
</head>
<body><p>${text}</p></body>
</html>
`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'cross-origin-opener-policy': OPENER_POLICY,
        'content-security-policy': PLAIN_PAGE_POLICY,
        ...headers,
      },
    },
  );
}
