/** What the host itself says: in the terminal, and to requests that never reach a page or a function. */
export const hostErrors = {
  bodyTooLarge: (limit: string) => `The request is too large: at most ${limit} are accepted here.`,
  formTooLarge: (limit: string) =>
    `What you sent is too large: at most ${limit} are accepted here. Please go back and choose a smaller photo, or none.`,
  badRequest: 'The request could not be understood.',
  methodNotAllowed: 'This address does not answer requests of this kind.',
  foreignForm: 'This form was not sent from a page of this site. Please open the page anew and send it again.',
  functionNotFound: 'There is no function of this name.',
  addressNotFound: 'There is nothing at this address.',
  internal: 'Something went wrong on our side. Please try again.',
  starting: 'Point 0 is starting. This page opens by itself in a moment.',
  tokenNeeded: 'A token is needed for this.',
  unavailable: 'This is not available right now. Please try again in a minute.',
} as const;

/** The form that opens the stand-ins' private pages on a site that is not on this machine. */
export const sandboxUnlock = {
  title: 'Point 0: stand-ins',
  explanation:
    'This opens the mailbox, the payment controls and the Google stand-in of this demonstration for 8 hours. ' +
    'The key is the setting SANDBOX_KEY.',
  field: 'Key',
  button: 'Open',
  wrong: 'That is not the key.',
} as const;

/** Lines that a start prints. */
export const startUp = {
  startingPostgres: 'Starting Postgres…',
  creatingPostgres: 'Creating the database…',
  buildingWeb: 'Building the web app…',
  built: (seconds: string) => `Built in ${seconds} s.`,
  buildIsCurrent: 'The build is current.',
  applyingMigrations: (count: number) => `Applying ${count} ${count === 1 ? 'migration' : 'migrations'}…`,
  seeding: 'Seeding the demonstration catalogue…',
  ready: (seconds: string) => `Ready in ${seconds} s.`,
  site: (url: string) => `  Site      ${url}`,
  mailbox: (url: string) => `  Mailbox   ${url}  (every e-mail that Point 0 sends)`,
  mailboxClosed: '  Mailbox   closed: set SANDBOX_KEY to open it on this address (docs/settings.md)',
  opsToken: (token: string) => `  Ops token ${token}  (opens /readyz?deep and /metrics; kept in keys.json)`,
  login: (role: string, email: string, password: string) => `  ${role.padEnd(9)} ${email}  password ${password}`,
  logs: (file: string) => `  Logs      ${file}`,
  sellerMissing: 'Receipts lack the seller: set SELLER_NAME and SELLER_ADDRESS (docs/settings.md).',
  mailWithoutTls: 'SMTP_URL must use TLS: smtps://, or smtp:// with a server that offers STARTTLS.',
  howToStop: 'Press Ctrl-C to stop.',
  stopping: 'Stopping: finishing open requests… (once more to stop at once)',
  stopped: 'Stopped.',
  restarting: (file: string) => `${file} changed: starting again.`,
  storageClosed: (directory: string, reason: string) =>
    `Uploaded files cannot be stored (${reason}): give all of ${directory} to this user, to write.`,
  portTaken: (port: number) => `Port ${port} is in use by another program. Stop it, or set PORT to another number.`,
  portStopping: (port: number) =>
    `Port ${port} is still in use by a Point 0 host that is stopping. Wait until it has ended, and start again.`,
  portForbidden: (port: number) =>
    `This user may not listen on port ${port}. Set PORT to a number above 1023, or start it as a user who may.`,
  hostUnknown: (host: string) => `This machine has no address ${host}. Set HOST to one that it has, or leave it unset.`,
  /** What a start was doing, for a failure that nobody foresaw. */
  steps: {
    settings: 'Reading the settings',
    port: 'Opening the port',
    data: 'Opening the data directory',
    keys: 'Reading the keys',
    database: 'Opening the database',
    preparing: 'Preparing the database',
    migrations: 'Applying the migrations',
    standIns: 'Starting the stand-ins',
    mail: 'Asking the mail server',
    web: 'Opening the web app',
    serving: 'Beginning to serve',
  },
  failed: (step: string, reason: string) =>
    `${step} failed: ${reason}. Put that right and start again; LOG_LEVEL=debug also shows where in the program.`,
  migrationFailed: (file: string, reason: string) =>
    `Migration ${file} failed: ${reason}. All of it was undone: put that right, and start again.`,
  migrationRefused: (file: string, reason: string) => `Migration ${file} failed: ${reason}.`,
  earlierSchema:
    'The database was made by an earlier version of Point 0 and cannot be brought up to date: empty ' +
    'it with `npm run reset`, or, if it is your own, name an empty one in DATABASE_URL.',
  laterRelease: (database: number, program: number) =>
    `The database is of release ${database}, this program of release ${program}. Update the program.`,
  processesEnded: 'A process of this host ended five times within a minute; the log says why.',
  postgresEnded: 'Postgres ended five times within a minute; the log says why. Start again: what was saved is safe.',
} as const;

/** Why a page server does not start. */
export const pageServerCopy = {
  secretGiven: (name: string) => `The page server needs nothing secret. Unset ${name}.`,
  secretKey: 'SUPABASE_PUBLISHABLE_KEY holds a secret key. Use the publishable one.',
  noBuild: 'There is no build. Run npm run build first.',
} as const;

/** Why the web app could not be built. */
export const webBuildCopy = {
  failed: (reason: string, file: string) =>
    `The web app could not be built: ${reason}. All that the build said is in ${file}; put it right, and start again.`,
  notWritable: (directory: string, reason: string) =>
    `The web app must be built, and ${directory} cannot be written (${reason}): give this user the right to, or run \`npm run build\` as one who has it.`,
} as const;

/** What `npm run reset` says. */
export const resetCopy = {
  done: (directory: string) => `${directory} is empty. The next start begins afresh.`,
  nothing: (directory: string) => `There is nothing to reset: ${directory} does not exist.`,
  running: (directory: string, pid: number) =>
    `A host (process ${pid}) is running on ${directory}. Stop it first; nothing was deleted.`,
  strangers: (directory: string, names: string) =>
    `${directory} holds files that are not Point 0's (${names}). Nothing was deleted.`,
  ownDatabase: 'DATABASE_URL is set: only the embedded database can be reset. Nothing was deleted.',
} as const;
