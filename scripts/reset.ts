/** npm run reset: empties DATA_DIR (database, files, keys, logins), so that the next start begins afresh. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { resetCopy } from '#copy/office/host.ts';
import { findHome, removeHome } from '#host/postgres/home.ts';
import { findHost } from '#host/postgres/host-lock.ts';
import { stopOrphan } from '#host/postgres/orphan.ts';
import { projectPaths } from '#host/project-paths.ts';
import { readSettings, SettingsError } from '#host/settings.ts';

/** What the host puts there. Anything else means that DATA_DIR is not what it should be. */
const OURS =
  /^(postgres|postgres-home|postgres-password|keys\.json(\.unfinished)?|demo-logins\.json|host\.log(\.1)?|storage|backup\.lock)$/;

try {
  await reset();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  refuse(error.message);
}

async function reset(): Promise<void> {
  const envFile = path.join(projectPaths.root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const { DATA_DIR: dataDir, isEmbedded } = readSettings(process.env);
  if (!isEmbedded) return refuse(resetCopy.ownDatabase);
  if (!existsSync(dataDir)) return console.log(resetCopy.nothing(dataDir));

  const strangers = readdirSync(dataDir).filter((entry) => !OURS.test(entry));
  if (strangers.length > 0) return refuse(resetCopy.strangers(dataDir, strangers.join(', ')));
  const home = findHome(dataDir);
  const host = existsSync(home.directory) ? findHost(home.directory) : undefined;
  if (host !== undefined) return refuse(resetCopy.running(dataDir, host));

  await stopOrphan(home.data);
  removeHome(dataDir);
  for (const entry of readdirSync(dataDir)) rmSync(path.join(dataDir, entry), { recursive: true, force: true });
  console.log(resetCopy.done(dataDir));
}

function refuse(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
