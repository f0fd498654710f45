/**
 * The dialog's own style sheet, inside its shadow tree. `light-dark()` follows the `color-scheme` that the page has,
 * so the dialog is dark where the page is.
 */
export const styles = `
:host { all: initial; color-scheme: inherit; }
* { box-sizing: border-box; margin: 0; }

dialog {
  --surface: light-dark(#ffffff, #1c1916);
  --sunken: light-dark(#f4f2ef, #24201c);
  --line: light-dark(#e7e3de, #3a342e);
  --line-strong: light-dark(#8d857c, #7d746a);
  --ink: light-dark(#1c1917, #f7f4f0);
  --muted: light-dark(#5c554f, #b3aba1);
  --danger: light-dark(#b42318, #ff9d92);
  --danger-soft: light-dark(#fdecea, #3d1613);
  --focus: light-dark(#92400e, #fcd34d);
  --accent: #fbbf24;
  --on-accent: #1c1917;

  width: min(26rem, calc(100vw - 2rem));
  max-width: none;
  max-height: min(46rem, calc(100dvh - 2rem));
  margin: auto;
  padding: 0;
  overflow: auto;
  overscroll-behavior: contain;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--surface);
  color: var(--ink);
  box-shadow: 0 24px 64px -16px rgb(0 0 0 / 0.45);
  font: 400 1rem/1.5 Figtree, ui-sans-serif, system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
}
dialog::backdrop { background: rgb(28 25 23 / 0.55); }

.ribbon {
  position: sticky; top: 0; z-index: 1;
  padding: 0.5rem 1.5rem;
  background: #fbbf24 radial-gradient(circle, rgb(28 25 23 / 0.1) 1px, transparent 1.5px) 0 0 / 10px 10px;
  color: #1c1917;
  font-size: 0.875rem; font-weight: 650;
  text-align: center;
}

.header { display: flex; gap: 0.875rem; align-items: center; padding: 1.25rem 1.5rem 0; }
.header > div { min-width: 0; }
.header img { border-radius: 8px; object-fit: cover; flex: none; }
.mark {
  flex: none; width: 44px; height: 44px; border-radius: 8px;
  background:
    radial-gradient(circle, #fbbf24 7px, transparent 7.5px),
    radial-gradient(circle, var(--line-strong) 1px, transparent 1.5px) 4px 4px / 9px 9px,
    var(--sunken);
}
h2 { font-size: 1.0625rem; font-weight: 650; line-height: 1.35; letter-spacing: -0.01em; }
.header p { color: var(--muted); font-size: 0.875rem; line-height: 1.4; overflow-wrap: anywhere; text-wrap: balance; }

.body { display: grid; gap: 1.25rem; padding: 1.25rem 1.5rem; }
.summary { padding: 1rem 1.125rem; border-radius: 10px; background: var(--sunken); }
.label, .receipt { color: var(--muted); font-size: 0.875rem; overflow-wrap: anywhere; }
.amount { min-height: 2.75rem; font-size: 2rem; font-weight: 700; line-height: 2.75rem; letter-spacing: -0.02em; }

fieldset { padding: 0; border: 0; min-width: 0; }
legend { padding: 0 0 0.5rem; color: var(--muted); font-size: 0.875rem; }
label {
  display: flex; align-items: center; gap: 0.75rem;
  min-height: 48px; padding: 0.625rem 1rem;
  border: 1px solid var(--line);
  cursor: pointer;
}
label + label { border-top: 0; }
label:first-of-type { border-radius: 10px 10px 0 0; }
label:last-of-type { border-radius: 0 0 10px 10px; }
label:has(:checked) { background: var(--sunken); }
label:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; position: relative; }
input {
  appearance: none; flex: none; width: 18px; height: 18px; border: 1.5px solid var(--line-strong);
  border-radius: 999px; outline: 0;
}
input:checked { border: 5.5px solid var(--focus); }
svg {
  width: 20px; height: 20px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round;
  stroke-linejoin: round;
}
.method { font-weight: 550; }
.hint { margin-left: auto; color: var(--muted); font-size: 0.8125rem; }

.actions, .question { display: grid; gap: 0.625rem; }
.others { display: grid; grid-template-columns: 1fr 1fr; gap: 0.625rem; }
button {
  min-height: 44px; padding: 0.5rem 1rem;
  border: 1px solid var(--line-strong); border-radius: 8px;
  background: transparent; color: inherit;
  font: inherit; font-weight: 600;
  cursor: pointer;
  transition: background-color 150ms ease-out, transform 150ms ease-out;
}
button:hover { background: var(--sunken); }
button:active { transform: scale(0.985); }
button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.pay { min-height: 50px; border-color: transparent; background: var(--accent); color: var(--on-accent); }
.pay:hover { background: color-mix(in oklab, var(--accent), var(--on-accent) 8%); }
.others .pay { min-height: 44px; }
.fail { color: var(--danger); }
[aria-disabled='true'] { opacity: 0.6; cursor: progress; }

.alert {
  display: grid; gap: 0.125rem; padding: 0.75rem 1rem; border-radius: 8px; background: var(--danger-soft);
  color: var(--danger); font-size: 0.9375rem;
}
.alert[hidden] { display: none; }
.question { padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: 10px; }
.question span { color: var(--muted); font-size: 0.9375rem; }
.paid { display: grid; justify-items: center; gap: 0.25rem; padding: 2.5rem 0; text-align: center; }
.paid strong { font-size: 1.25rem; letter-spacing: -0.01em; }
.paid span { color: var(--muted); }
.tick {
  display: grid; place-items: center; width: 64px; height: 64px; margin-bottom: 0.75rem; border-radius: 999px;
  background: var(--accent); color: var(--on-accent);
}
.tick svg { width: 32px; height: 32px; stroke-width: 2.4; }
.order {
  padding: 0 1.5rem 1.25rem; color: var(--muted); font-size: 0.8125rem; text-align: center; overflow-wrap: anywhere;
}

@media (max-width: 480px) {
  dialog {
    width: 100vw; max-height: 92dvh;
    margin: auto 0 0;
    border-width: 1px 0 0; border-radius: 16px 16px 0 0;
    padding-bottom: env(safe-area-inset-bottom);
  }
}
@media (prefers-reduced-motion: no-preference) {
  dialog { animation: arrive 180ms cubic-bezier(0.2, 0.7, 0.2, 1); }
  @keyframes arrive { from { opacity: 0; transform: translateY(12px); } }
}
`;
