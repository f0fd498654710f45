import { query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv, readEnv } from '#functions/_shared/env.ts';
import { createHandler } from '#functions/_shared/http.ts';
import { requireWorker } from '#functions/_shared/keys.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import { type Alarm, alarmMail, alarmMailsShape } from '#functions/_shared/mail/alarm.ts';
import { openMailTransport } from '#functions/_shared/smtp.ts';

type AlarmMail = { id: string; alarms: Alarm[] };

/** No further e-mail is begun after this long: the next call sends it. What was claimed stays so for 5 minutes. */
const BUDGET_MS = 60_000;

/**
 * Sends the e-mails about alarms that are due, over SMTP and without the outbox, because the outbox may be what has
 * failed (docs/product/back-office.md#alarms). Called by the database's watch through pg_net, or by the host's. Any
 * number of calls at once send each e-mail once. Without a mail server or a recipient it writes one log line for each
 * opened alarm.
 */
export default createHandler('send-alarm', async (request) => {
  requireWorker(request);
  await request.body?.cancel();
  const mails = alarmMailsShape.parse(await query(serviceClient().rpc('claim_alarm_mails')));
  const url = findEnv('SMTP_URL');
  const recipients = readRecipients();
  const canSend = url !== undefined && recipients.length > 0;
  return canSend ? sendAll(mails, url, recipients) : logAll(mails);
});

function readRecipients(): string[] {
  const addresses = findEnv('ALARM_EMAILS') ?? findEnv('ADMIN_EMAILS') ?? '';
  return [...new Set(addresses.split(',').map((address) => address.trim()))].filter((address) => address !== '');
}

async function logAll(mails: AlarmMail[]) {
  for (const { id, alarms } of mails) {
    for (const { kind, news } of alarms) {
      if (news === 'opened') logProblem('error', 'alarm', { alarm: kind });
    }
    await finish(id, true);
  }
  return { sent: 0, failed: 0 };
}

async function sendAll(mails: AlarmMail[], url: string, recipients: string[]) {
  const result = { sent: 0, failed: 0 };
  if (mails.length === 0) return result;
  const giveUpAt = Date.now() + BUDGET_MS;
  const siteUrl = readEnv('SITE_URL');
  const transport = openMailTransport(url, readEnv('MAIL_FROM'));
  try {
    for (const { id, alarms } of mails) {
      // A mail server that has just failed is asked again at the next call.
      const isSent = result.failed === 0 && Date.now() < giveUpAt && (await send(id, alarms));
      await finish(id, isSent);
      result[isSent ? 'sent' : 'failed'] += 1;
    }
  } finally {
    transport.close();
  }
  return result;

  /** Whether one recipient at least has it: a second try would reach that one twice. */
  async function send(id: string, alarms: Alarm[]): Promise<boolean> {
    const mail = await alarmMail.render(alarms, siteUrl);
    const outcomes = await Promise.allSettled(
      recipients.map((to, place) => transport.send(`alarm-${id}-${place}`, { ...mail, to })),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    if (refused.length > 0) {
      logProblem('error', 'an alarm was not sent', {
        alarm: alarms.map(({ kind }) => kind).join(','),
        recipients: recipients.length,
        refused: refused.length,
        error: describeError(refused[0]?.reason),
      });
    }
    return refused.length < recipients.length;
  }
}

async function finish(id: string, isSent: boolean): Promise<void> {
  await query(serviceClient().rpc('finish_alarm_mail', { p_id: id, p_is_sent: isSent }));
}
