import { offlinePage as copy } from '#copy/shell/offline.ts';
import { site } from '#copy/shell/site.ts';

/** Drawn as ui/point-mark.tsx: the rings that reach no person stop short of the dot. */
const DRAWING = `<svg class="drawing" viewBox="0 0 160 160" aria-hidden="true" fill="none">${[76, 54, 32]
  .map((radius) => `<circle class="ring" cx="80" cy="80" r="${radius}"/>`)
  .join('')}<circle class="dot" cx="80" cy="80" r="12"/></svg>`;

const LOGO =
  `<p class="logo"><span>${site.productName.split(' ')[0]}</span><svg viewBox="0 0 24 24" aria-hidden="true" ` +
  'fill="none"><circle class="logo-ring" cx="12" cy="12" r="9.5"/><circle class="dot" cx="12" cy="12" r="4"/></svg>' +
  `<span class="hidden-text">0</span></p>`;

const row = (name: string, label: string) =>
  `<div data-row="${name}" hidden><dt>${label}</dt><dd data-field="${name}"></dd></div>`;

/** Stands for the nonce of an answer, which is new each time. */
export const NONCE_PLACE = 'NONCE_OF_THE_ANSWER';

/** The page in place of one that cannot be reached. All of its words are ours: what is kept is written in by its script. */
export function offlineDocument({ styles, script }: { styles: string; script: string }): string {
  return `<!DOCTYPE html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#13110f">
<meta name="robots" content="noindex">
<title>${site.pageTitle(copy.title)}</title>
<style nonce="${NONCE_PLACE}">${styles}</style>
</head>
<body>
<header>${LOGO}</header>
<main>
<div class="message">
${DRAWING}
<h1>${copy.heading}</h1>
<p class="hint">${copy.hint}</p>
<button type="button" id="retry">${copy.retry}</button>
<p class="state" id="state" role="status"></p>
</div>
<section id="next" aria-labelledby="next-title" hidden>
<h2 id="next-title">${copy.next}</h2>
<dl>
${row('date', copy.date)}
${row('time', copy.time)}
${row('own', copy.onYourClock)}
${row('link', copy.link)}
${row('code', copy.code)}
</dl>
<p class="note" data-field="readAt"></p>
</section>
<p class="none" id="none" hidden>${copy.none}</p>
</main>
<script nonce="${NONCE_PLACE}">${script}</script>
</body>
</html>
`;
}
