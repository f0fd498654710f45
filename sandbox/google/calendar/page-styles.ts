/** What the calendar's page has besides the style sheet of the stand-in's other pages. */
export const CALENDAR_STYLES = `
.top {
  display: flex; align-items: center; flex-wrap: wrap; gap: 4px 20px; width: min(48rem, calc(100% - 32px)); margin: 24px auto 0;
}
.top a { padding: 8px 0; color: var(--accent-text); font-size: .875rem; font-weight: 550; }
header { margin-bottom: 0; }
main { width: min(48rem, calc(100% - 32px)); margin: 12px auto 0; }
.head .count { margin-top: 12px; font-size: .875rem; }
.events { display: grid; gap: 16px; padding: 0; list-style: none; }
.event { padding: 20px; border: 1px solid var(--line); border-radius: 10px; }
.event:target { border-color: var(--accent-text); }
.title { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; margin-bottom: 16px; }
.title h2 { margin: 0; font-size: 1.0625rem; line-height: 1.4; overflow-wrap: anywhere; }
.is-cancelled h2 { text-decoration: line-through; color: var(--muted); }
.badge {
  padding: 2px 10px; border-radius: 999px; background: var(--accent-soft); color: var(--accent-text);
  font-size: .75rem; font-weight: 600;
}
.is-cancelled .badge { background: var(--danger-soft); color: var(--danger); }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: 10px 16px; }
dt { color: var(--muted); font-size: .875rem; line-height: 1.5rem; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
dd li + li { margin-top: 4px; }
dd a { display: inline-block; color: var(--accent-text); }
.small { font-size: .875rem; color: var(--muted); }
code { font: .8125rem/1.5rem ui-monospace, SFMono-Regular, Menlo, monospace; color: var(--muted); }
.empty { padding: 40px 0 24px; text-align: center; border-top: 1px solid var(--line); }
.empty h2 { margin-bottom: 6px; }
@media (max-width: 480px) {
  main { padding: 20px; }
  .event { padding: 16px; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd + dt { margin-top: 12px; }
}
`;
