/** What the checks ask of the deployment; what several of them need is asked once. */
import { z } from 'zod';
import { doctorCopy } from '#copy/office/doctor.ts';
import { keyHeaders } from '#functions/_shared/keys.ts';
import { type Answer, openApi } from '../check-hosted/project.ts';
import type { Deployment } from './deployment.ts';

const reportShape = z.object({
  now: z.string(),
  made_at: z.string(),
  release: z.number().nullable(),
  migrations: z.array(z.string()),
  schedule: z.object({
    jobs: z.array(
      z.object({
        name: z.string(),
        schedule: z.string(),
        active: z.boolean(),
        last_status: z.string().nullable(),
        failed: z.number(),
      }),
    ),
    secrets: z.array(z.string()),
  }),
  worker: z.object({ alive: z.boolean(), seconds: z.number().nullable() }),
  last_webhook_at: z.string().nullable(),
  calendar: z.enum(['ok', 'invalid_grant', 'unreadable', 'missing']),
  mail: z.object({ failed: z.number(), last_error: z.string().nullable() }),
  silent_payments: z.number(),
  buckets: z.array(
    z.object({
      id: z.string(),
      public: z.boolean(),
      file_size_limit: z.number().nullable(),
      allowed_mime_types: z.array(z.string()).nullable(),
    }),
  ),
  tables_without_rls: z.array(z.string()),
  private_tables_open: z.array(z.string()),
});
export type Report = z.output<typeof reportShape>;

const insideShape = z.object({
  payments: z.object({
    state: z.enum(['ok', 'unset', 'refused', 'away']),
    key: z.string(),
    is_test: z.boolean(),
    seconds_off: z.number(),
  }),
  mail: z.object({
    state: z.enum(['ok', 'unset', 'refused', 'away']),
    port: z.number().nullable(),
    code: z.string().nullable(),
    is_sent: z.boolean(),
  }),
  calendar: z.object({ is_set: z.boolean(), client: z.enum(['ok', 'unset', 'refused', 'away']) }),
});
/** What functions find where they run. */
export type Inside = z.output<typeof insideShape>;

/** When the report was asked for and when its answer came, by this machine's clock. */
interface TimedAnswer extends Answer {
  began: number;
  ended: number;
}

export type Questions = ReturnType<typeof openQuestions>;

export function openQuestions(deployment: Deployment, options: { limitMs: number; sendMailTo?: string | undefined }) {
  const { apiUrl, publishableKey, secretKey } = deployment;
  const asVisitor = openApi(apiUrl, publishableKey);
  const service = openApi(apiUrl, secretKey);
  const asService: typeof service = (path, more = {}) =>
    service(path, { ...more, headers: { ...keyHeaders(secretKey), ...more.headers } });
  const signal = () => AbortSignal.timeout(options.limitMs);

  const askReport = once(async (): Promise<TimedAnswer> => {
    const began = Date.now();
    const answer = await asService('/rest/v1/rpc/deployment_report', { body: {}, signal: signal() });
    return { ...answer, began, ended: Date.now() };
  });
  const askInside = once(() =>
    asService('/functions/v1/check-deployment', {
      body: options.sendMailTo === undefined ? {} : { send_mail_to: options.sendMailTo },
      signal: signal(),
    }),
  );
  return {
    asVisitor,
    asService,
    askReport,
    /** @throws UnknownShape when it is no report */
    readReport: async (): Promise<Report> => parse(reportShape, (await askReport()).body, 'deployment_report'),
    askInside,
    /** @throws UnknownShape when the function does not answer as it should */
    readInside: async (): Promise<Inside> => parse(insideShape, (await askInside()).body, 'check-deployment'),
    /** Whom the test e-mail is for. */
    sendMailTo: options.sendMailTo,
  };
}

/** Not what this release of the doctor knows. */
export class UnknownShape extends Error {
  override name = 'UnknownShape';
}

function parse<S extends z.ZodType>(shape: S, body: unknown, what: string): z.output<S> {
  const result = shape.safeParse(body);
  if (!result.success) throw new UnknownShape(doctorCopy.unreadable(what));
  return result.data;
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
}
