import { type DestinationStream, type Logger, pino } from 'pino';
import { describeThrown, sortFields, withoutSecrets } from '#rules/office/log-line.ts';
import { RELEASE } from '#rules/office/release.ts';

/** What the host's parts need of a logger; any pino logger or child is one. */
export type HostLog = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/**
 * JSON log lines with a level name and an ISO time, and with documented fields only (docs/operations/logs.md): other
 * fields are named in the message. No line holds an e-mail address, a token or a key.
 */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid, release: RELEASE },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.apikey'], censor: '[redacted]' },
      serializers: { err: describeThrown },
      hooks: {
        logMethod([first, message, ...values], method) {
          if (typeof first !== 'object' || first === null || first instanceof Error) {
            return method.apply(this, [first, message, ...values] as Parameters<typeof method>);
          }
          const { fields, msg } = sortFields(first as Record<string, unknown>, String(message ?? ''));
          return method.apply(this, [fields, msg, ...values] as Parameters<typeof method>);
        },
        streamWrite: withoutSecrets,
      },
    },
    destination,
  );
}

/** Writes nothing: for tests, and for tools that print their own lines. */
export const silentLog: HostLog = pino({ level: 'silent' });
