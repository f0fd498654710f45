/** Why a host does not start on a Postgres of one's own. */

const list = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const databaseCopy = {
  silent: (place: string, reason: string) =>
    `The database at ${place} cannot be reached: ${reason}. Start it, or correct DATABASE_URL.`,
  unreachable: (place: string, message: string) =>
    `The database at ${place} cannot be reached: ${message}. Look at its log, or correct DATABASE_URL.`,
  reasons: {
    refused: 'nothing listens there',
    name: 'its name is unknown',
    plain: 'it speaks no TLS',
    certificate: 'its certificate is not valid for this address',
    time: 'it does not answer in time',
    login: 'it refuses the log-in',
  },
  password: (place: string, role: string) =>
    `The database at ${place} refuses the log-in of the role ${role}: correct the user or the password in DATABASE_URL.`,
  noDatabase: (place: string, database: string) =>
    `There is no database ${database} at ${place}: make it (createdb ${database}), or correct DATABASE_URL.`,
  mayNotConnect: (place: string, role: string, database: string) =>
    `The role ${role} may not connect to the database ${database} at ${place}: grant it CONNECT, or correct DATABASE_URL.`,
  full: (place: string) =>
    `The database at ${place} has no connection left: stop another program that uses it, or raise its max_connections.`,
  tooOld: (version: number, oldest: number) =>
    `The server is Postgres ${version}, and Point 0 needs ${oldest} or later: upgrade it, or name another server in DATABASE_URL.`,
  encoding: (database: string, encoding: string) =>
    `The database ${database} has the encoding ${encoding}, which cannot hold every name: make one with UTF8 (createdb -E UTF8 -T template0), and name it in DATABASE_URL.`,
  strangers: (database: string, tables: readonly string[]) =>
    `The database ${database} holds tables of something else (${tables.join(', ')}): name an empty database in DATABASE_URL.`,

  notReady: (database: string, role: string, missing: readonly string[]) =>
    `The database ${database} is not ready for the role ${role}:\n${missing.map((one) => `  ${one}\n`).join('')}` +
    `A superuser runs once what \`npm run prepare-database\` prints. Then start again.`,
  missing: {
    roles: (names: readonly string[], version: number) =>
      `It may not create ${names.length === 1 ? 'the role' : 'the roles'} ${list(names)}` +
      `${version < 16 && names.includes('service_role') ? ': before Postgres 16 a superuser alone creates a role with BYPASSRLS.' : '.'}`,
    serviceRole: 'The role service_role lacks BYPASSRLS.',
    grant: (names: readonly string[]) => `It may not become ${list(names)}, nor grant itself the right to.`,
    database: (database: string) => `It does not own the database ${database}.`,
    schema: (name: string) => `It does not own the schema ${name}.`,
    extension: (name: string) => `It may not create the extension ${name}.`,
    extensionPlace: (name: string, schema: string) =>
      `The extension ${name} is in the schema ${schema}, not in extensions.`,
    extensionFiles: (name: string) =>
      `The server does not have the extension ${name}: install its package (postgresql-contrib on most systems).`,
  },

  /** Above the SQL of `npm run prepare-database`. */
  prepareHead: (database: string) =>
    `-- Run once as a superuser of the server, in the database ${database}; running it again does no harm.`,
  noAddress: 'DATABASE_URL is not set: name the database and the role that are to be prepared.',
} as const;
