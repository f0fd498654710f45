/**
 * Renders the auth e-mails of `supabase/templates/`, which hosted Supabase renders itself: the same files, the same variables.
 *
 * Each e-mail is an HTML file, whose `<title>` is the subject, and a text file of the same name (hosted Supabase sends HTML alone). Of
 * Go's template language only `{{ .Variable }}` is known here, and a test keeps the files to that.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectPaths } from '../../../project-paths.ts';

export type EmailTemplateName = 'confirmation' | 'recovery' | 'email_change';

/** The variables that the documentation of Supabase's e-mail templates names. */
export interface EmailVariables {
  ConfirmationURL: string;
  Token: string;
  TokenHash: string;
  SiteURL: string;
  Email: string;
  NewEmail: string;
  RedirectTo: string;
}

export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

export type RenderEmail = (name: EmailTemplateName, variables: EmailVariables) => RenderedEmail;

/** @throws Error when a file or a title is missing: better at the start than at the first sign-up */
export function loadEmailTemplates(
  directory = path.join(projectPaths.root, 'supabase', 'templates'),
): RenderEmail {
  const load = (name: EmailTemplateName) => {
    const html = readFileSync(path.join(directory, `${name}.html`), 'utf8');
    const subject = /<title>([^<]+)<\/title>/.exec(html)?.[1]?.trim();
    if (!subject)
      throw new Error(`supabase/templates/${name}.html has no <title>, which is the e-mail's subject.`);
    return { html, subject, text: readFileSync(path.join(directory, `${name}.txt`), 'utf8') };
  };
  const templates = {
    confirmation: load('confirmation'),
    recovery: load('recovery'),
    email_change: load('email_change'),
  };
  return (name, variables) => {
    const { html, subject, text } = templates[name];
    return {
      subject: fill(subject, variables, (value) => value),
      html: fill(html, variables, escapeHtml),
      text: fill(text, variables, (value) => value),
    };
  };
}

function fill(template: string, variables: EmailVariables, encode: (value: string) => string): string {
  return template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) =>
    name in variables ? encode(variables[name as keyof EmailVariables]) : whole,
  );
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
