import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { doctorCopy } from '#copy/office/doctor.ts';
import { functionErrors } from '#copy/shell/functions.ts';
import { noAnswerOf } from '#rules/office/no-answer.ts';
import {
  type Check,
  explain,
  type Finding,
  fail,
  failWithStatus,
  ok,
  type Surroundings,
  skip,
  warn,
  withInside,
  withReport,
} from '../finding.ts';

const FEWEST_MAILS = 30;
/** What the library calls a refusal of the sender, of a recipient or of the text. */
const REFUSED_MAIL = ['EENVELOPE', 'EMESSAGE'];
/** As the alarm counts (private.judge_alarm). */
const MANY_FAILED = 5;
/** Functions of hosted Supabase reach no mail server there. */
const CLOSED_PORTS = [25, 587];
/** The port of mail that networks close least often. */
const OPEN_PORT = 465;
/** Seconds; what the mails promise. */
const LINKS_LIVE = 3_600;

/** What the Management API tells of Auth's settings, so far as it is asked for. */
const authConfig = z.object({
  site_url: z.string().nullish(),
  uri_allow_list: z.string().nullish(),
  smtp_host: z.string().nullish(),
  rate_limit_email_sent: z.number().nullish(),
  hook_send_email_enabled: z.boolean().nullish(),
  hook_send_email_uri: z.string().nullish(),
  mailer_templates_confirmation_content: z.string().nullish(),
  mailer_templates_recovery_content: z.string().nullish(),
  mailer_templates_email_change_content: z.string().nullish(),
  mailer_secure_email_change_enabled: z.boolean().nullish(),
  mailer_otp_exp: z.number().nullish(),
});
type AuthConfig = z.output<typeof authConfig>;

/** What Auth's settings decide, which a token for the Management API alone opens. */
async function withAuthConfig(
  { deployment, signal }: Surroundings,
  host: string,
  judge: (config: AuthConfig) => Finding | Promise<Finding>,
): Promise<Finding> {
  const { way, management } = deployment;
  if (way !== 'hosted') return skip(host);
  if (!management) return skip(doctorCopy.authMail.noToken);
  const { url, token, project } = management;
  const what = 'The Management API';
  const response = await fetch(new URL(`/v1/projects/${encodeURIComponent(project)}/config/auth`, url), {
    headers: { authorization: `Bearer ${token}` },
    signal,
  }).catch(explain);
  if ('reason' in response) return { ...fail(doctorCopy.notReached(what, response.reason)), todo: response.todo };
  if (response.status !== 200) {
    return failWithStatus(response.status, 'SUPABASE_ACCESS_TOKEN', doctorCopy.answered(what, response.status));
  }
  const config = authConfig.safeParse(await response.json());
  return config.success ? judge(config.data) : fail(doctorCopy.unreadable(what));
}

export const authMail: Check = {
  id: 'auth-mail',
  run: (surroundings) =>
    withAuthConfig(surroundings, doctorCopy.authMail.host, async (config) => {
      const copy = doctorCopy.authMail;
      const limit = config.rate_limit_email_sent ?? 0;
      const hook = await whyHookFails(config, surroundings);
      const problems = [
        ...(config.smtp_host ? [] : [copy.noServer]),
        ...(limit < FEWEST_MAILS ? [copy.limit(limit)] : []),
        ...linkProblems(config),
      ];
      if (hook !== undefined) return { ...fail(hook, ...problems), todo: copy.hookTodo };
      if (problems.length > 0) return fail(...problems);
      const isTried = config.hook_send_email_enabled && surroundings.deployment.hookSecret !== undefined;
      if (isTried) return ok(copy.good(limit));
      return { ...warn(config.hook_send_email_enabled ? copy.noHookSecret : copy.hookOff), todo: copy.hookTodo };
    }),
};

/** Also where the hook writes the mails: it may be switched off. */
function linkProblems(config: AuthConfig): string[] {
  const copy = doctorCopy.authMail;
  const { mailer_otp_exp: seconds, mailer_secure_email_change_enabled: isDouble } = config;
  const acting = (['confirmation', 'recovery', 'email_change'] as const).filter(
    (name) => !config[`mailer_templates_${name}_content`]?.includes('#token_hash={{ .TokenHash }}'),
  );
  return [
    ...acting.map(copy.template),
    ...(isDouble ? [] : [copy.oneAddress]),
    ...(seconds === LINKS_LIVE ? [] : [copy.expiry(seconds ?? 0)]),
  ];
}

/**
 * A call of a kind that the product does not have, signed as Auth signs: our function refuses it with 400 and sends
 * nothing, and with 401 and its own words where its secret is another one.
 *
 * @returns undefined where the hook is as it should be, off, or cannot be tried without its secret
 */
async function whyHookFails(config: AuthConfig, { deployment, signal }: Surroundings): Promise<string | undefined> {
  const { hook_send_email_enabled: isOn, hook_send_email_uri: uri } = config;
  const copy = doctorCopy.authMail;
  if (!isOn) return undefined;
  if (!uri || !/^https?:/.test(uri)) return copy.hook(doctorCopy.notReached(uri || '""', 'INVALID'));
  const secret = deployment.hookSecret?.replace(/^v1,/, '');
  if (!secret) return undefined;
  const body = JSON.stringify({ user: {}, email_data: { email_action_type: 'doctor', token_hash: 'none' } });
  const [id, now] = [`doctor_${randomUUID()}`, new Date()];
  try {
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    };
    const response = await fetch(uri, { method: 'POST', headers, body, signal });
    const answer = (await response.json().catch(() => undefined)) as { error?: string } | undefined;
    if (response.status === 400 && answer?.error === functionErrors.unknownMail) return undefined;
    // Other functions also answer 401, in other words.
    if (response.status === 401 && answer?.error === functionErrors.webhookSignature) return copy.hookDiffers;
    return copy.notOurs(uri, response.status);
  } catch (error) {
    return copy.hook(doctorCopy.notReached(uri, explain(error).reason));
  }
}

export const redirects: Check = {
  id: 'redirects',
  run: (surroundings) =>
    withAuthConfig(surroundings, doctorCopy.redirects.host, (config) => {
      const copy = doctorCopy.redirects;
      const { siteUrl } = surroundings.deployment;
      const site = config.site_url ?? '';
      const patterns = (config.uri_allow_list ?? '')
        .split(',')
        .map((pattern) => pattern.trim())
        .filter((pattern) => pattern !== '');
      const problems = [
        ...(site.replace(/\/$/, '') !== siteUrl || isWrong(site) ? [copy.site(site)] : []),
        ...(!patterns.includes(`${siteUrl}/**`) || patterns.some(isWrong) ? [copy.list(patterns.join(', '))] : []),
      ];
      return problems.length > 0 ? fail(...problems) : ok(copy.good(siteUrl));
    }),
};

/** A developer's machine, or a variable that was not set when the configuration was pushed. */
const isWrong = (value: string) => /localhost|env\(/.test(value);

export const smtp: Check = {
  id: 'smtp',
  run: (surroundings) =>
    withInside(surroundings, async ({ mail }) => {
      const { deployment, questions } = surroundings;
      const copy = doctorCopy.smtp;
      const to = questions.sendMailTo;
      const sent = to === undefined ? '' : ` ${mail.is_sent ? copy.sent(to) : copy.notSent(to)}`;
      if (mail.state === 'unset') {
        return deployment.hasStandIns
          ? skip(copy.standIn + sent)
          : { ...fail(copy.unset + sent), todo: copy.todos.unset };
      }
      if (deployment.way === 'hosted' && mail.port !== null && CLOSED_PORTS.includes(mail.port)) {
        return fail(copy.port(mail.port) + sent);
      }
      if (mail.code !== null && REFUSED_MAIL.includes(mail.code)) {
        return { ...fail(copy.refused(mail.code) + sent), todo: copy.todos.sender };
      }
      if (mail.state !== 'ok') {
        const why = noAnswerOf(mail.code ?? '');
        const reason = why === 'other' ? (mail.code ?? 'unknown') : doctorCopy.reasons[why];
        const finding = fail(copy.failed(mail.port, reason) + sent);
        // A firewall drops what goes to a port that it closes, so that nothing answers.
        return why === 'time' && mail.port !== OPEN_PORT ? finding : { ...finding, todo: copy.todos[why] };
      }
      const good = ok(copy.good(mail.port ?? 0) + sent);
      const delivered = await withReport(surroundings, ({ mail: { failed, last_error: why } }) => {
        // What was away when they were tried is there again. An address that does not exist is its owner's trouble, until
        // nothing else is delivered either.
        const isRefused = REFUSED_MAIL.some((code) => why?.includes(code));
        const isRecipients = failed < MANY_FAILED && why?.includes('refused the recipient');
        if (failed === 0 || !isRefused || isRecipients) return good;
        return { ...warn(copy.undelivered(failed, why) + sent), todo: copy.todos.sender };
      });
      return delivered.state === 'skip' ? good : delivered;
    }),
};
