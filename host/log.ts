import { type DestinationStream, type Logger, pino } from 'pino';

/** What the host's parts need of a logger; any pino logger or child is one. */
export type HostLog = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** JSON log lines with a level name and an ISO time. */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.apikey'], censor: '[redacted]' },
    },
    destination,
  );
}

/** Swallows everything: for tests and for tools that print their own lines. */
export const silentLog: HostLog = pino({ level: 'silent' });
