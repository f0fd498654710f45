import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OutboxCall {
  name: string;
  body: {
    p_kinds?: string[];
    p_limit?: number;
    p_worker?: string;
    p_done?: number;
    p_failed?: number;
    p_attempt?: number;
    p_permanent?: boolean;
    p_error?: string;
  };
}

export interface OutboxServer {
  url: string;
  /** What it was asked, in order. */
  asked: OutboxCall[];
  close(): void;
}

const ANSWERS: Record<string, unknown> = { seal_audit_log: { rows: 0 }, claim_order_checks: [] };

/**
 * A data API whose outbox holds these jobs until they are claimed. Every other call answers true.
 *
 * @param options.answers of calls that answer something else, by name
 */
export async function serveOutbox(
  jobs: { id: string; kind: string; payload: object }[],
  options: { answers?: Record<string, unknown> } = {},
): Promise<OutboxServer> {
  const asked: OutboxCall[] = [];
  const outbox = jobs.map((job) => ({ ...job, attempts: 7, tries: 1 }));
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const call: OutboxCall = { name: request.url?.split('/').pop() ?? '', body: JSON.parse(text) };
    asked.push(call);
    const { p_kinds: kinds = [], p_limit: limit = 0 } = call.body;
    const claimed = outbox.filter(({ kind }) => kinds.includes(kind)).slice(0, limit);
    for (const job of claimed) outbox.splice(outbox.indexOf(job), 1);
    const answer = { ...ANSWERS, claim_jobs: claimed, ...options.answers }[call.name] ?? true;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
