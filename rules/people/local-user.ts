/** The facts about a person from all places. Metadata may have any content. */
export interface KnownPerson {
  profileName: string | null | undefined;
  accountMetadata: Record<string, unknown> | null | undefined;
  applicationMetadata: Record<string, unknown> | null | undefined;
  email: string | null | undefined;
}

const NAMELESS = 'User';

/**
 * How the interface calls a person: profile name, full name, name, application-level full name, e-mail before the
 * at-sign, then 'User'.
 */
export function localUserName(person: KnownPerson): string {
  return (
    textOf(person.profileName) ??
    textOf(person.accountMetadata?.full_name) ??
    textOf(person.accountMetadata?.name) ??
    textOf(person.applicationMetadata?.full_name) ??
    textOf(person.email?.split('@')[0]) ??
    NAMELESS
  );
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() ? value.trim() : null;
}
