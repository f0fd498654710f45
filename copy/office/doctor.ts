/** What `npm run doctor` says in the terminal (docs/product/operations.md#health). */

const list = (names: readonly string[], most = 5) =>
  names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;

export const doctorCopy = {
  usage: 'Usage: npm run doctor -- [--env-file FILE] [--only=id,…] [--limit SECONDS] [--json] [--send-mail ADDRESS]',
  noFile: (file: string) => `There is no file ${file}. Nothing was checked.`,
  missing: (where: string, names: readonly string[]) =>
    `Missing in ${where}: ${names.join(', ')}. Nothing was checked.`,
  environment: 'the environment',
  noKeys: (dataDir: string) =>
    `There are no keys in ${dataDir}. Start the host once, or name the settings of a project with --env-file. Nothing was checked.`,
  noSuchCheck: (unknown: readonly string[], known: readonly string[]) =>
    `No such check: ${unknown.join(', ')}. They are: ${known.join(', ')}.`,
  badLimit: (typed: string) => `${typed} is no number of seconds from 1 to 999. Nothing was checked.`,
  badAddress: (address: string) => `${address} is no e-mail address. Nothing was checked.`,

  todo: (what: string) => `What to do: ${what}`,
  summary: {
    failed: (names: readonly string[]) =>
      `${names.length === 1 ? 'This check' : 'These checks'} failed: ${names.join(', ')}.`,
    warned: (names: readonly string[]) => `No check failed. Look at: ${names.join(', ')}.`,
    good: 'No check failed.',
  },

  todos: {
    keys: 'Create new API keys, set them, deploy again.',
    migrations: 'Run supabase db push --remote.',
    functions: 'Run supabase functions deploy.',
    schedule: 'Create the two Vault secrets (step 7).',
    worker: 'Look at the log of run-jobs; its key must equal the Vault secret.',
    'auth-mail': 'Set SUPABASE_AUTH_EMAIL_SMTP_…, then npm run deploy:config.',
    smtp: 'Use port 465.',
    redirects: 'Set SUPABASE_AUTH_SITE_URL and the redirect list, then npm run deploy:config.',
    webhook: (url: string) => `Set the webhook's address to ${url}.`,
    payments: 'Set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET again.',
    calendar: 'Authorise on /google-oauth-setup.',
    rls: 'Restore the policy; look at who changed it.',
    buckets: 'Run the migrations again.',
    clock: 'Set the time by NTP.',
    pages: (problems: readonly string[]) => `Put right: ${problems.join('; ')}.`,
    picture: 'Look at its CPU time and memory.',
    disk: 'Free some space there, or move DATA_DIR to a larger disk: when it is full, nothing is saved any more.',
  },
  /** The same, where it is another thing to do on a host. */
  hostTodos: {
    migrations: 'Start the host again: it runs them.',
    functions: 'Start the host again, from a whole checkout of one release.',
    worker: 'Set WORKERS to 1 on one host at least, and look at the log for run-jobs.',
    buckets: "Restore the bucket's row; look at who changed it.",
  } as Partial<Record<string, string>>,

  /** When no address of the deployment answers. */
  silent: (address: string, reason: string, advice: string) =>
    `${address} does not answer (${reason}). ${advice} Nothing else was looked at.`,
  isHostRunning: 'Is `npm start` running?',
  hostIsHere: (port: string) =>
    `But a host answers on port ${port} of this machine: correct SITE_URL (or API_URL), or what leads from there to it.`,
  /** Why there is no answer … */
  reasons: {
    refused: 'nothing listens there',
    name: 'its name is unknown',
    plain: 'what answers there speaks no TLS',
    certificate: 'its certificate is not valid for this address',
    time: 'no answer in time',
    login: 'the log-in was refused',
  },
  /** … and what to do about it. */
  advice: {
    refused: 'Start what should listen there, or correct host and port of the address.',
    name: 'Correct the name in the address, or its DNS record.',
    plain: 'Put what ends TLS (https) in front of it, or write http:// in the address.',
    certificate: 'Renew the certificate, or use the name that it is for.',
    time: 'Look for a firewall in between and for a busy server; --limit 30 waits longer.',
    login: 'Set user and password again.',
    other: "Look at the server's log.",
    unknownKey: (setting: string) => `Set ${setting} again: what stands there is not accepted here, or not any more.`,
    noRight: (setting: string) =>
      `Look at ${setting}: it is known but may not do this. Is it another kind of key, or does a firewall answer?`,
    broken: 'Look at the log of the server: the fault is on its side, not in a setting of yours.',
  },

  /** A request that got no answer, or a wrong one. */
  noAnswer: (seconds: number) => `No answer within ${seconds} seconds.`,
  notReached: (what: string, reason: string) => `${what} could not be reached (${reason}).`,
  answered: (what: string, status: number) => `${what} answered ${status}.`,
  unreadable: (what: string) => `${what} gave an answer of an unknown shape.`,
  unreadableTodo: 'Run the doctor of the release that is deployed: this checkout is of another one.',
  noReport: 'The report of the database could not be read; see keys.',
  noInside: 'The function check-deployment, which asks this, is not deployed; see functions.',

  keys: {
    good: (publishable: string, secret: string) =>
      `${publishable}… reads the catalogue, ${secret}… the report, and the page holds no secret key.`,
    noCatalogue: (key: string, status: number) => `The publishable key ${key}… reads no catalogue (HTTP ${status}).`,
    noReport: (key: string, status: number) => `The secret key ${key}… reads no report (HTTP ${status}).`,
    inPage: (url: string) => `The page ${url} holds a secret key.`,
    ofPages: (url: string) => `SUPABASE_PUBLISHABLE_KEY of .env.pages, which ${url} holds`,
    legacy: (names: readonly string[]) => `A legacy key is used: ${names.join(', ')}.`,
  },
  migrations: {
    good: (count: number) => `All ${count} migrations are applied.`,
    missing: (names: readonly string[]) => `Missing: ${list(names)}.`,
    update: 'Update this checkout to that release.',
    ahead: (release: number, versions: readonly string[]) =>
      `The database is a release ahead: ${versions.length === 0 ? `it is of release ${release}` : `it also has ${list(versions)}`}.`,
  },
  functions: {
    good: (count: number, release: number) => `All ${count} functions answer, within one of release ${release}.`,
    missing: (names: readonly string[]) => `These answer 404: ${list(names)}.`,
    silent: (names: readonly string[]) => `These do not answer: ${list(names)}.`,
    unknown: (names: readonly string[]) => `These do not tell their release: ${list(names)}.`,
    apart: (names: readonly string[]) => `These are more than one release away: ${list(names)}.`,
  },
  schedule: {
    host: 'The host itself calls the worker.',
    good: 'The three jobs and both Vault secrets are there, and the last runs succeeded.',
    jobs: (names: readonly string[]) => `These jobs are missing or off: ${names.join(', ')}.`,
    secrets: (names: readonly string[]) => `These Vault secrets are missing: ${names.join(', ')}.`,
    failed: (names: readonly string[]) => `A run of these failed: ${names.join(', ')}.`,
  },
  worker: {
    good: (seconds: number) => `The last round began ${seconds} seconds ago.`,
    none: 'No round has begun yet; the tables are younger than 5 minutes.',
    stopped: (seconds: number) => `The last round began ${seconds} seconds ago.`,
    never: 'No round ever began.',
  },
  authMail: {
    host: "The host itself writes Auth's e-mails.",
    noToken: 'SUPABASE_ACCESS_TOKEN is not set.',
    good: (limit: number) => `Auth has a mail server of its own and sends ${limit} e-mails an hour.`,
    noServer: 'Auth has no mail server of its own.',
    limit: (limit: number) => `Auth sends ${limit} e-mails an hour.`,
    hook: (reason: string) => `The hook's address does not answer: ${reason}`,
    hookOff: 'The Send Email hook is off: Auth itself sends its e-mails, without a text part.',
    noHookSecret:
      'The Send Email hook is on, but SUPABASE_AUTH_HOOK_SEND_EMAIL_SECRETS is not set here, so it was not tried.',
    hookDiffers:
      'The Send Email hook refuses what is signed with SUPABASE_AUTH_HOOK_SEND_EMAIL_SECRETS: SEND_EMAIL_HOOK_SECRETS of the functions is another one.',
    notOurs: (uri: string, status: number) =>
      `The Send Email hook leads to ${uri}, which is not our function send-auth-email (HTTP ${status}).`,
    hookTodo:
      'Set SUPABASE_AUTH_HOOK_SEND_EMAIL_ENABLED and SUPABASE_AUTH_HOOK_SEND_EMAIL_URI, and the same secret in SUPABASE_AUTH_HOOK_SEND_EMAIL_SECRETS and SEND_EMAIL_HOOK_SECRETS, then npm run deploy:config.',
    template: (name: string) => `The link in the template ${name} does not lead to a page of the site.`,
    oneAddress: 'One address alone confirms a changed e-mail address.',
    expiry: (seconds: number) => `The links in Auth's e-mails live for ${seconds} seconds, not for an hour.`,
  },
  smtp: {
    standIn: 'There is no mail server: e-mails arrive in the mailbox of the stand-ins.',
    good: (port: number) => `The mail server takes the log-in on port ${port}.`,
    unset: 'SMTP_URL is not set.',
    port: (port: number) => `Supabase lets functions reach no mail server on port ${port}.`,
    failed: (port: number | null, reason: string) =>
      `The mail server cannot be used${port === null ? '' : ` on port ${port}`}: ${reason}.`,
    refused: (code: string) => `The mail server takes the log-in, and refuses an e-mail (${code}).`,
    undelivered: (n: number, why: string | null) =>
      `The mail server takes the log-in, but since the last e-mail that was delivered ${n} failed${why ? ` (${why})` : ''}.`,
    todos: {
      sender:
        'Set MAIL_FROM to an address of a domain that the mail server knows as yours, and look at its log. Then start again, on the overview, the e-mails that were given up.',
      unset: 'Set SMTP_URL and MAIL_FROM.',
      refused: 'Correct host and port in SMTP_URL.',
      name: 'Correct the host in SMTP_URL, or its DNS record.',
      plain: 'In SMTP_URL, use the port that smtps:// is for (465), or write smtp:// for a port that changes to TLS.',
      certificate: 'Renew the certificate of the mail server, or use the name that it is for in SMTP_URL.',
      time: 'Ask whoever runs the network whether it lets you reach the mail server.',
      login: 'Set user and password in SMTP_URL again.',
      other: 'Look at the log of the mail server.',
    },
    sent: (address: string) => `A test e-mail to ${address} was sent.`,
    notSent: (address: string) => `No test e-mail to ${address} was sent.`,
  },
  redirects: {
    host: 'The host takes both from SITE_URL.',
    good: (site: string) => `Auth knows ${site} and the addresses below it.`,
    site: (found: string) => `site_url is ${found || 'empty'}.`,
    list: (found: string) => `The redirect list is ${found || 'empty'}.`,
  },
  webhook: {
    good: 'A wrongly signed event is refused.',
    wrong: (url: string, status: number) =>
      `${url} does not refuse a wrongly signed event as it should (HTTP ${status}).`,
    quiet: 'No event came for 7 days.',
    silent: (n: number) =>
      `${n === 1 ? 'A payment was' : `${n} payments were`} captured over 30 minutes ago, and no event of the provider has come since.`,
    silentTodo: (url: string) =>
      `At the provider, set the webhook's address to ${url} and its secret to the value of RAZORPAY_WEBHOOK_SECRET. Events with another secret are refused.`,
  },
  payments: {
    good: (key: string) => `The provider takes the key pair of ${key}….`,
    unset: 'RAZORPAY_KEY_ID or RAZORPAY_KEY_SECRET is not set.',
    refused: (key: string) => `The provider refuses the key pair of ${key}….`,
    away: 'The provider did not answer.',
    awayTodo: 'Look whether its site says that it is down, and whether this server may reach it.',
    test: (key: string) => `${key}… are test keys: no real money is taken.`,
  },
  calendar: {
    good: 'The permission for the calendar is there.',
    lost: 'Google does not accept the permission any more.',
    missing: 'There is no permission for the calendar.',
    unreadable: 'No key opens the stored permission for the calendar.',
    unreadableTodo:
      'Set GOOGLE_TOKEN_KEY, or GOOGLE_TOKEN_KEY_PREVIOUS, to the key that it was stored with, or authorise again on /google-oauth-setup.',
    client: 'Google refuses GOOGLE_CLIENT_ID with GOOGLE_CLIENT_SECRET.',
    clientTodo: 'Set both again, as the Google Cloud console shows them.',
    away: 'Google did not answer.',
  },
  rls: {
    good: 'Every table of public has row-level security, and private is closed.',
    off: (names: readonly string[]) => `Without row-level security: ${list(names)}.`,
    exposed: 'The data API exposes the schema private.',
    open: (names: readonly string[]) => `Tables of private are open to clients: ${list(names)}.`,
  },
  buckets: {
    good: (count: number) => `All ${count} buckets are as their migration made them.`,
    missing: (id: string) => `The bucket ${id} is missing.`,
    differs: (id: string, what: readonly string[]) => `The bucket ${id} differs in ${what.join(' and ')}.`,
    limit: 'its limit',
    types: 'its types',
    visibility: 'who may read it',
  },
  clock: {
    good: (seconds: string) => `The clocks differ by at most ${seconds} s.`,
    wrong: (database: string, gateway: string) =>
      `Against this machine the database is ${database} s off, the gateway ${gateway} s.`,
    provider: (seconds: string) => `The clock of the server is ${seconds} s off that of the payment provider.`,
  },
  disk: {
    elsewhere: 'There is no DATA_DIR on this machine.',
    free: (size: string, directory: string) => `${size} are free for ${directory}.`,
  },
  pages: {
    token: 'OPS_TOKEN, which is not the one of the server (/readyz?deep answers 401)',
    none: 'This host serves no pages, and SITE_URL leads to it.',
    good: (site: string) => `${site} serves its pages, files and headers.`,
    goodWithoutToken: (site: string) =>
      `${site} serves its pages, files and headers. /readyz?deep was not asked: OPS_TOKEN is not set.`,
    wrong: (count: number) => `${count === 1 ? 'One thing is' : `${count} things are`} wrong.`,
    status: (path: string, status: number) => `${path} answers ${status}`,
    silent: (path: string, reason: string) => `${path} does not answer (${reason})`,
    noPage: (path: string) => `${path} is no page`,
    content: (path: string, missing: string) => `${path} does not name ${missing}`,
    header: (path: string, header: string) => `${path} has a wrong ${header}`,
  },
  picture: {
    good: (seconds: string) => `A picture of 2,400 pixels was drawn in ${seconds} s.`,
    wrong: (status: number) => `store-picture did not draw it (HTTP ${status}).`,
  },
} as const;
