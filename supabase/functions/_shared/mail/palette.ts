/** Colours and letters of e-mails: those of supabase/templates. */

export const FONT = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

export const color = {
  canvas: '#fbfaf8',
  card: '#ffffff',
  line: '#e7e3de',
  dots: '#d0cac3',
  ink: '#1c1917',
  muted: '#5c554f',
  accent: '#fbbf24',
  link: '#92400e',
} as const;

/** For mail programs that know the reader's choice; inline styles cannot. No character that HTML would escape. */
export const MAIL_CSS = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.canvas { background-color: ${color.canvas}; }
@media (prefers-color-scheme: dark) {
  .canvas { background-color: #13110f !important; }
  .card { background-color: #1c1916 !important; border-color: #35302a !important; }
  .ink { color: #f7f4f0 !important; }
  .muted { color: #b3aba1 !important; }
  .link { color: #fcd34d !important; }
  .ring { border-color: #f7f4f0 !important; }
  .rule { border-color: #35302a !important; }
  .dots { border-color: #4a433b !important; }
}
@media (max-width: 480px) {
  .outer { padding: 20px 12px 32px !important; }
  .card-cell { padding: 28px 22px !important; }
  .title { font-size: 24px !important; line-height: 30px !important; }
}
`;
