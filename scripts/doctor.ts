/**
 * npm run doctor: examines a running deployment from outside, whichever way it runs, and says what to do about what is
 * wrong (docs/product/operations.md#health). It changes nothing, but for the e-mail that --send-mail asks for.
 *
 * --env-file FILE names the settings: .env.deploy of a Supabase project, or what a host was started with. Without it they
 * come from the environment and .env, and the keys from DATA_DIR, so that it works beside `npm start` as it is.
 * (npm starts it behind `--`, because Node itself would take --env-file, and end without a word of ours.)
 *
 * --only=id,… runs some checks, --limit SECONDS gives each more time than 10 seconds, --json prints one JSON document.
 * Ends with 1 when a check failed, with 2 when settings are missing or nothing answers.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { doctorCopy } from '#copy/office/doctor.ts';
import { ExplainedError } from '#host/explained-error.ts';
import { CHECKS } from './doctor/checks.ts';
import { type Deployment, MissingSettings, readDeployment, readVariables, secretsOf } from './doctor/deployment.ts';
import { createRedact } from './doctor/redact.ts';
import { type Checked, findSilence, runChecks } from './doctor/run-checks.ts';

let redact = (text: string) => text;
try {
  process.exitCode = await main();
} catch (error) {
  const isExplained = error instanceof ExplainedError;
  console.error(redact(isExplained ? error.message : String((error as Error)?.stack ?? error)));
  process.exitCode = isExplained ? 2 : 1;
}
// A question that was given up may still wait for its answer.
process.exit();

async function main(): Promise<number> {
  const flags = readFlags();
  const variables = readVariables(flags['env-file'], process.env);
  redact = createRedact(secretsOf(variables));
  const deployment = readDeployment(variables, flags['env-file'] ?? doctorCopy.environment);
  redact = createRedact(secretsOf(variables, deployment));
  return examine(deployment, flags);
}

async function examine(deployment: Deployment, flags: ReturnType<typeof readFlags>): Promise<number> {
  const print = ({ id, state, text, todo }: Checked) => {
    console.log(redact(`${state.padEnd(5)} ${id.padEnd(11)} ${text}`));
    if (todo !== undefined) console.log(redact(doctorCopy.todo(todo)));
  };
  const options = { only: flags.only?.split(','), sendMailTo: flags['send-mail'], limitMs: Number(flags.limit) * 1000 };
  const silence = await findSilence(deployment, options.limitMs);
  if (silence !== undefined) throw new ExplainedError(silence);
  const checked = await runChecks(deployment, options, flags.json ? undefined : print);
  const namesOf = (state: Checked['state']) => checked.filter((one) => one.state === state).map(({ id }) => id);
  const [failed, warned] = [namesOf('fail'), namesOf('warn')];
  if (flags.json) {
    const told = checked.map(({ text, todo, ...rest }) => ({
      ...rest,
      text: redact(text),
      ...(todo !== undefined && { todo: redact(todo) }),
    }));
    console.log(JSON.stringify({ checks: told, failed: failed.length, warned: warned.length }, null, 2));
  } else {
    const { summary } = doctorCopy;
    const last = failed.length > 0 ? summary.failed(failed) : warned.length > 0 ? summary.warned(warned) : summary.good;
    console.log(last);
  }
  return failed.length > 0 ? 1 : 0;
}

function readFlags() {
  const flags = parseFlags();
  const known = CHECKS.map(({ id }) => id as string);
  const unknown = (flags.only?.split(',') ?? []).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new MissingSettings(doctorCopy.noSuchCheck(unknown, known));
  if (!/^[1-9]\d{0,2}$/.test(flags.limit)) throw new MissingSettings(doctorCopy.badLimit(flags.limit));
  const address = flags['send-mail'];
  if (address !== undefined && !z.email().safeParse(address).success) {
    throw new MissingSettings(doctorCopy.badAddress(address));
  }
  return flags;
}

function parseFlags() {
  try {
    return parseArgs({
      options: {
        'env-file': { type: 'string' },
        json: { type: 'boolean', default: false },
        limit: { type: 'string', default: '10' },
        only: { type: 'string' },
        'send-mail': { type: 'string' },
      },
    }).values;
  } catch {
    throw new MissingSettings(doctorCopy.usage);
  }
}
