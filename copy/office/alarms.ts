/**
 * Alarms about what stands still or is broken: their e-mails, and their titles on System Health
 * (docs/product/back-office.md#alarms).
 */

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`;

interface AlarmSentences {
  title: string;
  /** What happened, with what was last measured. */
  happened: (value: number | null) => string;
  means: string;
  firstStep: string;
}

export const alarmsCopy = {
  kinds: {
    worker_stopped: {
      title: 'The worker has stopped',
      happened: () => 'No round of the worker has begun for more than 5 minutes.',
      means: 'E-mails, refunds and calendar events wait until it runs again. Nothing is lost.',
      firstStep: 'Run npm run doctor, then read the log of the function run-jobs.',
    },
    jobs_late: {
      title: 'Jobs wait too long',
      happened: (value) =>
        `The oldest job that is due has waited for ${count(Math.floor((value ?? 0) / 60), 'minute', 'minutes')}.`,
      means:
        'E-mails, refunds or calendar events are late: the worker does not keep up, or a provider does not answer.',
      firstStep: 'Open System Health. It names the kind of the oldest job.',
    },
    job_dead: {
      title: 'A job was given up',
      happened: (value) => `${count(value ?? 1, 'job was', 'jobs were')} given up after all tries.`,
      means: 'An e-mail, a refund or a calendar event did not happen, and is not tried again by itself.',
      firstStep: 'Open the overview, read the reason under Needs attention, and start the job again.',
    },
    money_violation: {
      title: 'Money and bookings disagree',
      happened: (value) => `${count(value ?? 1, 'row breaks', 'rows break')} a promise about money.`,
      means: 'Somebody may have paid without getting a booking, or without getting the money back.',
      firstStep: 'Open System Health and give what it lists to a developer, at once.',
    },
    refund_failed: {
      title: 'A refund failed',
      happened: (value) =>
        `${count(value ?? 1, 'refund has', 'refunds have')} failed, and an hour has passed without another try.`,
      means: 'A founder is waiting for money that will not arrive on its own.',
      firstStep: 'Open the overview, read the reason under Needs attention, and try again.',
    },
    webhook_silent: {
      title: 'No payment events arrive',
      happened: () => 'A payment was captured more than 30 minutes ago, and no event of the provider has come since.',
      means: 'Payments are still found by asking the provider, but minutes later than they should be.',
      firstStep: 'At the payment provider, check the address and the secret of the webhook.',
    },
    calendar_lost: {
      title: 'The calendar permission is lost',
      happened: () => 'Google no longer accepts the permission for the calendar.',
      means: 'Approved sessions get no calendar event, and their e-mails go out without a meeting link.',
      firstStep: 'Open System Health and authorise Google Calendar again.',
    },
    mail_failing: {
      title: 'E-mails are not delivered',
      happened: (value) =>
        value !== null && value >= 5
          ? `${count(value, 'e-mail', 'e-mails')} in a row failed.`
          : 'An e-mail has been due for 30 minutes or longer.',
      means: 'People do not hear of their bookings, changes and refunds. E-mails that wait are sent later.',
      firstStep: 'Run npm run doctor: it logs in at the mail server. Check SMTP_URL and MAIL_FROM.',
    },
    backup_old: {
      title: 'The backup is too old',
      happened: (value) =>
        `The last good backup is ${count(value ?? 0, 'hour', 'hours')} old, more than BACKUP_MAX_AGE_HOURS allows.`,
      means: 'If the machine is lost now, everything after that backup is lost with it.',
      firstStep: 'Make a backup now, then find out why the planned one did not run.',
    },
  } as Readonly<Record<string, AlarmSentences>>,
  /** Of a later release, whose database this program reads. */
  other: (kind: string): AlarmSentences => ({
    title: `Another alarm: ${kind}`,
    happened: () => `The alarm ${kind} was opened.`,
    means: 'This program is older than its database and knows no more.',
    firstStep: 'Update this program.',
  }),

  mail: {
    opened: (title: string) => `Point 0 alarm: ${title}`,
    closed: (title: string) => `Point 0 alarm over: ${title}`,
    summary: (n: number) => `Point 0 alarm: ${count(n, 'alarm', 'alarms')} in one e-mail`,
    summaryTitle: (n: number) => `${count(n, 'alarm', 'alarms')} in one e-mail`,
    summaryLead: 'There were ten e-mails about alarms within an hour. This one tells of all the others.',
    over: (title: string) => `Over: ${title}`,
    since: (when: string) => `Open since ${when} IST.`,
    wasOpen: (from: string, to: string) => `It was open from ${from} IST to ${to} IST.`,
    means: 'What it means: ',
    firstStep: 'First step: ',
    again: 'It is still open. You get this message every 6 hours until it is over.',
    open: 'Open the back office',
    footer: 'You get this message because the settings of Point 0 name this address for alarms.',
  },
} as const;
