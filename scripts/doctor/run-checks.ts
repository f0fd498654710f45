import { setTimeout as wait } from 'node:timers/promises';
import { doctorCopy } from '#copy/office/doctor.ts';
import { CHECKS } from './checks.ts';
import type { Deployment } from './deployment.ts';
import { type Check, type CheckId, explain, type Finding, fail, type Surroundings } from './finding.ts';
import { openQuestions, UnknownShape } from './questions.ts';

export interface Checked extends Omit<Finding, 'todo'> {
  id: CheckId;
  todo?: string;
}

export interface Options {
  /** All of them where it is absent. */
  only?: readonly string[] | undefined;
  sendMailTo?: string | undefined;
  /** For each check. They run side by side, so that all of them take no longer. */
  limitMs?: number;
}

/**
 * Asks the addresses of the deployment for anything at all: as long as one of them answers, the checks say more.
 *
 * @returns one line for the person at the terminal where nothing answers
 */
export async function findSilence(
  { apiUrl, siteUrl, internalUrl, way }: Deployment,
  limitMs: number,
): Promise<string | undefined> {
  const ask = (url: string) =>
    fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(limitMs) }).then(
      (response) => void response.body?.cancel(),
      explain,
    );
  const [api, site] = await Promise.all([ask(apiUrl), siteUrl === apiUrl ? undefined : ask(siteUrl)]);
  if (api === undefined || (site === undefined && siteUrl !== apiUrl)) return undefined;
  if (internalUrl !== undefined && (await ask(`${internalUrl}/healthz`)) === undefined) {
    return doctorCopy.silent(apiUrl, api.reason, doctorCopy.hostIsHere(new URL(internalUrl).port));
  }
  const isHostDown = api.reason === doctorCopy.reasons.refused && way !== 'hosted';
  return doctorCopy.silent(apiUrl, api.reason, isHostDown ? doctorCopy.isHostRunning : api.todo);
}

/**
 * @param say is given each finding as soon as those before it are known
 * @returns all of them, in their order
 */
export async function runChecks(
  deployment: Deployment,
  options: Options = {},
  say: (checked: Checked) => void = () => {},
): Promise<Checked[]> {
  const { only, sendMailTo, limitMs = 10_000 } = options;
  // What several checks ask together must end before their own time does.
  const questions = openQuestions(deployment, { limitMs: limitMs * 0.95, sendMailTo });
  const chosen = CHECKS.filter(({ id }) => only === undefined || only.includes(id));
  const running = chosen.map((check) => runCheck(check, { deployment, questions }, limitMs));
  // A test e-mail was asked for, whatever is checked; what became of it is told by the check of the mail server.
  if (sendMailTo !== undefined && !chosen.some(({ id }) => id === 'smtp')) await questions.askInside();
  const checked: Checked[] = [];
  for (const one of running) {
    checked.push(await one);
    say(checked.at(-1) as Checked);
  }
  return checked;
}

async function runCheck(check: Check, given: Omit<Surroundings, 'signal'>, limitMs: number): Promise<Checked> {
  const signal = AbortSignal.timeout(limitMs);
  const finding = await Promise.race([runSafely(check, { ...given, signal }, limitMs), giveUp(check.id, limitMs)]);
  const { todo: own, ...rest } = finding;
  if (finding.state !== 'fail' && finding.state !== 'warn') return { id: check.id, ...rest };
  return { id: check.id, ...rest, todo: own ?? todoOf(check.id, given.deployment) };
}

async function runSafely(check: Check, surroundings: Surroundings, limitMs: number): Promise<Finding> {
  try {
    return await check.run(surroundings);
  } catch (error) {
    if (error instanceof UnknownShape) return { ...fail(error.message), todo: doctorCopy.unreadableTodo };
    const { name, message, cause } = error as Error;
    if (name === 'TimeoutError') return tooLate(check.id, limitMs);
    // What `fetch` throws has a cause.
    if (cause === undefined) return fail(message);
    const { reason, todo } = explain(error);
    return { ...fail(doctorCopy.notReached(surroundings.deployment.apiUrl, reason)), todo };
  }
}

async function giveUp(id: CheckId, limitMs: number): Promise<Finding> {
  await wait(limitMs, undefined, { ref: false });
  return tooLate(id, limitMs);
}

/** Silence says nothing about keys or settings. What takes long to draw a picture is known. */
function tooLate(id: CheckId, limitMs: number): Finding {
  const finding = fail(doctorCopy.noAnswer(limitMs / 1000));
  return id === 'picture' ? finding : { ...finding, todo: doctorCopy.advice.time };
}

function todoOf(id: CheckId, { way, apiUrl, siteUrl }: Deployment): string {
  const { todos, hostTodos } = doctorCopy;
  if (id === 'webhook') return todos.webhook(`${apiUrl}/functions/v1/payment-webhook`);
  if (id === 'pages') return todos.pages([siteUrl]);
  return (way !== 'hosted' && hostTodos[id]) || todos[id];
}
