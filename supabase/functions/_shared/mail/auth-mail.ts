import { authTemplates } from './auth-templates.ts';

/*
 * Fills the e-mails of Auth, which auth.ts draws. Where no hook is set, hosted Supabase fills the same templates. Of Go's
 * template language only `{{ .Variable }}` works here, and a test checks that the files use nothing else.
 */

export type AuthMailName = keyof typeof authTemplates;

/**
 * Variables that the documentation of Supabase's e-mail templates names. `ConfirmationURL` is left out: opening such a
 * link already acts, and programs open links before people do.
 */
export interface AuthMailVariables {
  Token: string;
  TokenHash: string;
  SiteURL: string;
  Email: string;
  NewEmail: string;
  RedirectTo: string;
}

export type RenderedMail = { subject: string; html: string; text: string };

export function renderAuthMail(name: AuthMailName, variables: AuthMailVariables): RenderedMail {
  const { html, subject, text } = authTemplates[name];
  return {
    subject: fill(subject, variables, (value) => value),
    html: fill(html, variables, escapeHtml),
    text: fill(text, variables, (value) => value),
  };
}

function fill(template: string, variables: AuthMailVariables, encode: (value: string) => string): string {
  // It is used only within an address, where Go's templates encode it as well.
  const values = { ...variables, RedirectTo: encodeURIComponent(variables.RedirectTo) };
  return template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) =>
    name in values ? encode(values[name as keyof AuthMailVariables]) : whole,
  );
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
