import { authTemplates } from './auth-templates.ts';

/*
 * The e-mails of Auth: the templates that hosted Supabase fills as well where no hook does (supabase/templates). Of Go's
 * template language only `{{ .Variable }}` is known here, and a test keeps the files to that.
 */

export type AuthMailName = keyof typeof authTemplates;

/**
 * Variables that the documentation of Supabase's e-mail templates names. `ConfirmationURL` is not among them: such a link
 * acts by being opened, and programs open links before people do.
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
  // It stands within an address alone, where Go's templates encode it as well.
  const values = { ...variables, RedirectTo: encodeURIComponent(variables.RedirectTo) };
  return template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) =>
    name in values ? encode(values[name as keyof AuthMailVariables]) : whole,
  );
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
