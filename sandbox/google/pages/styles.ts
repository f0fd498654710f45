/** The pages' style sheet, inline in each. Colours are those of web/src/styles/app.css. */
export const PAGE_STYLES = `
@font-face { font-family: Figtree; src: url(/fonts/figtree.woff2) format("woff2"); font-weight: 400 800; font-display: swap; }
:root {
  color-scheme: light dark;
  --canvas: #fbfaf8; --surface: #fff; --sunken: #f4f2ef; --line: #e7e3de; --line-strong: #8d857c;
  --ink: #1c1917; --muted: #5c554f; --accent: #fbbf24; --accent-text: #92400e; --accent-soft: #fef4d6;
  --danger: #b42318; --danger-soft: #fdecea; --dot: #dcd6ce;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #13110f; --surface: #1c1916; --sunken: #24201c; --line: #35302a; --line-strong: #7d746a;
    --ink: #f7f4f0; --muted: #b3aba1; --accent-text: #fcd34d; --accent-soft: #33270b;
    --danger: #ff9d92; --danger-soft: #3d1613; --dot: #332e28;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100dvh; display: flex; flex-direction: column; padding-bottom: 32px;
  background: radial-gradient(circle, var(--dot) 1px, transparent 1.5px) 0 0 / 20px 20px var(--canvas);
  color: var(--ink); font: 400 1rem/1.5 Figtree, ui-sans-serif, system-ui, sans-serif; -webkit-font-smoothing: antialiased;
}
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
.ribbon {
  padding: 8px 16px; text-align: center; font-size: .875rem; font-weight: 650; color: #1c1917; text-wrap: balance;
  background: #fbbf24 radial-gradient(circle, rgb(28 25 23 / .1) 1px, transparent 1.5px) 0 0 / 10px 10px;
}
header { margin-bottom: 32px; }
main {
  width: min(28rem, calc(100% - 32px)); margin: auto; padding: 32px;
  background: var(--surface); border: 1px solid var(--line); border-radius: 12px;
}
.head { margin-bottom: 24px; }
.mark { display: block; margin-bottom: 16px; }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 700; letter-spacing: -.02em; text-wrap: balance; }
h2 { margin-bottom: 12px; font-size: 1rem; font-weight: 650; }
.muted { color: var(--muted); }
.head .muted { margin-top: 6px; }
ul { list-style: none; padding: 0; }
.people { border-top: 1px solid var(--line); }
.people li { border-bottom: 1px solid var(--line); }
button, summary, a.primary { font: inherit; color: inherit; cursor: pointer; }
.person {
  display: flex; align-items: center; gap: 12px; width: calc(100% + 24px); min-height: 64px; margin: 0 -12px; padding: 8px 12px;
  border: 0; border-radius: 8px; background: none; text-align: left;
}
.person:hover, summary:hover { background: var(--sunken); }
.who { flex: 1; min-width: 0; display: grid; }
.who span { color: var(--muted); font-size: .875rem; }
.who > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
strong { font-weight: 600; }
.face {
  flex: none; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 999px;
  background: var(--accent-soft); color: var(--accent-text); font-weight: 650;
}
.who .standing { justify-self: start; margin-top: 4px; font-size: .75rem; color: var(--danger); background: var(--danger-soft); padding: 2px 8px; border-radius: 999px; }
.chevron { flex: none; color: var(--muted); transition: rotate 150ms ease-out; }
summary {
  display: flex; align-items: center; justify-content: space-between; min-height: 56px;
  width: calc(100% + 24px); margin: 0 -12px; padding: 8px 12px; border-radius: 8px; font-weight: 600; list-style: none;
}
summary::-webkit-details-marker { display: none; }
[open] > summary .chevron { rotate: 90deg; }
details { border-bottom: 1px solid var(--line); }
details form { display: grid; gap: 16px; padding: 4px 0 24px; }
label { display: grid; gap: 6px; font-size: .875rem; font-weight: 550; }
input:not([type=checkbox]) {
  width: 100%; height: 44px; padding: 0 12px; font: inherit; font-size: 1rem; font-weight: 400; color: inherit;
  background: var(--canvas); border: 1px solid var(--line-strong); border-radius: 8px;
}
.check { display: flex; align-items: center; gap: 10px; min-height: 24px; font-weight: 400; }
input[type=checkbox] { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
.chosen { display: flex; align-items: center; gap: 12px; margin-bottom: 24px; padding: 12px; border: 1px solid var(--line); border-radius: 10px; }
.questions { display: grid; gap: 10px; }
.questions li { display: flex; gap: 10px; }
.questions svg { flex: none; margin-top: 2px; color: var(--accent-text); }
.actions { display: flex; flex-wrap: wrap; justify-content: flex-end; align-items: center; gap: 12px; margin-top: 24px; }
details .actions { margin-top: 0; }
.primary, .quiet {
  display: inline-grid; place-items: center; min-height: 44px; padding: 0 20px; border: 1px solid transparent; border-radius: 8px;
  font-weight: 600; text-decoration: none;
}
.primary { background: var(--accent); color: #1c1917 !important; }
.primary:hover { background: color-mix(in oklab, var(--accent), #1c1917 8%); }
.quiet { background: none; border-color: var(--line-strong); }
.quiet:hover { background: var(--sunken); }
.other { margin-right: auto; padding: 10px 0; color: var(--accent-text); font-size: .875rem; }
.alert { padding: 12px 16px; border-radius: 8px; background: var(--danger-soft); color: var(--danger); overflow-wrap: anywhere; }
@media (max-width: 480px) {
  header { margin-bottom: 24px; }
  main { padding: 24px; }
  .other { flex-basis: 100%; }
  .actions .primary, .actions .quiet { flex: 1; }
}
`;
