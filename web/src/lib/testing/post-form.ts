import { RouterContextProvider } from 'react-router';
import type { PublicEnv } from '../page/public-env.tsx';
import { functionFetchContext, publicEnvContext } from '../page/server-context.ts';

type Action = (request: Request, context: Readonly<RouterContextProvider>) => Promise<unknown>;
type Sent =
  | { fields: Record<string, string | File>; body?: never; type?: never }
  | { fields?: never; body: string; type: string };
type Call = { target: string; body: unknown };

const BACKEND = 'https://data.example';

/**
 * Posts a form to an action as a browser does. The functions of its backend answer with `options.answer`. Returns the
 * calls of functions as `calls`, and either `response` (a redirect or a refusal) or `answer` (what the page shows).
 */
export async function postForm(action: Action, options: Sent & { answer?: (target: string) => Response }) {
  const { answer = () => Response.json({ success: true }) } = options;
  const calls: Call[] = [];
  const context = new RouterContextProvider();
  context.set(publicEnvContext, { supabaseUrl: BACKEND, supabaseAnonKey: 'key', siteUrl: BACKEND } as PublicEnv);
  context.set(functionFetchContext, async (input, init) => {
    const request = new Request(input, init);
    const target = request.url.slice(`${BACKEND}/functions/v1/`.length);
    const isJson = request.headers.get('content-type') === 'application/json';
    calls.push({ target, body: isJson ? await request.json() : (await request.arrayBuffer()).byteLength });
    return answer(target);
  });
  const outcome = await action(requestOf(options), context).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
  if (outcome instanceof Response) return { response: outcome, calls };
  const { data, init } = outcome as { data: { fields: Record<string, string> }; init: ResponseInit };
  return { answer: { status: init.status, ...data }, calls };
}

function requestOf({ fields, body, type }: Sent): Request {
  const url = `${BACKEND}/form`;
  if (body !== undefined) return new Request(url, { method: 'POST', headers: { 'content-type': type }, body });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return new Request(url, { method: 'POST', body: form });
}
