import { Hono } from 'hono';
import type { HostEnv } from '../http/host-env.ts';
import { requireOpsToken } from '../http/ops-token.ts';
import type { Metrics } from './metrics.ts';

/** `GET /metrics`, for requests with the token for monitoring, from any address. */
export function metricsEndpoint(metrics: Pick<Metrics, 'answer'>, opsToken: string | undefined): Hono<HostEnv> {
  const app = new Hono<HostEnv>();
  app.get('/', requireOpsToken(opsToken), (context) => metrics.answer(context.req.header('accept')));
  return app;
}
