/** Limits of an account's texts, for the sign-in forms and the auth API (`host/lite/auth/request-checks.ts`). */

/** Fewest characters of a password (docs/product/accounts.md#passwords). */
export const PASSWORD_MIN_LENGTH = 6;

/** In bytes of UTF-8. bcrypt ignores all bytes after these, so they would not protect the account. */
export const PASSWORD_MAX_BYTES = 72;

/** The longest address that mail servers take (RFC 5321). */
export const EMAIL_MAX_LENGTH = 254;

/** Fewest characters of a name (docs/product/accounts.md#sign-up). */
export const NAME_MIN_LENGTH = 2;

/** Most characters of a name: the limit of `profiles.name`. */
export const NAME_MAX_LENGTH = 120;
