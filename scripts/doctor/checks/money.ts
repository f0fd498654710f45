import { doctorCopy } from '#copy/office/doctor.ts';
import { functionErrors } from '#copy/shell/functions.ts';
import { type Check, type Finding, fail, failWithStatus, ok, warn, withInside, withReport } from '../finding.ts';

const QUIET_MS = 7 * 24 * 3_600_000;

export const webhook: Check = {
  id: 'webhook',
  async run(surroundings) {
    const { deployment, questions, signal } = surroundings;
    const copy = doctorCopy.webhook;
    const path = '/functions/v1/payment-webhook';
    const url = deployment.apiUrl + path;
    const told = (finding: Finding): Finding => ({ ...finding, todo: doctorCopy.todos.webhook(url) });
    const headers = { 'x-razorpay-signature': '0'.repeat(64) };
    const { status, body } = await questions.asVisitor(path, { body: {}, headers, signal });
    if (status < 400 || status >= 500 || body?.error !== functionErrors.webhookSignature) {
      const finding = failWithStatus(status, 'SUPABASE_PUBLISHABLE_KEY', copy.wrong(url, status));
      return finding.todo === undefined ? told(finding) : finding;
    }
    // The stand-in sends an event when one pays in it.
    if (deployment.hasStandIns) return ok(copy.good);
    const heard = await withReport(surroundings, ({ now, made_at, last_webhook_at, silent_payments: silent }) => {
      if (silent > 0) return { ...fail(copy.silent(silent)), todo: copy.silentTodo(url) };
      const isQuiet = Date.parse(now) - Date.parse(last_webhook_at ?? made_at) > QUIET_MS;
      return isQuiet ? told(warn(copy.quiet)) : ok(copy.good);
    });
    return heard.state === 'skip' ? ok(copy.good) : heard;
  },
};

export const payments: Check = {
  id: 'payments',
  run: (surroundings) =>
    withInside(surroundings, ({ payments: { state, key, is_test: isTest } }) => {
      const copy = doctorCopy.payments;
      if (state === 'unset') return fail(copy.unset);
      if (state === 'refused') return fail(copy.refused(key));
      if (state === 'away') return { ...warn(copy.away), todo: copy.awayTodo };
      const isReal = surroundings.deployment.siteUrl.startsWith('https://');
      return isTest && isReal ? warn(copy.test(key)) : ok(copy.good(key));
    }),
};
