import { doctorCopy } from '#copy/office/doctor.ts';
import { noAnswerOf } from '#rules/office/no-answer.ts';
import type { Deployment } from './deployment.ts';
import type { Inside, Questions, Report } from './questions.ts';

export type CheckId =
  | 'keys'
  | 'migrations'
  | 'functions'
  | 'schedule'
  | 'worker'
  | 'auth-mail'
  | 'smtp'
  | 'redirects'
  | 'webhook'
  | 'payments'
  | 'calendar'
  | 'rls'
  | 'buckets'
  | 'clock'
  | 'disk'
  | 'pages'
  | 'picture';

export interface Finding {
  state: 'ok' | 'warn' | 'fail' | 'skip';
  text: string;
  /** What to do, where it is another sentence than the check's own. */
  todo?: string;
}

/** What a check works with. */
export interface Surroundings {
  deployment: Deployment;
  questions: Questions;
  /** Ends with the time of the check. */
  signal: AbortSignal;
}

export interface Check {
  id: CheckId;
  /** A failure that it throws is a failed check. */
  run(surroundings: Surroundings): Promise<Finding> | Finding;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const skip = (text: string): Finding => ({ state: 'skip', text });
export const warn = (text: string): Finding => ({ state: 'warn', text });
export const fail = (...texts: string[]): Finding => ({ state: 'fail', text: texts.join(' ') });

/** The code of the failure of a request that got no answer. */
function codeOf(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return 'TIMEOUT';
  const found = cause?.code ?? code;
  return typeof found === 'string' ? found : (name ?? 'unknown');
}

/** The same in words, and what to do about it. */
export function explain(error: unknown): { reason: string; todo: string } {
  const code = codeOf(error);
  const kind = noAnswerOf(code);
  return { reason: kind === 'other' ? code : doctorCopy.reasons[kind], todo: doctorCopy.advice[kind] };
}

/** A failure whose answer's status decides the advice, where it says more than the check's own. */
export function failWithStatus(status: number, setting: string, ...texts: string[]): Finding {
  const todo = adviceFor(status, setting);
  return { ...fail(...texts), ...(todo !== undefined && { todo }) };
}

function adviceFor(status: number, setting: string): string | undefined {
  const { advice } = doctorCopy;
  if (status === 401) return advice.unknownKey(setting);
  if (status === 403) return advice.noRight(setting);
  return status >= 500 ? advice.broken : undefined;
}

/** What functions find where they run decides. One that is not deployed is told by the check `functions`. */
export async function withInside(
  { questions }: Surroundings,
  judge: (inside: Inside) => Finding | Promise<Finding>,
): Promise<Finding> {
  const { status } = await questions.askInside();
  if (status === 404) return skip(doctorCopy.noInside);
  if (status === 200) return judge(await questions.readInside());
  return failWithStatus(status, 'SUPABASE_SECRET_KEY', doctorCopy.answered('check-deployment', status));
}

/** What the database's report says decides; without one the check `keys` says why. */
export async function withReport({ questions }: Surroundings, judge: (report: Report) => Finding): Promise<Finding> {
  const answer = await questions.askReport().catch(() => undefined);
  if (answer?.status !== 200) return skip(doctorCopy.noReport);
  return judge(await questions.readReport());
}
