/** Which deployment is examined, read from settings as each way has them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { doctorCopy } from '#copy/office/doctor.ts';
import { ExplainedError } from '#host/explained-error.ts';
import { projectPaths } from '#host/project-paths.ts';
import { givenOf } from '#host/setting-kinds.ts';
import { readSettings } from '#host/settings.ts';

export interface Deployment {
  way: 'embedded' | 'own Postgres' | 'hosted';
  /** Addresses without a slash at the end. */
  siteUrl: string;
  apiUrl: string;
  /** Where a host on this machine listens, whatever its address is. */
  internalUrl?: string;
  publishableKey: string;
  secretKey: string;
  /** Opens /readyz?deep: of the page server in front of a project, else of the host. */
  opsToken?: string | undefined;
  /** Where a host on this machine keeps its data. */
  dataDir?: string;
  /** Payments, Google and mail are stand-ins. */
  hasStandIns: boolean;
  /** Whether SITE_URL leads to a host that serves no pages. */
  hasNoPages: boolean;
  /** Signs Auth's calls of its Send Email hook: the first of SUPABASE_AUTH_HOOK_SEND_EMAIL_SECRETS. */
  hookSecret?: string | undefined;
  /** Supabase's Management API, where there is a token for it. */
  management?: { url: string; token: string; project: string };
}

/** The settings do not suffice; the message says what is missing. */
export class MissingSettings extends ExplainedError {
  override name = 'MissingSettings';
}

type Environment = Record<string, string>;

/**
 * The variables of the file, and above them those of the environment, as `npm run deploy:config` has it.
 *
 * @param file undefined: `.env`, as a host reads it, where there is one
 * @throws MissingSettings when a named file does not exist
 */
export function readVariables(file: string | undefined, environment: NodeJS.ProcessEnv): Environment {
  if (file !== undefined && !existsSync(file)) throw new MissingSettings(doctorCopy.noFile(file));
  const source = file ?? path.join(projectPaths.root, '.env');
  const written = existsSync(source) ? parseEnv(readFileSync(source, 'utf8')) : {};
  return { ...givenOf(written as Environment), ...givenOf(environment) };
}

/**
 * A Supabase project where `SUPABASE_URL` is set, else a host: its keys are in the settings or, with an embedded database,
 * in the file that its first start made. Nothing is made here.
 *
 * @param where names the source of the variables to the person who reads
 * @throws MissingSettings naming what is missing; SettingsError as the host itself
 */
export function readDeployment(variables: Environment, where: string): Deployment {
  return variables.SUPABASE_URL === undefined ? readHost(variables, where) : readProject(variables, where);
}

function readProject(variables: Environment, where: string): Deployment {
  const siteUrl = variables.SITE_URL ?? variables.SUPABASE_AUTH_SITE_URL;
  const { SUPABASE_URL: apiUrl, SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = variables;
  const needed = { SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  const names = missing.map(([name]) => name);
  if (!isAddress(apiUrl)) names.unshift('SUPABASE_URL');
  if (!isAddress(siteUrl)) names.push('SUPABASE_AUTH_SITE_URL');
  if (!isAddress(apiUrl) || !isAddress(siteUrl) || !publishableKey || !secretKey) {
    throw new MissingSettings(doctorCopy.missing(where, names));
  }
  const api = new URL(apiUrl);
  const { SUPABASE_ACCESS_TOKEN: token } = variables;
  return {
    way: 'hosted',
    siteUrl: new URL(siteUrl).origin,
    apiUrl: api.origin,
    publishableKey,
    secretKey,
    opsToken: variables.OPS_TOKEN,
    hasStandIns: false,
    hasNoPages: false,
    hookSecret: variables.SUPABASE_AUTH_HOOK_SEND_EMAIL_SECRETS?.split('|')[0]?.trim(),
    ...(token && {
      management: {
        url: variables.MANAGEMENT_API_URL ?? 'https://api.supabase.com',
        token,
        project: variables.SUPABASE_PROJECT_ID ?? api.hostname.split('.')[0] ?? '',
      },
    }),
  };
}

function readHost(variables: Environment, where: string): Deployment {
  const settings = readSettings(variables);
  const kept = settings.isEmbedded ? readKeptKeys(settings.DATA_DIR) : {};
  const publishableKey = settings.SUPABASE_PUBLISHABLE_KEY ?? kept.publishableKey;
  const secretKey = settings.SUPABASE_SECRET_KEY ?? kept.secretKey;
  if (!publishableKey || !secretKey) {
    if (settings.isEmbedded) throw new MissingSettings(doctorCopy.noKeys(settings.DATA_DIR));
    throw new MissingSettings(doctorCopy.missing(where, ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY']));
  }
  const { SITE_URL: siteUrl, API_URL: apiUrl } = settings;
  return {
    way: settings.isEmbedded ? 'embedded' : 'own Postgres',
    siteUrl,
    apiUrl,
    internalUrl: settings.internalUrl,
    publishableKey,
    secretKey,
    opsToken: settings.OPS_TOKEN ?? kept.opsToken,
    hasStandIns: settings.isSandbox,
    hasNoPages: settings.PAGES === 'off' && siteUrl === apiUrl,
    ...(existsSync(settings.DATA_DIR) && { dataDir: settings.DATA_DIR }),
  };
}

/** The file of host/keys.ts, which makes it; here it is only read. */
function readKeptKeys(dataDir: string): Record<string, string | undefined> {
  const file = path.join(dataDir, 'keys.json');
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** What no output may hold: every variable that is secret by its name, passwords in addresses, and the kept keys. */
export function secretsOf(variables: Environment, deployment?: Deployment): string[] {
  const named = Object.entries(variables)
    .filter(([name]) => /(KEYS?|SECRETS?|TOKENS?|PASS|PASSWORD)(_PREVIOUS)?$/.test(name))
    .map(([, value]) => value);
  const inAddresses = Object.values(variables).flatMap((value) => {
    const { password = '' } = URL.canParse(value) ? new URL(value) : {};
    return password === '' ? [] : [value, password, decoded(password)];
  });
  const { publishableKey = '', secretKey = '', opsToken = '' } = deployment ?? {};
  // Several in one variable: `v1,whsec_…|v1,whsec_…`.
  const parts = named.flatMap((value) => value.split(/[,|\s]+/));
  return [...named, ...parts, ...inAddresses, publishableKey, secretKey, opsToken];
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}

function isAddress(value: string | undefined): value is string {
  return value !== undefined && /^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '');
}
