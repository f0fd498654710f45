/** The mailbox's style sheet and script, inline in its page. Colours are those of web/src/styles/app.css. */

export const MAILBOX_STYLES = `
@font-face {
  font-family: Figtree; src: url(/fonts/figtree.woff2) format("woff2"); font-weight: 400 800; font-display: swap;
}
:root {
  color-scheme: light dark;
  --canvas: #fbfaf8; --surface: #fff; --sunken: #f4f2ef; --line: #e7e3de; --line-strong: #d0cac3;
  --ink: #1c1917; --muted: #5c554f; --accent: #fbbf24; --accent-text: #92400e; --accent-soft: #fef4d6; --dot: #dcd6ce;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #13110f; --surface: #1c1916; --sunken: #24201c; --line: #35302a; --line-strong: #4a433b;
    --ink: #f7f4f0; --muted: #b3aba1; --accent-text: #fcd34d; --accent-soft: #33270b; --dot: #332e28;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100dvh; display: flex; flex-direction: column; background: var(--canvas); color: var(--ink);
  font: 400 1rem/1.625 Figtree, ui-sans-serif, system-ui, sans-serif; -webkit-font-smoothing: antialiased;
}
a { color: var(--accent-text); }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; border-radius: 4px; }
.dot { fill: var(--accent); stroke: none; }
header {
  display: flex; align-items: center; gap: 12px 20px; flex-wrap: wrap; padding: 12px 20px;
  background: var(--surface); border-bottom: 1px solid var(--line);
}
.brand {
  display: inline-flex; align-items: center; gap: 6px; color: var(--ink); text-decoration: none; font-size: 1.125rem;
  font-weight: 700; letter-spacing: -.02em;
}
.divider { width: 1px; height: 18px; margin: 0 6px; background: var(--line-strong); }
.section { font-weight: 500; color: var(--muted); }
.sandbox {
  padding: 3px 12px; border-radius: 999px; background: var(--accent-soft); color: var(--accent-text);
  font-size: .875rem; line-height: 1.375rem; font-weight: 600;
}
.site { margin-left: auto; font-size: .875rem; }
main { flex: 1; display: flex; min-height: 0; }
nav { flex: 1; min-width: 0; background: var(--surface); }
.list-header { padding: 20px; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.375rem; line-height: 1.75rem; letter-spacing: -.02em; }
h1 small {
  margin-left: 6px; font-size: .875rem; font-weight: 400; letter-spacing: 0; color: var(--muted);
  font-variant-numeric: tabular-nums;
}
label { display: block; margin: 14px 0 4px; font-size: .875rem; line-height: 1.25rem; color: var(--muted); }
.field { display: flex; gap: 8px; }
input {
  flex: 1; min-width: 0; height: 44px; padding: 0 12px; border: 1px solid var(--line-strong); border-radius: 8px;
  background: var(--canvas); color: inherit; font: inherit; font-size: 1rem;
}
input::placeholder { color: var(--muted); opacity: .8; }
button {
  height: 44px; padding: 0 16px; border: 1px solid var(--line-strong); border-radius: 8px; background: var(--surface);
  color: inherit; font: inherit; font-size: .875rem; font-weight: 600; cursor: pointer;
}
button:hover { background: var(--sunken); }
.clear { display: inline-block; padding-top: 8px; font-size: .875rem; }
ol { list-style: none; padding: 0; }
li { border-bottom: 1px solid var(--line); }
li a {
  display: grid; grid-template-columns: 1fr auto; gap: 0 12px; padding: 14px 20px; color: inherit;
  text-decoration: none;
  border-left: 3px solid transparent;
}
li a:hover { background: var(--sunken); }
li a[aria-current] { background: var(--accent-soft); border-left-color: var(--accent); }
li a:focus-visible { outline-offset: -3px; }
li span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.subject { font-weight: 600; line-height: 1.5rem; }
li time { font-size: .75rem; line-height: 1.5rem; color: var(--muted); font-variant-numeric: tabular-nums; }
.recipient, .preview { grid-column: 1 / -1; font-size: .875rem; line-height: 1.25rem; color: var(--muted); }
.recipient { color: var(--ink); }
li.new { animation: arrive .8s ease-out; }
@keyframes arrive { from { background: var(--accent-soft); } }
.pane { flex: 1; min-width: 0; display: flex; flex-direction: column; }
.back { display: none; padding: 14px 20px 0; font-size: .875rem; text-decoration: none; }
.mail-head { padding: 20px 24px 0; border-bottom: 1px solid var(--line); background: var(--surface); }
h2 { font-size: 1.375rem; line-height: 1.75rem; letter-spacing: -.02em; text-wrap: balance; overflow-wrap: anywhere; }
dl { margin-top: 8px; font-size: .875rem; line-height: 1.375rem; color: var(--muted); }
dl div { display: flex; gap: 8px; }
dt { flex: none; min-width: 40px; }
dd { color: var(--ink); overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.tabs { display: flex; gap: 20px; margin-top: 12px; }
.tabs a {
  padding: 8px 2px 10px; border-bottom: 3px solid transparent; color: var(--muted); font-size: .875rem;
  font-weight: 600; text-decoration: none;
}
.tabs a[aria-current] { border-color: var(--accent); color: var(--ink); }
iframe { flex: 1; width: 100%; min-height: 620px; border: 0; background: var(--canvas); }
pre {
  flex: 1; padding: 24px; overflow: auto; font: .875rem/1.5rem ui-monospace, SFMono-Regular, Menlo, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere;
}
.empty { display: flex; flex-direction: column; align-items: center; padding: 64px 24px; text-align: center; }
.empty h2 { margin-top: 20px; }
.empty p { max-width: 36ch; margin-top: 6px; color: var(--muted); text-wrap: balance; }
.point { width: 120px; stroke: var(--line-strong); stroke-width: 2; stroke-linecap: round; stroke-dasharray: 1 7; }
.browsing .pane, .reading nav { display: none; }
.reading .back { display: block; background: var(--surface); }
@media (min-width: 900px) {
  body { height: 100dvh; }
  nav { flex: none; width: 380px; overflow-y: auto; border-right: 1px solid var(--line); }
  .pane { overflow-y: auto; }
  .browsing .pane {
    display: flex; justify-content: center; background-image: radial-gradient(var(--dot) 1px, transparent 1px);
    background-size: 20px 20px;
  }
  .browsing .pane .empty { align-self: center; padding: 40px 56px; border-radius: 12px; background: var(--canvas); }
  .reading nav { display: block; }
  .reading .back { display: none; }
}
@media (max-width: 480px) { .site { display: none; } header { padding: 12px 16px; } .sandbox { font-size: .75rem; } }
@media (prefers-reduced-motion: reduce) { li.new { animation: none; } }
`;

/** Every three seconds while the page is seen: the list anew, and nothing else of the page. */
export const MAILBOX_SCRIPT = `
const list = document.getElementById('list');
const ids = () => [...list.querySelectorAll('li a')].map((link) => link.getAttribute('href'));
async function refresh() {
  if (document.hidden || list.contains(document.activeElement)) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
  if (!answer || !answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('list');
  if (!fresh || fresh.innerHTML === list.innerHTML || list.contains(document.activeElement)) return;
  const known = new Set(ids());
  const top = list.scrollTop;
  list.innerHTML = fresh.innerHTML;
  list.scrollTop = top;
  for (const link of list.querySelectorAll('li a')) {
    if (!known.has(link.getAttribute('href'))) link.parentElement.classList.add('new');
  }
}
setInterval(refresh, 3000);
document.addEventListener('visibilitychange', refresh);
`;
