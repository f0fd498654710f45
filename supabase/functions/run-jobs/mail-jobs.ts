import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { BusinessRuleError, enqueueJob, query, serviceClient } from '#functions/_shared/database.ts';
import { readEnv } from '#functions/_shared/env.ts';
import { accountAlert, accountAlertShape, accountDeleted } from '#functions/_shared/mail/account.ts';
import { alert, alertShape, claimAsked, mailCheck, thirdCancellation } from '#functions/_shared/mail/administrator.ts';
import type { FactMail } from '#functions/_shared/mail/layout.ts';
import {
  calendarLost,
  claimDecided,
  draftDecided,
  hoursChanged,
  invitation,
  newReview,
  payout,
  reportDecided,
  statement,
  weeklyOverview,
} from '#functions/_shared/mail/mentor.ts';
import {
  helpRequestAnswered,
  helpRequestReceived,
  newTimes,
  offerEnded,
  paymentReturned,
  storyApproved,
  storyName,
  timeKept,
  timesOffered,
} from '#functions/_shared/mail/session.ts';
import { type Job, PermanentFailure } from '#functions/_shared/office/job-limit.ts';
import { endingToken, fingerprintOf, optionalMail } from '#functions/_shared/people/signed-link.ts';
import { askForRecoveryMail } from '#functions/_shared/provider.ts';
import { clocksShape, learnClocks, sessionShape } from '#functions/_shared/sessions/booking.ts';
import { sealMail } from '#functions/_shared/smtp.ts';

/** The secret of a link, and what of it is stored. */
function makeToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: createHash('sha256').update(token).digest('hex') };
}

const accountAlertPayload = z.object({ alert_id: z.int() });
const adminAlertPayload = z.object({ admin_id: z.guid(), bucket: z.string() });

/** Enqueues the e-mail of an alert. The secret of its link is made here, and only its hash is stored beside the alert. */
export async function sendAccountAlert(payload: unknown): Promise<void> {
  const { alert_id } = accountAlertPayload.parse(payload);
  const database = serviceClient();
  const answer: unknown = await query(database.rpc('account_alert_for_jobs', { p_alert_id: alert_id }));
  const alert = accountAlertShape.nullable().parse(answer);
  if (alert === null) return;
  const siteUrl = readEnv('SITE_URL');
  const { token, hash } = makeToken();
  const mail = await accountAlert.render({ alert, token }, siteUrl);
  // The new address learns of it too, without the means to undo it.
  const other =
    alert.kind === 'email_changed' && alert.new_email !== undefined
      ? { to: alert.new_email, ...(await accountAlert.render({ alert }, siteUrl)) }
      : undefined;
  await query(
    database.rpc('queue_account_alert', {
      p_alert_id: alert_id,
      p_token_hash: hash,
      p_mail: { to: alert.email, ...mail },
      ...(other && { p_other_mail: other }),
    }),
  );
}

/** Asks for the mail that the function answer-account-alert could not ask for. Throws ProviderUnavailable. */
export async function repeatRecoveryMail(payload: unknown): Promise<void> {
  const { alert_id } = accountAlertPayload.parse(payload);
  const email = await query(serviceClient().rpc('recovery_mail_for_jobs', { p_alert_id: alert_id }));
  if (email) await askForRecoveryMail(email);
}

const deletionPayload = z.object({ to: z.string(), is_mentor: z.boolean().default(false) });

/** Enqueues the last e-mail to the address of a deleted account. Finished, neither job holds the address any more. */
export async function sayAccountIsDeleted({ id, payload }: Job): Promise<void> {
  const { to, ...about } = deletionPayload.parse(payload);
  const mail = await accountDeleted.render(about, readEnv('SITE_URL'));
  await enqueueJob('email', { to, ...mail }, `account_deleted:${id}:mail`);
}

/** Enqueues an administrator's e-mail, if there is still anything to tell and the person is still an administrator. */
export async function sendAdminAlert(payload: unknown): Promise<void> {
  const { admin_id, bucket } = adminAlertPayload.parse(payload);
  const call = serviceClient().rpc('alert_for_jobs', { p_admin_id: admin_id, p_bucket: bucket });
  const found = alertShape.nullable().parse(await query<unknown>(call));
  if (found === null || found.items.length === 0) return;
  const mail = await alert.render({ items: found.items, now: new Date() }, readEnv('SITE_URL'));
  await enqueueJob('email', { to: found.email, ...mail }, `alert:${admin_id}:${bucket}:mail`);
}

/** Those whose facts the database tells, in its private.mail_<name>; by the name in the payload of a job mentor_mail. */
export const FACT_MAILS: Readonly<Record<string, Pick<FactMail<unknown>, 'renderFacts'>>> = {
  calendar_lost: calendarLost,
  claim_asked: claimAsked,
  claim_decided: claimDecided,
  draft_decided: draftDecided,
  help_request_answered: helpRequestAnswered,
  help_request_received: helpRequestReceived,
  hours_changed: hoursChanged,
  mail_check: mailCheck,
  new_review: newReview,
  offer_ended: offerEnded,
  payment_returned: paymentReturned,
  payout,
  report_decided: reportDecided,
  statement,
  third_cancellation: thirdCancellation,
  time_kept: timeKept,
  times_offered: timesOffered,
  weekly_overview: weeklyOverview,
};

const factMailPayload = z.looseObject({ mail: z.string() });
const factsShape = z.object({
  key: z.string(),
  /** Without an address a recipient gets nothing. */
  recipients: z.array(z.object({ to: z.string().nullable(), role: z.string() })),
  facts: z.unknown(),
  clocks: clocksShape,
});

/**
 * Enqueues an e-mail to a mentor or about one, for each of its recipients, unless the database has nothing to tell any
 * more (docs/product/mentor-accounts.md#e-mails). The key of the job and the role of the recipient keep each from being
 * sent twice.
 * @throws PermanentFailure for an e-mail that is not known
 */
export async function sendMentorMail({ id, payload }: Job): Promise<void> {
  const { mail: name, ...ids } = factMailPayload.parse(payload);
  const mail = Object.hasOwn(FACT_MAILS, name) ? FACT_MAILS[name] : undefined;
  if (mail === undefined) throw new PermanentFailure(`There is no e-mail ${name}`);
  const answer = factsShape.nullable().parse(await readFacts({ mail: name, ...ids }, id));
  learnClocks(answer?.clocks);
  const siteUrl = readEnv('SITE_URL');
  for (const { to, role } of answer?.recipients ?? []) {
    if (to === null) continue;
    const composed = await mail.renderFacts(answer?.facts, siteUrl);
    await enqueueJob('email', { to, ...composed }, `${answer?.key}:${role}`);
  }
}

async function readFacts(payload: object, jobId: string): Promise<unknown> {
  try {
    return await query(serviceClient().rpc('mentor_mail_facts', { p_payload: payload as never, p_job_id: jobId }));
  } catch (error) {
    if (error instanceof BusinessRuleError) throw new PermanentFailure(error.message);
    throw error;
  }
}

const slotAlertsPayload = z.object({ mentor_id: z.guid() });
const slotAlertsShape = z.object({
  id: z.guid(),
  slug: z.string(),
  name: z.string(),
  alerts: z.array(z.object({ id: z.guid(), user_id: z.guid(), email: z.string(), times: z.array(sessionShape) })),
});

/** Tells who waits for a time of this mentor of those that are new to them (docs/product/favourites.md#alerts). */
export async function sendSlotAlerts(payload: unknown): Promise<void> {
  const { mentor_id } = slotAlertsPayload.parse(payload);
  const database = serviceClient();
  const siteUrl = readEnv('SITE_URL');
  for (;;) {
    const answer: unknown = await query(database.rpc('slot_alerts_for_jobs', { p_mentor_id: mentor_id }));
    const found = slotAlertsShape.nullable().parse(answer);
    if (!found || found.alerts.length === 0) return;
    const { alerts, ...mentor } = found;
    for (const { id, user_id, email, times } of alerts) {
      const { stop, ...optional } = optionalMail(user_id, 'slot_alerts');
      const mail = await newTimes.render({ mentor, times, stop }, siteUrl);
      const p_mail = { to: email, ...mail, ...optional };
      await query(database.rpc('queue_slot_alert', { p_alert_id: id, p_mail }));
    }
  }
}

const STORY_LINK_DAYS = 60;

/** Invalid when the mentor's address changes. */
const nameToken = (storyId: string, email: string) =>
  endingToken('story-name', storyId, { days: STORY_LINK_DAYS, facts: [fingerprintOf(email)] });

const storyPayload = z.object({ story_id: z.guid() });
const storyShape = z.object({
  name: z.string(),
  experience: z.string(),
  mentor_email: z.string().nullable(),
  founder_email: z.string().nullable(),
  was_asked: z.boolean(),
  can_answer: z.boolean(),
  is_public: z.boolean(),
});

/**
 * Tells the founder that a story is public, or asks the mentor whether it may name them, once
 * (docs/product/outcomes.md#verified-stories). Nothing where it was withdrawn, is not approved, or is not verified.
 */
export async function sendStoryMail(which: 'approved' | 'name', payload: unknown): Promise<void> {
  const { story_id } = storyPayload.parse(payload);
  const database = serviceClient();
  const answer: unknown = await query(database.rpc('story_for_service', { p_story_id: story_id }));
  const story = storyShape.nullable().parse(answer);
  const to = which === 'name' ? story?.mentor_email : story?.founder_email;
  if (!story || !to || (which === 'name' ? story.was_asked || !story.can_answer : !story.is_public)) return;
  const siteUrl = readEnv('SITE_URL');
  const mail =
    which === 'name'
      ? await storyName.render({ ...story, token: nameToken(story_id, to) }, siteUrl)
      : await storyApproved.render(story, siteUrl);
  await query(database.rpc('queue_story_mail', { p_story_id: story_id, p_mail_name: which, p_mail: { to, ...mail } }));
}

const invitationPayload = z.object({ invitation_id: z.guid() });
const invitationShape = z.object({ email: z.string(), mentor: z.string(), expires_at: z.string() });

/**
 * Enqueues the e-mail of an invitation (docs/product/mentor-accounts.md#invitation), once: the secret of its link is
 * made here, the database gets its hash, and the e-mail waits sealed (docs/decisions/036).
 */
export async function sendMentorInvitation(payload: unknown): Promise<void> {
  const { invitation_id } = invitationPayload.parse(payload);
  const database = serviceClient();
  const answer: unknown = await query(database.rpc('invitation_for_jobs', { p_invitation_id: invitation_id }));
  const found = invitationShape.nullable().parse(answer);
  if (found === null) return;
  const { email, ...facts } = found;
  const { token, hash } = makeToken();
  const mail = await invitation.render({ ...facts, token }, readEnv('SITE_URL'));
  await query(
    database.rpc('queue_mentor_invitation', {
      p_invitation_id: invitation_id,
      p_token_hash: hash,
      p_mail: sealMail({ to: email, ...mail }),
    }),
  );
}
