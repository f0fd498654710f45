import { authTemplates } from './auth-templates.ts';

/*
 * The e-mails of Auth: the templates that hosted Supabase fills as well where no hook does (supabase/templates). Of Go's
 * template language only `{{ .Variable }}` is known here, and a test keeps the files to that.
 */

export type AuthMailName = keyof typeof authTemplates;

/** The variables that the documentation of Supabase's e-mail templates names. */
export interface AuthMailVariables {
  ConfirmationURL: string;
  Token: string;
  TokenHash: string;
  SiteURL: string;
  Email: string;
  NewEmail: string;
  RedirectTo: string;
}

export type RenderedMail = { subject: string; html: string; text: string };

/** The links of mailed secrets; `token` is what Auth calls the token's hash. */
export function confirmationAddress(
  authOrigin: string,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): string {
  const link = new URL('/auth/v1/verify', authOrigin);
  link.searchParams.set('token', token);
  link.searchParams.set('type', type);
  link.searchParams.set('redirect_to', redirectTo);
  return link.href;
}

export function renderAuthMail(name: AuthMailName, variables: AuthMailVariables): RenderedMail {
  const { html, subject, text } = authTemplates[name];
  return {
    subject: fill(subject, variables, (value) => value),
    html: fill(html, variables, escapeHtml),
    text: fill(text, variables, (value) => value),
  };
}

function fill(template: string, variables: AuthMailVariables, encode: (value: string) => string): string {
  return template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) =>
    name in variables ? encode(variables[name as keyof AuthMailVariables]) : whole,
  );
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
