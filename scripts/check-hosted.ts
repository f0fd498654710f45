/**
 * npm run check:hosted: asks a project over HTTP whether it has the settings of docs/security/hosted-settings.md, and
 * prints a line for each. Ends with 1 when one of them fails.
 *
 * CHECK_URL is the project's address, CHECK_KEY its publishable key; CHECK_EMAIL and CHECK_PASSWORD are a confirmed
 * account without two-step sign-in that exists for this check: its password is changed and changed back. It takes five
 * minutes, because one question needs a session of that age.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Finding, PROBES, type Probe, type Waits } from './check-hosted/probes.ts';
import { openClient, type Project } from './check-hosted/project.ts';

const PROOF_ENDS_MS = 5 * 60_000 + 10_000;

/** @param say is given each line as it is known */
export async function checkHosted(project: Project, waits: Waits, say: (line: string) => void): Promise<boolean> {
  const client = openClient(project);
  let isGood = true;
  for (const probe of PROBES) {
    const finding = await runProbe(probe, client, waits);
    isGood &&= finding.verdict !== 'FAIL';
    say(`${finding.verdict.padEnd(16)}  ${String(probe.item).padStart(2)}  ${probe.title}: ${finding.why}`);
  }
  return isGood;
}

async function runProbe(probe: Probe, client: Parameters<Probe['run']>[0], waits: Waits): Promise<Finding> {
  try {
    return await probe.run(client, waits);
  } catch (error) {
    return { verdict: 'FAIL', why: error instanceof Error ? error.message : String(error) };
  }
}

if (import.meta.main) {
  const read = (name: string) => {
    const value = process.env[name];
    if (value) return value;
    console.error(`${name} is not set. See scripts/check-hosted.ts.`);
    process.exit(1);
  };
  const project = {
    url: read('CHECK_URL'),
    publishableKey: read('CHECK_KEY'),
    email: read('CHECK_EMAIL'),
    password: read('CHECK_PASSWORD'),
  };
  const waits = { untilProofEnds: () => wait(PROOF_ENDS_MS) };
  process.exitCode = (await checkHosted(project, waits, console.log)) ? 0 : 1;
}
