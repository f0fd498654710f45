/**
 * Supabase's management API on loopback, as far as the CLI 3.1.0 asks it. It records every request, keeps what is pushed,
 * and gives the least that the CLI takes (project-answers.json: made from the CLI's own schemas, all values empty).
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RecordedRequest {
  method: string;
  path: string;
  /** Empty for an upload, whose files are in `uploads`. */
  body: string;
}

/** A function's files by their path from the repository's root. */
type Upload = Map<string, Buffer>;

export type ManagementApi = Awaited<ReturnType<typeof startManagementApi>>;

const ANSWERS: [RegExp, string][] = [
  [/\/billing\/addons$/, 'addons'],
  [/^\/v2\/projects\/[a-z]{20}\/config$/, 'v2'],
  [/\/config\/auth$/, 'auth'],
  [/\/postgrest$/, 'postgrest'],
  [/\/config\/storage$/, 'storage'],
  [/\/network-restrictions(\/apply)?$/, 'network'],
  [/\/ssl-enforcement$/, 'ssl'],
  [/\/config\/realtime$/, 'realtime'],
  [/\/config\/database\/postgres$/, 'postgres'],
  [/\/projects\/[a-z]{20}$/, 'project'],
];

/** @param keys what the project hands out as its API keys */
export async function startManagementApi(keys: { publishable: string; secret: string }) {
  const requests: RecordedRequest[] = [];
  const uploads = new Map<string, Upload>();
  const secrets = new Map<string, string>();
  let pushedToAuth: Record<string, unknown> = {};
  let config = readAnswers();

  const server = createServer(async (request, response) => {
    const [status, answer] = await handle(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function handle(request: IncomingMessage): Promise<[number, unknown]> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', 'http://localhost');
    const type = request.headers['content-type'] ?? '';
    const isUpload = type.startsWith('multipart/form-data');
    if (isUpload) uploads.set(url.searchParams.get('slug') ?? '', await readUpload(type, body));
    requests.push({ method, path: url.pathname, body: isUpload ? '' : body.toString() });
    return answerTo(method, url, isUpload ? undefined : parse(body));
  }

  function answerTo(method: string, { pathname, searchParams }: URL, body: unknown): [number, unknown] {
    if (method === 'POST' && pathname === '/v1/projects') {
      const { name, region } = body as { name: string; region?: string };
      return [201, { ...config.project, name, region: region ?? 'ap-south-1', status: 'COMING_UP' }];
    }
    if (pathname === '/v1/organizations') return [200, [{ id: 'org', slug: 'org', name: 'Org' }]];
    if (pathname.endsWith('/functions/deploy')) {
      const slug = searchParams.get('slug') ?? '';
      return [201, { id: 'a', slug, name: slug, status: 'ACTIVE', version: 1 }];
    }
    if (pathname.endsWith('/functions')) return [200, method === 'GET' ? [] : { functions: [] }];
    if (pathname.endsWith('/secrets')) {
      if (method !== 'POST') return [200, []];
      for (const { name, value } of body as { name: string; value: string }[]) secrets.set(name, value);
      return [201, null];
    }
    if (pathname.endsWith('/api-keys')) return [200, apiKeys()];
    const [, part] = ANSWERS.find(([pattern]) => pattern.test(pathname)) ?? [];
    if (part === undefined) return [404, { message: 'not stood in' }];
    if (method !== 'GET' && body !== undefined) {
      Object.assign(config[part] ?? {}, body);
      if (part === 'auth') {
        pushedToAuth = body as Record<string, unknown>;
        Object.assign(config.v2?.data.attributes.auth, body);
      }
    }
    return [200, config[part]];
  }

  const apiKeys = () => {
    const key = (name: string, kind: string, value: string) => ({
      id: name,
      name,
      type: kind,
      api_key: value,
      prefix: value.slice(0, 15),
      hash: '',
      description: null,
      inserted_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      secret_jwt_template: null,
    });
    return [key('default', 'publishable', keys.publishable), key('default', 'secret', keys.secret)];
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    uploads,
    /** The functions' secrets as they were set. */
    secrets,
    /** What was pushed last to Auth; nothing that begins anew changes it. */
    pushedToAuth: () => pushedToAuth,
    /** As a new project, but for `auth`: nothing was pushed, no request is recorded. Uploads and secrets stay. */
    startAnew(auth: Record<string, unknown> = {}) {
      requests.length = 0;
      config = readAnswers();
      Object.assign(config.auth, auth);
      Object.assign(config.v2?.data.attributes.auth, auth);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the CLI's schemas, which nothing here depends on
function readAnswers(): Record<string, any> {
  return JSON.parse(readFileSync(new URL('project-answers.json', import.meta.url), 'utf8'));
}

function parse(body: Buffer): unknown {
  return body.length === 0 ? undefined : JSON.parse(body.toString());
}

async function readUpload(type: string, body: Buffer): Promise<Upload> {
  const request = new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  });
  const files: Upload = new Map();
  for (const [, value] of await request.formData()) {
    if (typeof value !== 'string') files.set(value.name, Buffer.from(await value.arrayBuffer()));
  }
  return files;
}
